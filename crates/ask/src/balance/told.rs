//! A balance in words: the same sections in the terminal and on the page.

use kosti_rules::{HouseOption, Rules};
use kosti_words::{Arg, Words, percent};
use serde_json::Value;

use crate::bins;

use super::{
    Balance, BoxBalance, FamilyBalance, Manner, MarkBalance, MarkKind, Number, RaceBalance, SheetBalance,
    Spread, Worth,
};

/// A part of what is told.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// What it is called in addresses.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// What it says before its drawing and table.
    pub text: Vec<String>,
    /// Ranges of results and how likely they are, to be drawn.
    pub bins: Vec<(String, f64)>,
    /// A table: the first row is its head, the first column what each row is of.
    pub table: Vec<Vec<String>>,
    /// The column of the table that may be drawn as bars.
    pub bar: Option<usize>,
}

/// What words are needed for.
struct Teller<'a> {
    rules: &'a Rules,
    words: &'a Words,
}

impl Balance {
    /// In words.
    #[must_use]
    pub fn told(&self, rules: &Rules, words: &Words) -> Vec<Section> {
        let teller = Teller { rules, words };
        let mut sections = match &self.family {
            FamilyBalance::Sheet(sheet) => teller.sheet(self, sheet),
            FamilyBalance::Race(race) => teller.race(race),
        };
        sections.extend(teller.seats(self));
        sections.extend(teller.house(self));
        sections
    }
}

/// A number, with its error where it is measured.
fn shown(number: Number, digits: usize) -> String {
    match number.error {
        Some(error) => format!("{:.digits$} ± {error:.digits$}", number.value),
        None => format!("{:.digits$}", number.value),
    }
}

/// A share, likewise.
fn share(number: Number) -> String {
    let part = |value: f64| format!("{:.1}", value * 100.0);
    match number.error {
        Some(error) if error > 0.0 => format!("{} ± {} %", part(number.value), part(error)),
        _ => format!("{} %", part(number.value)),
    }
}

/// How much more or less.
fn signed(number: Number, digits: usize) -> String {
    let sign = if number.value >= 0.0 { "+" } else { "" };
    format!("{sign}{}", shown(number, digits)).replace('-', "−")
}

/// A difference of shares, in points of a hundred.
fn signed_share(number: Number) -> String {
    let sign = if number.value >= 0.0 { "+" } else { "" };
    format!("{sign}{:.2} %", number.value * 100.0).replace('-', "−")
}

impl Teller<'_> {
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
        let value = sheet.value.map_or_else(String::new, |value| shown(value, 2));
        let deviation = format!("{:.2}", sheet.spread.deviation);
        let args = [("value", value.into()), ("deviation", deviation.into())];
        let said = if sheet.points_decide { "balance-points" } else { "balance-total" };
        let games = || [("games", balance.games.unwrap_or(0).into())];
        let how = match balance.play {
            Manner::Perfect if sheet.spread.exact => self.say("balance-exact", &[]),
            Manner::Perfect => self.say("balance-spread-measured", &games()),
            Manner::Strong => self.say("balance-strong", &games()),
            Manner::Sensible => self.say("balance-sensible", &games()),
        };
        let mut text = vec![self.say(said, &args), self.quantiles(&sheet.spread), how];
        if self.rules.sheet().is_some_and(|sheet| !sheet.instant_wins.is_empty()) {
            text.push(self.say("solve-wins-apart", &[]));
        }
        let title = self.say("balance-result", &[]);
        Section { id: "result", title, text, bins: ranges(&sheet.spread), ..Section::default() }
    }

    fn quantiles(&self, spread: &Spread) -> String {
        let told = spread.shown.get("quantiles").and_then(Value::as_object).into_iter().flatten();
        let told: Vec<String> =
            told.map(|(percent, value)| format!("{percent}\u{a0}%\u{a0}≤\u{a0}{value}")).collect();
        self.say("solve-quantiles", &[("quantiles", told.join(" · ").into())])
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
        for (nth, told) in boxes.iter().enumerate() {
            let part = 1.0 / f64::from(told.fill);
            table.push(vec![
                name(nth),
                share(told.scored.times(part)),
                share(told.nothing.times(part)),
                told.when_scored.map_or_else(|| "–".to_owned(), |mean| shown(mean, 1)),
                shown(told.brings, 2),
                shown(told.turn, 1),
            ]);
        }
        let mut text = vec![self.say("balance-boxes-about", &[])];
        if boxes.iter().any(|told| told.fill > 1) {
            text.push(self.say("balance-boxes-several", &[]));
        }
        let title = self.say("balance-boxes", &[]);
        Section { id: "boxes", title, text, table, bar: Some(4), ..Section::default() }
    }

    fn marks(&self, sheet: &SheetBalance) -> Option<Section> {
        let mut text: Vec<String> = sheet.marks.iter().map(|mark| self.mark(mark)).collect();
        if let Some(joker) = &sheet.joker {
            let worth = joker.worth.map_or_else(|| "none".to_owned(), |worth| signed(worth, 2));
            text.push(
                self.say(
                    "balance-joker",
                    &[("brings", shown(joker.brings, 2).into()), ("worth", worth.into())],
                ),
            );
        }
        let title = self.say("balance-marks", &[]);
        (!text.is_empty()).then(|| Section { id: "bonus", title, text, ..Section::default() })
    }

    fn mark(&self, mark: &MarkBalance) -> String {
        let groups = self.rules.sheet().map_or(&[][..], |sheet| &sheet.groups);
        let group = groups.iter().find(|group| group.id == mark.group);
        let group = group
            .map_or_else(|| mark.group.clone(), |group| group.name.get(self.words.language()).to_owned());
        let worth = mark.worth.map_or_else(|| "none".to_owned(), |worth| signed(worth, 2));
        let args = [
            ("group", group.into()),
            ("mark", mark.mark.into()),
            ("points", mark.points.into()),
            ("met", share(mark.met).into()),
            ("brings", signed(mark.brings, 2).into()),
            ("worth", worth.into()),
        ];
        let said = if mark.kind == MarkKind::Bonus { "balance-bonus" } else { "balance-penalty" };
        self.say(said, &args)
    }

    fn race(&self, race: &RaceBalance) -> Vec<Section> {
        let value = race.turns.map_or_else(String::new, |turns| shown(turns, 2));
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
            self.say("balance-lost", &[("share", share(race.lost).into())]),
            self.say("balance-banked", &[("points", shown(race.banked, 1).into())]),
            self.say("balance-throws", &[("throws", shown(race.throws, 2).into())]),
        ];
        if self.rules.race().is_some_and(|race| race.hot_dice) {
            text.push(self.say("balance-hot", &[("count", shown(race.hot, 3).into())]));
        }
        if let Some(doubles) = race.doubles {
            text.push(self.say("balance-doubles", &[("count", shown(doubles, 3).into())]));
        }
        Section { id: "turn", title: self.say("balance-turn-title", &[]), text, ..Section::default() }
    }

    fn combinations(&self, race: &RaceBalance) -> Section {
        let names = self.rules.race().map_or(&[][..], |race| &race.combinations);
        let mut table = vec![self.head(&["balance-combination", "balance-in-turn", "balance-in-game"])];
        for (told, named) in race.combinations.iter().zip(names) {
            let name = named.name.get(self.words.language()).to_owned();
            table.push(vec![name, shown(told.in_a_turn, 3), shown(told.in_a_game, 2)]);
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
            table.push(vec![name, share(barrel.met), shown(barrel.turns, 2), shown(barrel.resets, 2)]);
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
                (0..most)
                    .map(|seat| seats.wins.get(seat).map_or_else(|| "–".to_owned(), |&wins| share(wins))),
            );
            if !race {
                row.push(share(seats.shared));
            }
            table.push(row);
        }
        let measured = balance.seats.iter().any(|seats| !seats.shared.exact);
        let about = match balance.play {
            Manner::Strong if race => "balance-seats-hurry",
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
        for (told, option) in balance.house.iter().zip(&self.rules.house) {
            for choice in &told.choices {
                let mut row = vec![self.choice(option, &choice.choice)];
                row.extend(worth_cells(choice.worth, choice.difference, choice.chosen, race));
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

/// What a choice is worth, and how much more that is.
fn worth_cells(worth: Worth, difference: Worth, chosen: bool, race: bool) -> Vec<String> {
    let none = || "–".to_owned();
    let more = |number: Option<Number>, signed: &dyn Fn(Number) -> String| match number {
        Some(number) if !chosen => signed(number),
        _ => none(),
    };
    if !race {
        let value = worth.value.map_or_else(none, |value| shown(value, 2));
        return vec![value, more(difference.value, &|number| signed(number, 2))];
    }
    let first = worth.value.map_or_else(none, |value| percent(value.value));
    let turns = worth.turns.map_or_else(none, |turns| shown(turns, 2));
    vec![
        first,
        more(difference.value, &signed_share),
        turns,
        more(difference.turns, &|number| signed(number, 2)),
    ]
}

/// The ranges of a spread.
fn ranges(spread: &Spread) -> Vec<(String, f64)> {
    let pairs = spread.shown.get("shares").and_then(Value::as_array).into_iter().flatten();
    bins(&pairs.filter_map(|pair| Some((pair[0].as_i64()?, pair[1].as_f64()?))).collect::<Vec<_>>())
}
