//! The balance report in words: the same sections in the terminal and on the page.

use kosti_rules::{HouseOption, Rules};
use kosti_text::{Arg, Words, percent};

use crate::bins;

use super::{
    Balance, BoxBalance, FamilyBalance, MarkBalance, MarkKind, Number, PlayQuality, RaceBalance,
    SheetBalance, Spread, VariantValue,
};

/// A section of the report.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// The id for links.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// The text before the chart and the table.
    pub text: Vec<String>,
    /// Ranges of results and their probabilities, for a chart.
    pub bins: Vec<(String, f64)>,
    /// A table: the first row is its head, the first column names each row.
    pub table: Vec<Vec<String>>,
    /// The column of the table that may be drawn as bars.
    pub bar: Option<usize>,
}

/// Writes the sections in one language.
struct SectionWriter<'a> {
    rules: &'a Rules,
    words: &'a Words,
}

impl Balance {
    /// Describes the report in words.
    #[must_use]
    pub fn describe(&self, rules: &Rules, words: &Words) -> Vec<Section> {
        let writer = SectionWriter { rules, words };
        let mut sections = match &self.family {
            FamilyBalance::Sheet(sheet) => writer.sheet(self, sheet),
            FamilyBalance::Race(race) => writer.race(race),
        };
        sections.extend(writer.seats(self));
        sections.extend(writer.house(self));
        sections
    }
}

/// Formats a number, with its error if it is measured.
fn format_number(number: Number, digits: usize) -> String {
    match number.error {
        Some(error) => format!("{:.digits$} ± {error:.digits$}", number.value),
        None => format!("{:.digits$}", number.value),
    }
}

/// Formats a share as a percentage, with its error if it is measured.
fn format_share(number: Number) -> String {
    let part = |value: f64| format!("{:.1}", value * 100.0);
    match number.error {
        Some(error) if error > 0.0 => format!("{} ± {} %", part(number.value), part(error)),
        _ => format!("{} %", part(number.value)),
    }
}

/// Formats a difference with its sign.
fn format_signed(number: Number, digits: usize) -> String {
    let sign = if number.value >= 0.0 { "+" } else { "" };
    format!("{sign}{}", format_number(number, digits)).replace('-', "−")
}

/// Formats a difference of shares, in percentage points.
fn format_signed_share(number: Number) -> String {
    let sign = if number.value >= 0.0 { "+" } else { "" };
    format!("{sign}{:.2} %", number.value * 100.0).replace('-', "−")
}

impl SectionWriter<'_> {
    fn say(&self, id: &str, args: &[(&str, Arg<'_>)]) -> String {
        self.words.say(id, args)
    }

    fn head(&self, ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| if id.is_empty() { String::new() } else { self.say(id, &[]) }).collect()
    }

    fn sheet(&self, balance: &Balance, sheet: &SheetBalance) -> Vec<Section> {
        let mut sections = vec![self.result(balance, sheet), self.boxes(&sheet.boxes)];
        sections.extend(self.marks(sheet));
        sections
    }

    fn result(&self, balance: &Balance, sheet: &SheetBalance) -> Section {
        let value = sheet.value.map_or_else(String::new, |value| format_number(value, 2));
        let deviation = format!("{:.2}", sheet.spread.deviation);
        let args = [("value", value.into()), ("deviation", deviation.into())];
        let said = if sheet.points_decide { "balance-points" } else { "balance-total" };
        let games = || [("games", balance.games.unwrap_or(0).into())];
        let how = match balance.play {
            PlayQuality::Perfect if sheet.spread.exact => self.say("balance-exact", &[]),
            PlayQuality::Perfect => self.say("balance-spread-measured", &games()),
            PlayQuality::Strong => self.say("balance-strong", &games()),
            PlayQuality::Sensible => self.say("balance-sensible", &games()),
        };
        let mut text = vec![self.say(said, &args), self.quantiles(&sheet.spread), how];
        if self.rules.sheet().is_some_and(|sheet| !sheet.instant_wins.is_empty()) {
            text.push(self.say("solve-wins-apart", &[]));
        }
        let title = self.say("balance-result", &[]);
        Section { id: "result", title, text, bins: ranges(&sheet.spread), ..Section::default() }
    }

    fn quantiles(&self, spread: &Spread) -> String {
        let quantiles = spread.probabilities.quantiles.iter();
        let own: Vec<String> =
            quantiles.map(|(percent, value)| format!("{percent}\u{a0}%\u{a0}≤\u{a0}{value}")).collect();
        self.say("solve-quantiles", &[("quantiles", own.join(" · ").into())])
    }

    fn boxes(&self, boxes: &[BoxBalance]) -> Section {
        let names = self.rules.sheet().map_or(&[][..], |sheet| &sheet.slots);
        let language = self.words.language();
        let name =
            |nth: usize| names.get(nth).map_or_else(String::new, |slot| slot.name.get(language).to_owned());
        let mut table = vec![self.head(&[
            "balance-box",
            "balance-scored",
            "balance-nothing",
            "balance-when-scored",
            "balance-brings",
            "balance-turn",
        ])];
        for (nth, own) in boxes.iter().enumerate() {
            let part = 1.0 / f64::from(own.fill);
            table.push(vec![
                name(nth),
                format_share(own.scored.times(part)),
                format_share(own.nothing.times(part)),
                own.when_scored.map_or_else(|| "–".to_owned(), |mean| format_number(mean, 1)),
                format_number(own.brings, 2),
                format_number(own.turn, 1),
            ]);
        }
        let mut text = vec![self.say("balance-boxes-about", &[])];
        if boxes.iter().any(|own| own.fill > 1) {
            text.push(self.say("balance-boxes-several", &[]));
        }
        let title = self.say("balance-boxes", &[]);
        Section { id: "boxes", title, text, table, bar: Some(4), ..Section::default() }
    }

    fn marks(&self, sheet: &SheetBalance) -> Option<Section> {
        let mut text: Vec<String> = sheet.marks.iter().map(|mark| self.mark(mark)).collect();
        if let Some(joker) = &sheet.joker {
            let worth = joker.worth.map_or_else(|| "none".to_owned(), |worth| format_signed(worth, 2));
            text.push(self.say(
                "balance-joker",
                &[("brings", format_number(joker.brings, 2).into()), ("worth", worth.into())],
            ));
        }
        let title = self.say("balance-marks", &[]);
        (!text.is_empty()).then(|| Section { id: "bonus", title, text, ..Section::default() })
    }

    fn mark(&self, mark: &MarkBalance) -> String {
        let groups = self.rules.sheet().map_or(&[][..], |sheet| &sheet.groups);
        let group = groups.iter().find(|group| group.id == mark.group);
        let group = group
            .map_or_else(|| mark.group.clone(), |group| group.name.get(self.words.language()).to_owned());
        let worth = mark.worth.map_or_else(|| "none".to_owned(), |worth| format_signed(worth, 2));
        let args = [
            ("group", group.into()),
            ("mark", mark.mark.into()),
            ("next", mark.next.map_or_else(|| "none".into(), |next| (next - 1).into())),
            ("points", mark.points.into()),
            ("met", format_share(mark.met).into()),
            ("brings", format_signed(mark.brings, 2).into()),
            ("worth", worth.into()),
        ];
        let said = if mark.kind == MarkKind::Bonus { "balance-bonus" } else { "balance-penalty" };
        self.say(said, &args)
    }

    fn race(&self, race: &RaceBalance) -> Vec<Section> {
        let value = race.turns.map_or_else(String::new, |turns| format_number(turns, 2));
        let deviation = format!("{:.2}", race.spread.deviation);
        let text = vec![
            self.say("balance-turns", &[("value", value.into()), ("deviation", deviation.into())]),
            self.quantiles(&race.spread),
            self.say("balance-race-exact", &[]),
        ];
        let title = self.say("balance-race-result", &[]);
        let result = Section { id: "result", title, text, bins: ranges(&race.spread), ..Section::default() };
        let mut sections = vec![result, self.turn(race), self.combinations(race)];
        sections.extend(self.barrels(race));
        sections
    }

    fn turn(&self, race: &RaceBalance) -> Section {
        let mut text = vec![
            self.say("balance-lost", &[("share", format_share(race.lost).into())]),
            self.say("balance-banked", &[("points", format_number(race.banked, 1).into())]),
            self.say("balance-throws", &[("throws", format_number(race.throws, 2).into())]),
        ];
        if self.rules.race().is_some_and(|race| race.hot_dice) {
            text.push(self.say("balance-hot", &[("count", format_number(race.hot, 3).into())]));
        }
        if let Some(doubles) = race.doubles {
            text.push(self.say("balance-doubles", &[("count", format_number(doubles, 3).into())]));
        }
        Section { id: "turn", title: self.say("balance-turn-title", &[]), text, ..Section::default() }
    }

    fn combinations(&self, race: &RaceBalance) -> Section {
        let names = self.rules.race().map_or(&[][..], |race| &race.combinations);
        let mut table = vec![self.head(&["balance-combination", "balance-in-turn", "balance-in-game"])];
        for (combination, named) in race.combinations.iter().zip(names) {
            let name = named.name.get(self.words.language()).to_owned();
            table.push(vec![
                name,
                format_number(combination.in_a_turn, 3),
                format_number(combination.in_a_game, 2),
            ]);
        }
        let title = self.say("balance-combinations", &[]);
        Section { id: "combinations", title, table, bar: Some(1), ..Section::default() }
    }

    fn barrels(&self, race: &RaceBalance) -> Option<Section> {
        let mut table = vec![self.head(&[
            "balance-barrel",
            "balance-barrel-met",
            "balance-barrel-turns",
            "balance-barrel-resets",
        ])];
        for barrel in &race.barrels {
            let name = format!("{}–{}", barrel.from, barrel.exit);
            table.push(vec![
                name,
                format_share(barrel.met),
                format_number(barrel.turns, 2),
                format_number(barrel.resets, 2),
            ]);
        }
        let title = self.say("balance-barrels", &[]);
        (!race.barrels.is_empty()).then(|| Section { id: "barrels", title, table, ..Section::default() })
    }

    fn seats(&self, balance: &Balance) -> Option<Section> {
        let most = balance.seats.iter().map(|seats| seats.players).max()?;
        let mut head = vec![self.say("balance-players", &[])];
        head.extend((1..=most).map(|seat| self.say("balance-seat", &[("seat", seat.into())])));
        let race = matches!(balance.family, FamilyBalance::Race(_));
        if !race {
            head.push(self.say("balance-shared", &[]));
        }
        let mut table = vec![head];
        for seats in &balance.seats {
            let mut row = vec![seats.players.to_string()];
            row.extend(
                (0..most).map(|seat| {
                    seats.wins.get(seat).map_or_else(|| "–".to_owned(), |&wins| format_share(wins))
                }),
            );
            if !race {
                row.push(format_share(seats.shared));
            }
            table.push(row);
        }
        let measured = balance.seats.iter().any(|seats| !seats.shared.exact);
        let about = match balance.play {
            PlayQuality::Strong if race => "balance-seats-hurry",
            _ if race => "balance-seats-race",
            _ => "balance-seats-sheet",
        };
        let mut text = vec![self.say(about, &[])];
        if measured {
            text.push(self.say("balance-seats-measured", &[("games", balance.games.unwrap_or(0).into())]));
        }
        let title = self.say("balance-seats", &[]);
        Some(Section { id: "seats", title, text, table, ..Section::default() })
    }

    fn house(&self, balance: &Balance) -> Option<Section> {
        let race = matches!(balance.family, FamilyBalance::Race(_));
        let mut table = vec![if race {
            self.head(&[
                "balance-rule",
                "balance-first",
                "balance-difference",
                "balance-alone",
                "balance-difference",
            ])
        } else {
            self.head(&["balance-rule", "balance-value", "balance-difference"])
        }];
        for (own, option) in balance.house.iter().zip(&self.rules.house) {
            for choice in &own.choices {
                let mut row = vec![self.choice(option, &choice.choice)];
                row.extend(value_cells(choice.value, choice.difference, choice.chosen, race));
                table.push(row);
            }
        }
        let text = vec![self.say(if race { "balance-house-race" } else { "balance-house-about" }, &[])];
        let title = self.say("balance-house", &[]);
        (table.len() > 1).then(|| Section { id: "house", title, text, table, ..Section::default() })
    }

    fn choice(&self, option: &HouseOption, choice: &str) -> String {
        format!("{}={choice}", option.id)
    }
}

/// The cells of a choice: its value and the difference.
fn value_cells(worth: VariantValue, difference: VariantValue, chosen: bool, race: bool) -> Vec<String> {
    let none = || "–".to_owned();
    let more = |number: Option<Number>, signed: &dyn Fn(Number) -> String| match number {
        Some(number) if !chosen => signed(number),
        _ => none(),
    };
    if !race {
        let value = worth.value.map_or_else(none, |value| format_number(value, 2));
        return vec![value, more(difference.value, &|number| format_signed(number, 2))];
    }
    let first = worth.value.map_or_else(none, |value| percent(value.value));
    let turns = worth.turns.map_or_else(none, |turns| format_number(turns, 2));
    vec![
        first,
        more(difference.value, &format_signed_share),
        turns,
        more(difference.turns, &|number| format_signed(number, 2)),
    ]
}

/// Groups the results of a spread into ranges.
fn ranges(spread: &Spread) -> Vec<(String, f64)> {
    bins(&spread.probabilities.shares)
}
