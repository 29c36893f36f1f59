//! Explains the rules of a game as data. The terminal prints it as lines and the page as HTML, so that both say
//! the same. It holds texts and dice only; the layout is up to the caller.

mod house;
mod race;
mod reading;
mod sheet;
mod turn;

use kosti_dice::Dice;
use kosti_rules::{Example, Faces, Family, Rules, Text};

pub use house::{ExplainedChoice, ExplainedHouse, ExplainedOption};
pub use race::ExplainedCombination;
pub use sheet::{ExplainedAward, ExplainedSheet, ExplainedSlot, SheetLine};
pub use turn::{StepDie, TurnStep};

use crate::words::Words;

/// The rules of a game in presentation order, without the parts that the game lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The name of the game.
    pub name: String,
    /// The game in one line.
    pub about: Option<String>,
    /// The numbers of players, dice and turns: `1–64 players; 5 dice with 6 sides; …`.
    pub size: String,
    /// The source of the rules: `Source: …`.
    pub source: Option<String>,
    /// The rules for the whole game, a sentence each.
    pub facts: Vec<String>,
    /// The boxes of the sheet, by group; empty in a race.
    pub slots: Vec<Section<ExplainedSlot>>,
    /// The awards of points, if points decide the game.
    pub points: Option<Section<ExplainedAward>>,
    /// Worked examples of whole sheets.
    pub sheets: Option<Section<ExplainedSheet>>,
    /// The combinations of a race.
    pub combinations: Option<Section<ExplainedCombination>>,
    /// Worked examples of a race that are not a single combination: splits and refused dice.
    pub examples: Option<Section<ExplainedExample>>,
    /// The house rules and their choices.
    pub house: Option<ExplainedHouse>,
    /// The names and colours of faces, to draw the dice.
    pub faces: Faces,
}

/// A part of the rules under a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section<T> {
    /// The heading.
    pub heading: String,
    /// The part in one line.
    pub about: Option<String>,
    /// The items; never empty.
    pub items: Vec<T>,
}

/// A worked example: the score of these dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedExample {
    /// The dice.
    pub dice: Dice,
    /// The number of the throw.
    pub throw: u8,
    /// The score; `None` if the dice may not be scored.
    pub score: Option<i32>,
    /// The score in words, to stand beside drawn dice: `24`, `from the hand: 24`, `refused`.
    pub gives: String,
    /// The whole example in words: `6-6-6-6-6 from the hand: 24`.
    pub text: String,
    /// The sentence of the rules that it illustrates.
    pub clause: Option<String>,
}

impl Words {
    /// Explains the rules of a game.
    ///
    /// ```
    /// use kosti_rules::{House, RulesFile};
    /// use kosti_text::{Language, Words};
    /// let text = r#"
    ///     name = "Sixes"
    ///     dice = 2
    ///     throws = 3
    ///     [box.sixes]
    ///     number = 6
    ///     score = "matching"
    ///     example = [{ dice = [1, 6], score = 6 }]
    /// "#;
    /// let rules = RulesFile::read("sixes", text).rules(&House::default()).unwrap();
    /// let explained = Words::new(Language::ENGLISH).explain_rules(&rules);
    /// let sixes = &explained.slots[0].items[0];
    /// assert_eq!((explained.name.as_str(), sixes.id.as_str()), ("Sixes", "sixes"));
    /// assert_eq!(sixes.examples[0].text, "1-6: 6");
    /// assert!(explained.combinations.is_none() && explained.house.is_none());
    /// ```
    #[must_use]
    pub fn explain_rules(&self, rules: &Rules) -> Explained {
        let source =
            rules.source.as_ref().map(|source| self.say("rules-source", &[("source", source.into())]));
        let head = Explained {
            name: rules.name.get(self.language()).to_owned(),
            about: self.non_empty(&rules.about),
            size: self.size(rules),
            source,
            facts: self.face_facts(rules.faces()),
            slots: Vec::new(),
            points: None,
            sheets: None,
            combinations: None,
            examples: None,
            house: self.explain_house(rules),
            faces: rules.faces().clone(),
        };
        match &rules.family {
            Family::Sheet(sheet) => Explained {
                facts: [head.facts, self.sheet_facts(sheet)].concat(),
                slots: self.slot_sections(sheet),
                points: self.awards(sheet),
                sheets: self.sheet_examples(sheet),
                ..head
            },
            Family::Race(race) => Explained {
                facts: [head.facts, self.race_facts(race, true)].concat(),
                combinations: self.combinations(race),
                examples: self.race_examples(race),
                ..head
            },
        }
    }

    fn size(&self, rules: &Rules) -> String {
        let players = if rules.players.alone { "rules-players-alone" } else { "rules-players" };
        let (min, max) = (rules.players.min, rules.players.max);
        let players = self.say(players, &[("min", min.into()), ("max", max.into())]);
        let dice = self.say("rules-dice", &[("dice", rules.dice.into()), ("sides", rules.sides.into())]);
        let length = match &rules.family {
            Family::Sheet(sheet) => {
                self.say("rules-sheet", &[("throws", sheet.throws.into()), ("rounds", sheet.rounds.into())])
            }
            Family::Race(race) => self.say("rules-race", &[("target", race.target.into())]),
        };
        format!("{players}; {dice}; {length}.")
    }

    fn explain_example(&self, example: &Example, faces: &Faces) -> ExplainedExample {
        let score = ("score", example.score.unwrap_or(0).into());
        let (text, gives) = match (example.score, example.throw) {
            (None, _) => ("rules-example-refused", self.say("rules-gives-refused", &[])),
            (Some(_), 1) => {
                ("rules-example-hand", self.say("rules-gives-hand", std::slice::from_ref(&score)))
            }
            (Some(score), _) => ("rules-example", score.to_string()),
        };
        ExplainedExample {
            dice: example.dice,
            throw: example.throw,
            score: example.score,
            gives,
            text: self.say(text, &[("dice", self.write_dice(faces, example.dice).into()), score]),
            clause: example.clause.clone(),
        }
    }

    /// The text in this language, unless it is empty.
    fn non_empty(&self, text: &Text) -> Option<String> {
        Some(text.get(self.language())).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// A section with this heading, unless it has no items.
    fn section<T>(&self, heading: &str, items: Vec<T>) -> Option<Section<T>> {
        (!items.is_empty()).then(|| Section { heading: self.say(heading, &[]), about: None, items })
    }
}
