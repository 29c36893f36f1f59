//! `Reviewed`: the review of a game in words, in parts, for the command line and the pages.

use kosti_coach::{Decided, Review, SeatReview, Worth};
use kosti_engine::{Record, Turn};
use kosti_words::{Words, percent};

/// How many decisions of each player are told.
const TOLD: usize = 3;
/// What costs less is not worth telling.
const HARDLY: f64 = 1e-6;

/// A review, to be told in a language.
#[derive(Clone, Copy)]
pub struct Reviewed<'a> {
    /// The language.
    pub words: &'a Words,
    /// The game.
    pub record: &'a Record,
    /// What luck and decisions did in it.
    pub review: &'a Review,
}

/// A number that is told of every player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// What the game was worth at the start.
    Start,
    /// What throws added.
    Luck,
    /// What decisions cost.
    Mistakes,
    /// What the turns of others added.
    Others,
    /// What corrections added.
    Corrected,
    /// What was expected of turns that were not played.
    Unplayed,
    /// What it came to.
    End,
    /// How many decisions were the best.
    Accuracy,
}

impl Column {
    /// What stands above it.
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

/// A decision and what would have been best, told.
#[derive(Debug, Clone)]
pub struct ToldDecision<'a> {
    /// The decision; its state is the position.
    pub decided: &'a Decided,
    /// The turn in which it was made: the dice, and which throw they were.
    pub at: &'a Turn,
    /// What was done.
    pub chosen: String,
    /// What that was worth.
    pub value: String,
    /// What would have been best.
    pub best: String,
    /// What that was worth.
    pub better: String,
    /// What the decision changed: for the worse, with a minus.
    pub cost: String,
    /// All of it in one line.
    pub line: String,
}

/// A number of what is played for. Turns are told as they are, though few are good.
#[must_use]
pub fn number(worth: Worth, value: f64) -> String {
    match worth {
        Worth::Points => format!("{value:.2}"),
        Worth::Win => format!("{:.2} %", value * 100.0),
        Worth::Turns => format!("{:.2}", value.abs()),
    }
}

/// What changed of it; for the better has a plus.
#[must_use]
pub fn change(worth: Worth, value: f64) -> String {
    // Nothing is not minus nothing.
    let value = if value.abs() < 1e-9 { 0.0 } else { value };
    match worth {
        Worth::Points | Worth::Turns => format!("{value:+.2}"),
        Worth::Win => format!("{:+.2} %", value * 100.0),
    }
}

impl<'a> Reviewed<'a> {
    /// What is told of every player: what others, corrections and turns not played did only where they did something.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let any = |of: fn(&SeatReview) -> f64| self.review.seats.iter().any(|told| of(told).abs() > 1e-9);
        let mut columns = vec![Column::Start, Column::Luck, Column::Mistakes];
        columns.extend(any(|told| told.others).then_some(Column::Others));
        columns.extend(any(|told| told.corrected).then_some(Column::Corrected));
        columns.extend(any(|told| told.unplayed).then_some(Column::Unplayed));
        columns.extend([Column::End, Column::Accuracy]);
        columns
    }

    /// A number of a player.
    #[must_use]
    pub fn cell(&self, seat: usize, column: Column) -> String {
        let (worth, told) = (self.review.worth, &self.review.seats[seat]);
        match column {
            Column::Start => number(worth, told.start),
            Column::Luck => change(worth, told.luck),
            Column::Mistakes => change(worth, -told.mistakes),
            Column::Others => change(worth, told.others),
            Column::Corrected => change(worth, told.corrected),
            Column::Unplayed => change(worth, told.unplayed),
            Column::End => number(worth, told.end),
            Column::Accuracy => {
                let share = told.accuracy().map_or_else(|| "–".to_owned(), percent);
                format!("{share} ({}/{})", told.best, told.decisions)
            }
        }
    }

    /// How much luck a player had, where luck has a measure.
    #[must_use]
    pub fn luck(&self, seat: usize) -> Option<String> {
        let (worth, told) = (self.review.worth, &self.review.seats[seat]);
        let args = [
            ("name", self.name(seat).into()),
            ("luck", change(worth, told.luck).into()),
            ("times", format!("{:+.2}", told.luck / told.deviation).into()),
            ("deviation", number(worth, told.deviation).into()),
        ];
        (told.deviation > 0.0).then(|| self.words.say("review-luck-of", &args))
    }

    /// The most expensive decisions of a player, those that cost nothing left out.
    #[must_use]
    pub fn worst(&self, seat: usize) -> Vec<ToldDecision<'a>> {
        let decisions = self.review.decisions.iter();
        let mut own: Vec<&Decided> =
            decisions.filter(|decided| decided.seat.0 == seat && decided.loss > HARDLY).collect();
        own.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        own.into_iter().take(TOLD).filter_map(|decided| self.decision(decided)).collect()
    }

    /// What stands above the most expensive decisions of a player, or that there are none.
    #[must_use]
    pub fn worst_heading(&self, seat: usize) -> String {
        let none = self.worst(seat).is_empty();
        let id = if none { "review-no-mistakes" } else { "review-worst" };
        self.words.say(id, &[("name", self.name(seat).into())])
    }

    /// A decision, told; nothing where its state is in no turn.
    #[must_use]
    pub fn decision(&self, decided: &'a Decided) -> Option<ToldDecision<'a>> {
        let (worth, rules) = (self.review.worth, self.record.rules());
        let at = decided.state.turn()?;
        let chosen = self.words.doing(rules, &decided.chosen);
        let value = number(worth, decided.value);
        let best = self.words.doing(rules, &decided.best);
        let better = number(worth, decided.best_value);
        let cost = change(worth, -decided.loss);
        let args = [
            ("turn", decided.turn.into()),
            ("dice", at.dice.to_string().into()),
            ("chosen", (&chosen).into()),
            ("value", (&value).into()),
            ("best", (&best).into()),
            ("better", (&better).into()),
            ("cost", (&cost).into()),
        ];
        let line = self.words.say("review-decision", &args);
        Some(ToldDecision { decided, at, chosen, value, best, better, cost, line })
    }

    /// That the values are estimates, where they are.
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
    use kosti_words::Language;

    use super::*;

    /// Two throws of one die, two boxes.
    const SMALL: &str = "name = 'Small'\ndice = 1\nthrows = 2\n[each-box]\nunfit = 'zero'\n[box.sixes]\n\
                         name = { en = 'Sixes', uk = 'Шістки' }\nnumber = 6\nscore = 'matching'\n[box.any]\n\
                         name = { en = 'Any', uk = 'Будь-що' }\nscore = 'all-dice'";

    /// Sixes is given up for a two; the game goes on.
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
        let told = Reviewed { words: &words, record: &record, review: &review };
        let columns = told.columns();
        let mut lines =
            vec![columns.iter().map(|column| column.heading(&words)).collect::<Vec<_>>().join(" | ")];
        for seat in 0..2 {
            let cells: Vec<String> = columns.iter().map(|&column| told.cell(seat, column)).collect();
            lines.extend([cells.join(" | "), told.luck(seat).unwrap(), told.worst_heading(seat)]);
            lines.extend(told.worst(seat).into_iter().map(|told| told.line));
        }
        lines.extend(told.estimate());
        expect.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn a_review_in_words() {
        check(
            "en",
            &expect![[r#"
            at the start | luck | mistakes | at the end | best decisions
            6.88 | -0.83 | -1.79 | 4.25 | 0 % (0/1)
            Luck of Olena: -0.83, that is -0.26 standard deviations of a whole game (3.21).
            Olena, the most expensive decisions:
            turn 1, 2: score Sixes (4.25); best: throw all again (6.04); -1.79
            6.88 | +0.00 | +0.00 | 6.88 | – (0/0)
            Luck of Petro: +0.00, that is +0.00 standard deviations of a whole game (3.21).
            Petro: no decision cost anything."#]],
        );
        check(
            "uk",
            &expect![[r#"
            на початку | щастя | помилки | наприкінці | найкращі рішення
            6.88 | -0.83 | -1.79 | 4.25 | 0 % (0/1)
            Щастя, Olena: -0.83, тобто -0.26 стандартного відхилення цілої гри (3.21).
            Olena, найдорожчі рішення:
            хід 1, 2: вписати: Шістки (4.25); найкраще: кинути все знову (6.04); -1.79
            6.88 | +0.00 | +0.00 | 6.88 | – (0/0)
            Щастя, Petro: +0.00, тобто +0.00 стандартного відхилення цілої гри (3.21).
            Petro: жодне рішення нічого не коштувало."#]],
        );
    }

    #[test]
    fn a_decision_knows_its_position() {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let words = Words::new(Language::ENGLISH);
        let worst = Reviewed { words: &words, record: &record, review: &review }.worst(0);
        let [told] = &worst[..] else { panic!("{worst:?}") };
        assert_eq!((told.at.dice.to_string().as_str(), told.at.throw), ("2", 1));
        assert!(told.decided.state.legal_actions().contains(&told.decided.best));
    }

    #[test]
    fn numbers_of_every_kind() {
        let told = |worth| [number(worth, -0.125), change(worth, 0.125), change(worth, -1e-12)].join(", ");
        assert_eq!(told(Worth::Points), "-0.12, +0.12, +0.00");
        assert_eq!(told(Worth::Win), "-12.50 %, +12.50 %, +0.00 %");
        assert_eq!(told(Worth::Turns), "0.12, +0.12, +0.00");
    }
}
