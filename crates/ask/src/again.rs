//! `Tried`: another choice in the place of a decision.

use kosti_coach::{Advice, Choice, Decided};
use kosti_engine::Action;
use kosti_words::Words;

use crate::reviewed::number;

/// What another choice is against the one that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// It costs less.
    Better,
    /// It costs as much.
    Same,
    /// It costs more.
    Worse,
}

/// A choice in the place of a decision, told.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// What is done, what it is worth and what it costs.
    pub choice: Choice,
    /// What it is against what was done.
    pub against: Against,
    /// What is done, in words.
    pub doing: String,
    /// What it is worth.
    pub value: String,
    /// What it costs.
    pub cost: String,
    /// All of it in one line. It does not give away what is best: there may be another try.
    pub line: String,
}

impl Tried {
    /// Tries an action in the place of a decision. The advice is that for the state of the decision. Nothing where the
    /// action is not allowed there; why it is not, the state's own `decide` tells.
    #[must_use]
    pub fn new(words: &Words, decided: &Decided, advice: &Advice, action: &Action) -> Option<Self> {
        let choice = advice.of(action)?;
        let against = match choice.loss - decided.loss {
            // Rounding is no difference.
            more if more.abs() < 1e-9 => Against::Same,
            more if more < 0.0 => Against::Better,
            _ => Against::Worse,
        };
        let doing = words.doing(decided.state.rules(), action);
        let value = number(advice.worth, choice.value);
        let cost = number(advice.worth, choice.loss);
        let told = [("action", (&doing).into()), ("value", (&value).into())];
        let line = if choice.is_best() {
            words.say("review-again-best", &told)
        } else {
            let than = match against {
                Against::Better => "better",
                Against::Same => "same",
                Against::Worse => "worse",
            };
            let [action, worth] = told;
            words.say("review-again-cost", &[action, worth, ("cost", (&cost).into()), ("than", than.into())])
        };
        Some(Self { choice, against, doing, value, cost, line })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use expect_test::{Expect, expect};
    use kosti_dice::Dice;
    use kosti_solver::NoProgress;
    use kosti_words::Language;

    use super::*;
    use crate::reviewed::tests::game;

    /// Everything that could have been done with a two, instead of giving sixes up for it.
    fn check(language: &str, expect: &Expect) {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let decided = &review.decisions[0];
        let advice = coach.advise(&decided.state).unwrap();
        let words = Words::new(Language::from_tag(language).unwrap());
        let told = |action: &Action| {
            let tried = Tried::new(&words, decided, &advice, action).unwrap();
            assert_eq!(tried.choice.is_best(), *action == decided.best);
            assert_eq!(tried.against == Against::Same, *action == decided.chosen);
            tried.line
        };
        let lines: Vec<String> = decided.state.legal_actions().iter().map(told).collect();
        expect.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn another_choice_is_told() {
        check(
            "en",
            &expect![[r#"
            throw all again (6.04): nothing is better.
            score Sixes (4.25): costs 1.79, as much as what was done.
            score Any (3.83): costs 2.21, more than what was done."#]],
        );
        check(
            "uk",
            &expect![[r#"
            кинути все знову (6.04): кращого немає.
            вписати: Шістки (4.25): коштує 1.79, стільки ж, як те, що було зроблено.
            вписати: Будь-що (3.83): коштує 2.21, більше за те, що було зроблено."#]],
        );
    }

    #[test]
    fn what_is_not_allowed_is_not_tried() {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let decided = &review.decisions[0];
        let advice = coach.advise(&decided.state).unwrap();
        let action = Action::Throw { keep: "6".parse::<Dice>().unwrap() };
        assert_eq!(Tried::new(&Words::new(Language::ENGLISH), decided, &advice, &action), None);
    }
}
