//! Describes the scoring rule of a box from the compiled rules.

use kosti_dice::Dice;
use kosti_rules::file::{Amount, Hand, Score};
use kosti_rules::{Faces, Pattern, Slot};

use crate::words::{Arg, Words};

impl Words {
    /// Describes the rule of a box in one line: pattern, score, and the change from the hand, as in `3 alike:
    /// the sum of these dice`.
    #[must_use]
    pub fn describe_box_rule(&self, slot: &Slot, faces: &Faces) -> String {
        self.describe_rule(slot, faces, false)
    }

    /// The same; with `own`, in words that hold for boxes of any number.
    pub(crate) fn describe_rule(&self, slot: &Slot, faces: &Faces, own: bool) -> String {
        let how = &slot.how;
        let mut needs = self.describe_pattern(&how.needs, faces);
        if let Some(wild) = &how.wild {
            let stands_for: Vec<String> = wild.stands_for.iter().map(u8::to_string).collect();
            let args = [("number", wild.number.into()), ("others", stands_for.join(", ").into())];
            needs = format!("{needs}, {}", self.say("needs-wild", &args));
        }
        let mut rule = format!("{needs}: {}", self.describe_score(slot, faces, own));
        if how.plus != 0 {
            let message = if how.plus > 0 { "gives-plus" } else { "gives-less" };
            rule = format!("{rule} {}", self.say(message, &[("points", how.plus.abs().into())]));
        }
        let hand = match how.hand {
            Hand::Same => None,
            Hand::Times(times) => Some(self.say("hand-times", &[("times", times.into())])),
            Hand::Points(points) => Some(self.say("hand-points", &[("points", points.into())])),
            Hand::Plus(points) => Some(self.say("hand-plus", &[("points", points.into())])),
        };
        hand.map_or(rule.clone(), |hand| format!("{rule}; {hand}"))
    }

    /// Writes dice as people read them, by the names of their faces: `2-2-5-5-5`, `9-9-J-K-A`.
    #[must_use]
    pub fn write_dice(&self, faces: &Faces, dice: Dice) -> String {
        faces.write(dice, self.language())
    }

    /// Describes the names and colours of faces: which number has which.
    pub(crate) fn face_facts(&self, faces: &Faces) -> Vec<String> {
        let name = |face: u8| faces.name(face, self.language());
        let names = faces.named().then(|| {
            let names: Vec<String> = (1..=faces.names.len() as u8).map(name).collect();
            self.say("rules-face-names", &[("names", names.join(", ").into())])
        });
        let colours = faces.by_colour();
        let colours = (!colours.is_empty()).then(|| {
            let of_colour = colours.iter().map(|(colour, faces)| {
                let faces: Vec<String> = faces.iter().map(|&face| name(face)).collect();
                format!("{} {}", faces.join(", "), self.say(&format!("colour-{}", colour.word()), &[]))
            });
            self.say("rules-face-colours", &[("colours", of_colour.collect::<Vec<_>>().join("; ").into())])
        });
        names.into_iter().chain(colours).collect()
    }

    /// Describes the pattern that dice must show.
    #[must_use]
    pub fn describe_pattern(&self, pattern: &Pattern, faces: &Faces) -> String {
        let sizes = |sizes: &[u8]| sizes.iter().map(u8::to_string).collect::<Vec<_>>().join(" + ");
        let count = |id: &str, count: u8| self.say(id, &[("count", count.into())]);
        match pattern {
            Pattern::Anything => self.say("needs-anything", &[]),
            Pattern::Alike(k) => count("needs-alike", *k),
            Pattern::Exactly(k) => count("needs-exactly", *k),
            Pattern::Sets(of) if of.iter().all(|size| *size == 1) => {
                self.say("needs-dice", &[("count", of.len().into())])
            }
            Pattern::Sets(of) => self.say("needs-sets", &[("sizes", sizes(of).into())]),
            Pattern::DifferentSets(of) => self.say("needs-different-sets", &[("sizes", sizes(of).into())]),
            Pattern::Shows(shown) => {
                Dice::from_faces(shown).map_or_else(|_| String::new(), |dice| self.write_dice(faces, dice))
            }
            Pattern::Run(k) => count("needs-run", *k),
            Pattern::Different(k) => count("needs-different", *k),
            Pattern::Matching(k) => count("needs-matching", *k),
            Pattern::Sum(sum) => self.say("needs-sum", &[("sum", (*sum).into())]),
            Pattern::AnyOf(of) => self.join_patterns(of, "needs-or", faces),
            Pattern::AllOf(of) => self.join_patterns(of, "needs-and", faces),
            Pattern::Flush(k) => count("needs-flush", *k),
            Pattern::OneColour(of) => {
                self.say("needs-one-colour", &[("pattern", self.describe_pattern(of, faces).into())])
            }
        }
    }

    fn join_patterns(&self, patterns: &[Pattern], with: &str, faces: &Faces) -> String {
        let described = patterns.iter().map(|pattern| self.describe_pattern(pattern, faces));
        let described: Vec<String> = described.collect();
        described.join(&format!(" {} ", self.say(with, &[])))
    }

    /// Describes a hand of a box that compares throws.
    pub(crate) fn describe_hand(&self, slot: &Slot, hand: Option<usize>, faces: &Faces) -> String {
        match (&slot.how.score, hand) {
            (Score::Beats(hands), Some(hand)) => self.describe_pattern(&hands[hand], faces),
            _ => self.say("hand-none", &[]),
        }
    }

    fn describe_score(&self, slot: &Slot, faces: &Faces, own: bool) -> String {
        let number = ("number", if own { "own".into() } else { Arg::from(slot.number) });
        let amount = |amount: Amount| match amount {
            Amount::Number if own => self.say("amount-number", &[]),
            Amount::MinusNumber if own => self.say("amount-minus-number", &[]),
            _ => amount.of(slot.number).to_string(),
        };
        match &slot.how.score {
            Score::Combination => self.say("gives-combination", &[]),
            Score::AllDice => self.say("gives-all-dice", &[]),
            Score::Matching => self.say("gives-matching", &[number]),
            Score::Points(points) => self.say("gives-points", &[("points", (*points).into())]),
            Score::EachMiss(each) => self.say("gives-each-miss", &[number, ("each", amount(*each).into())]),
            Score::ByCount(counts) => {
                let signed = |points: Amount| match points.of(slot.number) {
                    more if more >= 0 && !(own && points.needs_number()) => format!("{more:+}"),
                    _ => amount(points),
                };
                let each = counts.iter().map(|(count, points)| format!("{count} → {}", signed(*points)));
                let table = each.collect::<Vec<_>>().join(", ");
                self.say("gives-by-count", &[number, ("table", table.into())])
            }
            Score::ByThrow(points) => {
                let points: Vec<String> = points.iter().map(ToString::to_string).collect();
                self.say("gives-by-throw", &[("points", points.join(" · ").into())])
            }
            Score::Beats(hands) => {
                let hands: Vec<String> =
                    hands.iter().map(|hand| self.describe_pattern(hand, faces)).collect();
                self.say("gives-beats", &[("hands", hands.join(" · ").into())])
            }
        }
    }
}
