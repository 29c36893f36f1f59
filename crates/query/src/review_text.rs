//! `ReviewText`: the review of a game in words, in parts, for the command line and the pages.

use kosti_coach::{Decided, Review, SeatReview, ValueUnit};
use kosti_engine::{Record, Turn};
use kosti_text::{Words, percent};

/// The most decisions listed per player.
const MOST_DECISIONS: usize = 3;
/// Smaller losses are not listed.
const HARDLY: f64 = 1e-6;

/// A review in one language.
#[derive(Clone, Copy)]
pub struct ReviewText<'a> {
    /// The language.
    pub words: &'a Words,
    /// The game.
    pub record: &'a Record,
    /// The review.
    pub review: &'a Review,
}

/// A column of the summary of all players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The value of the game at the start.
    Start,
    /// The sum of luck.
    Luck,
    /// The sum of losses by decisions.
    Mistakes,
    /// The changes by turns of other players.
    Others,
    /// The changes by corrections.
    Corrected,
    /// The expected value of turns that were not played.
    Unplayed,
    /// The value at the end.
    End,
    /// The share of best decisions.
    Accuracy,
}

impl Column {
    /// The heading of the column.
    #[must_use]
    pub fn heading(self, words: &Words) -> String {
        let id = match self {
            Self::Start => "review-start",
            Self::Luck => "review-luck",
            Self::Mistakes => "review-mistakes",
            Self::Others => "review-others",
            Self::Corrected => "review-corrected",
            Self::Unplayed => "review-unplayed",
            Self::End => "review-end",
            Self::Accuracy => "review-accuracy",
        };
        words.say(id, &[])
    }
}

/// A decision and the best choice, in words.
#[derive(Debug, Clone)]
pub struct DecisionText<'a> {
    /// The decision, with its state.
    pub decided: &'a Decided,
    /// The turn of the decision: the dice and the number of the throw.
    pub at: &'a Turn,
    /// The chosen action.
    pub chosen: String,
    /// Its value.
    pub value: String,
    /// The best action.
    pub best: String,
    /// Its value.
    pub better: String,
    /// The change by the decision; negative if it lost value.
    pub cost: String,
    /// Everything in one line.
    pub line: String,
}

/// Formats a value. Turns are shown as a positive number, although fewer are better.
#[must_use]
pub fn format_value(worth: ValueUnit, value: f64) -> String {
    match worth {
        ValueUnit::Points => format!("{value:.2}"),
        ValueUnit::Win => format!("{:.2} %", value * 100.0),
        ValueUnit::Turns => format!("{:.2}", value.abs()),
    }
}

/// Formats a change with its sign; positive is better.
#[must_use]
pub(crate) fn format_change(worth: ValueUnit, value: f64) -> String {
    // Avoids a negative zero.
    let value = if value.abs() < 1e-9 { 0.0 } else { value };
    match worth {
        ValueUnit::Points | ValueUnit::Turns => format!("{value:+.2}"),
        ValueUnit::Win => format!("{:+.2} %", value * 100.0),
    }
}

impl<'a> ReviewText<'a> {
    /// The columns. Those of other players, corrections and unplayed turns appear only if they are not 0.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let any = |of: fn(&SeatReview) -> f64| self.review.seats.iter().any(|own| of(own).abs() > 1e-9);
        let mut columns = vec![Column::Start, Column::Luck, Column::Mistakes];
        columns.extend(any(|own| own.others).then_some(Column::Others));
        columns.extend(any(|own| own.corrected).then_some(Column::Corrected));
        columns.extend(any(|own| own.unplayed).then_some(Column::Unplayed));
        columns.extend([Column::End, Column::Accuracy]);
        columns
    }

    /// The cell of a player.
    #[must_use]
    pub fn cell(&self, seat: usize, column: Column) -> String {
        let (worth, own) = (self.review.worth, &self.review.seats[seat]);
        match column {
            Column::Start => format_value(worth, own.start),
            Column::Luck => format_change(worth, own.luck),
            Column::Mistakes => format_change(worth, -own.mistakes),
            Column::Others => format_change(worth, own.others),
            Column::Corrected => format_change(worth, own.corrected),
            Column::Unplayed => format_change(worth, own.unplayed),
            Column::End => format_value(worth, own.end),
            Column::Accuracy => {
                let share = own.accuracy().map_or_else(|| "–".to_owned(), percent);
                format!("{share} ({}/{})", own.best, own.decisions)
            }
        }
    }

    /// Describes the luck of a player, if luck has a standard deviation.
    #[must_use]
    pub fn luck_line(&self, seat: usize) -> Option<String> {
        let (worth, own) = (self.review.worth, &self.review.seats[seat]);
        let args = [
            ("name", self.name(seat).into()),
            ("luck", format_change(worth, own.luck).into()),
            ("times", format!("{:+.2}", own.luck / own.deviation).into()),
            ("deviation", format_value(worth, own.deviation).into()),
        ];
        (own.deviation > 0.0).then(|| self.words.say("review-luck-of", &args))
    }

    /// The most expensive decisions of a player, without those that lost nothing.
    #[must_use]
    pub fn worst_decisions(&self, seat: usize) -> Vec<DecisionText<'a>> {
        let decisions = self.review.decisions.iter();
        let mut own: Vec<&Decided> =
            decisions.filter(|decided| decided.seat.0 == seat && decided.loss > HARDLY).collect();
        own.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        own.into_iter().take(MOST_DECISIONS).filter_map(|decided| self.decision(decided)).collect()
    }

    /// The heading of the most expensive decisions of a player; says if there are none.
    #[must_use]
    pub fn worst_heading(&self, seat: usize) -> String {
        let none = self.worst_decisions(seat).is_empty();
        let id = if none { "review-no-mistakes" } else { "review-worst" };
        self.words.say(id, &[("name", self.name(seat).into())])
    }

    /// Describes a decision; `None` if its state is not in a turn.
    #[must_use]
    pub fn decision(&self, decided: &'a Decided) -> Option<DecisionText<'a>> {
        let (worth, rules) = (self.review.worth, self.record.rules());
        let at = decided.state.turn()?;
        let chosen = self.words.describe_action(rules, &decided.chosen);
        let value = format_value(worth, decided.value);
        let best = self.words.describe_action(rules, &decided.best);
        let better = format_value(worth, decided.best_value);
        let cost = format_change(worth, -decided.loss);
        let args = [
            ("turn", decided.turn.into()),
            ("dice", self.words.write_dice(rules.faces(), at.dice).into()),
            ("chosen", (&chosen).into()),
            ("value", (&value).into()),
            ("best", (&best).into()),
            ("better", (&better).into()),
            ("cost", (&cost).into()),
        ];
        let line = self.words.say("review-decision", &args);
        Some(DecisionText { decided, at, chosen, value, best, better, cost, line })
    }

    /// Says that the values are estimates, if they are.
    #[must_use]
    pub fn estimate(&self) -> Option<String> {
        (!self.review.exact).then(|| self.words.say("values-estimated", &[]))
    }

    fn name(&self, seat: usize) -> &'a str {
        self.record.tags.players.get(seat).map_or("", String::as_str)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use std::sync::Arc;

    use expect_test::{Expect, expect};
    use kosti_coach::Coach;
    use kosti_dice::Dice;
    use kosti_engine::{Event, Seat};
    use kosti_rules::{House, RulesFile};
    use kosti_solver::NoProgress;
    use kosti_text::Language;

    use super::*;

    /// Two throws of one die, two boxes.
    const SMALL: &str = "name = 'Small'\ndice = 1\nthrows = 2\n[each-box]\nunfit = 'zero'\n[box.sixes]\n\
                         name = { en = 'Sixes', uk = 'Шістки' }\nnumber = 6\nscore = 'matching'\n[box.any]\n\
                         name = { en = 'Any', uk = 'Будь-що' }\nscore = 'all-dice'";

    /// A game where the player gives up sixes for a two.
    pub(crate) fn game() -> (Coach, Record) {
        let rules = Arc::new(RulesFile::read("small", SMALL).rules(&House::default()).unwrap());
        let coach = Coach::solve(rules.clone(), 2, &NoProgress).unwrap();
        let mut record = Record::new(rules, vec!["Olena".into(), "Petro".into()], false).unwrap();
        let threw = Event::Thrown { seat: Seat(0), kept: Dice::NONE, dice: "2".parse().unwrap() };
        record.events = vec![threw, Event::Scored { seat: Seat(0), slot: 0, points: 0, bonus: 0 }];
        (coach, record)
    }

    fn check(language: &str, expect: &Expect) {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let words = Words::new(Language::from_tag(language).unwrap());
        let text = ReviewText { words: &words, record: &record, review: &review };
        let columns = text.columns();
        let mut lines =
            vec![columns.iter().map(|column| column.heading(&words)).collect::<Vec<_>>().join(" | ")];
        for seat in 0..2 {
            let cells: Vec<String> = columns.iter().map(|&column| text.cell(seat, column)).collect();
            lines.extend([cells.join(" | "), text.luck_line(seat).unwrap(), text.worst_heading(seat)]);
            lines.extend(text.worst_decisions(seat).into_iter().map(|text| text.line));
        }
        lines.extend(text.estimate());
        expect.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn a_review_in_words() {
        check(
            "en",
            &expect![[r#"
                at the start | luck | mistakes | others' turns | at the end | best decisions
                49.04 % | -7.64 % | -12.64 % | +0.00 % | 28.76 % | 0 % (0/1)
                Luck of Olena: -7.64 %, that is -0.15 standard deviations of a whole game (49.99 %).
                Olena, the most expensive decisions:
                turn 1, 2: score Sixes (28.76 %); best: throw all again (41.40 %); -12.64 %
                50.96 % | +0.00 % | +0.00 % | +20.28 % | 71.24 % | – (0/0)
                Luck of Petro: +0.00 %, that is +0.00 standard deviations of a whole game (49.99 %).
                Petro: no decision cost anything."#]],
        );
        check(
            "uk",
            &expect![[r#"
                на початку | щастя | помилки | ходи інших | наприкінці | найкращі рішення
                49.04 % | -7.64 % | -12.64 % | +0.00 % | 28.76 % | 0 % (0/1)
                Щастя, Olena: -7.64 %, тобто -0.15 стандартного відхилення цілої гри (49.99 %).
                Olena, найдорожчі рішення:
                хід 1, 2: вписати: Шістки (28.76 %); найкраще: кинути все знову (41.40 %); -12.64 %
                50.96 % | +0.00 % | +0.00 % | +20.28 % | 71.24 % | – (0/0)
                Щастя, Petro: +0.00 %, тобто +0.00 стандартного відхилення цілої гри (49.99 %).
                Petro: жодне рішення нічого не коштувало."#]],
        );
    }

    #[test]
    fn a_decision_knows_its_position() {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let words = Words::new(Language::ENGLISH);
        let worst = ReviewText { words: &words, record: &record, review: &review }.worst_decisions(0);
        let [text] = &worst[..] else { panic!("{worst:?}") };
        assert_eq!((text.at.dice.to_string().as_str(), text.at.throw), ("2", 1));
        assert!(text.decided.state.legal_actions().contains(&text.decided.best));
    }

    #[test]
    fn numbers_of_every_kind() {
        let text = |worth| {
            [format_value(worth, -0.125), format_change(worth, 0.125), format_change(worth, -1e-12)]
                .join(", ")
        };
        assert_eq!(text(ValueUnit::Points), "-0.12, +0.12, +0.00");
        assert_eq!(text(ValueUnit::Win), "-12.50 %, +12.50 %, +0.00 %");
        assert_eq!(text(ValueUnit::Turns), "0.12, +0.12, +0.00");
    }
}
