//! `Alternative`: another choice in place of a decision.

use kosti_coach::{Advice, Choice, Decided};
use kosti_engine::Action;
use kosti_text::Words;

use crate::review_text::format_value;

/// A comparison of another choice with the decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// It costs less than the decision.
    Better,
    /// It costs the same.
    Same,
    /// It costs more.
    Worse,
}

/// Another choice in place of a decision, in words.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// The choice, with its value and loss.
    pub choice: Choice,
    /// The comparison with the decision.
    pub against: Comparison,
    /// The action in words.
    pub doing: String,
    /// The value.
    pub value: String,
    /// The loss.
    pub cost: String,
    /// Everything in one line. It does not reveal the best choice, so that the player can try again.
    pub line: String,
}

impl Alternative {
    /// Compares an action with a decision. `advice` must be for the state of the decision. `None` if the rules refuse
    /// the action there; `State::decide` returns the refusal.
    #[must_use]
    pub fn new(words: &Words, decided: &Decided, advice: &Advice, action: &Action) -> Option<Self> {
        let choice = advice.of(action)?;
        let against = match choice.loss - decided.loss {
            // A difference this small is rounding.
            more if more.abs() < 1e-9 => Comparison::Same,
            more if more < 0.0 => Comparison::Better,
            _ => Comparison::Worse,
        };
        let doing = words.describe_action(decided.state.rules(), action);
        let value = format_value(advice.worth, choice.value);
        let cost = format_value(advice.worth, choice.loss);
        let text = [("action", (&doing).into()), ("value", (&value).into())];
        let line = if choice.is_best() {
            words.say("review-again-best", &text)
        } else {
            let than = match against {
                Comparison::Better => "better",
                Comparison::Same => "same",
                Comparison::Worse => "worse",
            };
            let [action, worth] = text;
            words.say("review-again-cost", &[action, worth, ("cost", (&cost).into()), ("than", than.into())])
        };
        let line = if advice.exact { line } else { format!("{line} {}", words.say("coach-estimate", &[])) };
        Some(Self { choice, against, doing, value, cost, line })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use expect_test::{Expect, expect};
    use kosti_dice::Dice;
    use kosti_solver::NoProgress;
    use kosti_text::Language;

    use super::*;
    use crate::review_text::tests::game;

    /// All actions with a two, where the player gave up sixes for it.
    fn check(language: &str, expect: &Expect) {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let decided = &review.decisions[0];
        let advice = coach.advise(&decided.state).unwrap();
        let words = Words::new(Language::from_tag(language).unwrap());
        let text = |action: &Action| {
            let tried = Alternative::new(&words, decided, &advice, action).unwrap();
            assert_eq!(tried.choice.is_best(), *action == decided.best);
            assert_eq!(tried.against == Comparison::Same, *action == decided.chosen);
            tried.line
        };
        let lines: Vec<String> = decided.state.legal_actions().iter().map(text).collect();
        expect.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn another_choice_is_told() {
        check(
            "en",
            &expect![[r#"
                throw all again (41.40 %): nothing is better.
                score Sixes (28.76 %): costs 12.64 %, as much as what was done.
                score Any (18.75 %): costs 22.65 %, more than what was done."#]],
        );
        check(
            "uk",
            &expect![[r#"
                кинути все знову (41.40 %): кращого немає.
                вписати: Шістки (28.76 %): коштує 12.64 %, стільки ж, як те, що було зроблено.
                вписати: Будь-що (18.75 %): коштує 22.65 %, більше за те, що було зроблено."#]],
        );
    }

    #[test]
    fn an_estimate_says_so() {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let decided = &review.decisions[0];
        let advice = Advice { exact: false, ..coach.advise(&decided.state).unwrap() };
        let tried =
            Alternative::new(&Words::new(Language::ENGLISH), decided, &advice, &decided.best).unwrap();
        assert!(tried.line.ends_with("nothing is better. An estimate."), "{}", tried.line);
    }

    #[test]
    fn what_is_not_allowed_is_not_tried() {
        let (coach, record) = game();
        let review = coach.review(&record, &NoProgress).unwrap();
        let decided = &review.decisions[0];
        let advice = coach.advise(&decided.state).unwrap();
        let action = Action::Throw { keep: "6".parse::<Dice>().unwrap() };
        assert_eq!(Alternative::new(&Words::new(Language::ENGLISH), decided, &advice, &action), None);
    }
}
