//! The rules file from which people start a game of their own.

use crate::language::Language;

/// The templates by language; the first is the fallback. `#? WORD…` begins a part that is included if all these
/// words hold for the game; `{{WORD}}` is replaced by a value of the game.
const STARTS: &[(&str, &str)] = &[
    ("en", include_str!("../../../locales/start.en.toml")),
    ("uk", include_str!("../../../locales/start.uk.toml")),
];

/// The family of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A score sheet.
    Sheet,
    /// A race.
    Race,
}

/// The parameters of the new game.
///
/// ```
/// use kosti_text::{Kind, Language, Start};
/// let start = Start { name: "Sunday".to_owned(), dice: 3, ..Start::of(Kind::Sheet) };
/// let text = start.text(Language::ENGLISH);
/// assert!(text.contains("name    = \"Sunday\"") && text.contains("dice    = 3"), "{text}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Its family.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// The number of dice.
    pub dice: u8,
    /// The number of sides of each die.
    pub sides: u8,
    /// The number of throws of a turn; unused in a race.
    pub throws: u8,
    /// The score that wins a race.
    pub target: u32,
    /// The most players.
    pub players: u8,
    /// Whether its author is at a terminal: then comments name commands.
    pub at_terminal: bool,
}

impl Start {
    /// The usual parameters of a family, without a name.
    #[must_use]
    pub fn of(kind: Kind) -> Self {
        let players = if kind == Kind::Sheet { 64 } else { 8 };
        let name = String::new();
        Self { kind, name, dice: 5, sides: 6, throws: 3, target: 500, players, at_terminal: true }
    }

    /// The rules file, with comments in this language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let template = STARTS.iter().find(|(code, _)| *code == language.code()).unwrap_or(&STARTS[0]).1;
        let mut text = String::new();
        let mut here = true;
        for line in template.lines() {
            if let Some(words) = line.strip_prefix("#? ") {
                here = words.split(' ').all(|word| self.holds(word));
            } else if here {
                text += &self.fill_line(line);
                text.push('\n');
            }
        }
        text
    }

    /// Whether a word of a template holds for the game.
    fn holds(&self, word: &str) -> bool {
        match word {
            "any" => true,
            "terminal" => self.at_terminal,
            "page" => !self.at_terminal,
            "sheet" => self.kind == Kind::Sheet,
            "race" => self.kind == Kind::Race,
            // More boxes with more dice would take minutes to solve.
            "numbers" => self.sides <= 6 && self.dice <= 6,
            "pair" => self.dice == 2,
            "three" => self.dice >= 3,
            "full-house" => self.dice >= 5,
            "no-full-house" => self.dice < 5,
            "straight" => self.run() >= 3,
            "one" => self.dice == 1,
            "several" => self.dice > 1,
            _ => false,
        }
    }

    /// The length of a straight.
    fn run(&self) -> u8 {
        self.dice.min(self.sides).min(5)
    }

    /// A line of a template with the values of the game.
    fn fill_line(&self, line: &str) -> String {
        let Some((before, rest)) = line.split_once("{{") else { return line.to_owned() };
        let Some((word, after)) = rest.split_once("}}") else { return line.to_owned() };
        format!("{before}{}{}", self.value_of(word), self.fill_line(after))
    }

    fn value_of(&self, word: &str) -> String {
        let sides = self.sides;
        let top = i32::from(sides);
        if let Some(names) = word.strip_prefix("ids:") {
            let names: Vec<String> = names.split('|').take(sides.into()).map(quote).collect();
            return format!("[{}]", names.join(", "));
        }
        match word {
            "name" => quote(&self.name),
            "dice" => self.dice.to_string(),
            "sides" => sides.to_string(),
            "throws" => self.throws.to_string(),
            "players" => self.players.to_string(),
            "target" => self.target.to_string(),
            // Three of each number with five dice, the usual threshold.
            "mark" => (i32::from(self.dice * 3 / 5).max(1) * top * (top + 1) / 2).to_string(),
            "pair-dice" => self.dice_with(&[sides; 2]),
            "pair-score" => (2 * top).to_string(),
            "three-dice" => self.dice_with(&[sides; 3]),
            "three-score" => (3 * top).to_string(),
            "full-dice" => self.dice_with(&[1, 1, sides, sides, sides]),
            "alike-dice" => list((0..self.dice).map(|_| top)),
            "run" => self.run().to_string(),
            "run-dice" => self.dice_with(&(1..=self.run()).collect::<Vec<_>>()),
            "pig-points" => list((1..=top).map(|number| if number == 1 { 0 } else { number })),
            "single-points" => list((1..=top).map(|number| match number {
                1 => 10,
                5 => 5,
                _ => 0,
            })),
            "alike-points" => list((1..=top).map(|number| if number == 1 { 100 } else { number * 10 })),
            _ => String::new(),
        }
    }

    /// A list of these dice, filled up with ones.
    fn dice_with(&self, dice: &[u8]) -> String {
        let rest = usize::from(self.dice).saturating_sub(dice.len());
        list(std::iter::repeat_n(1, rest).chain(dice.iter().map(|&face| i32::from(face))))
    }
}

fn list(numbers: impl Iterator<Item = i32>) -> String {
    format!("[{}]", numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", "))
}

/// Quotes a text for TOML.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_rules::{House, RulesFile};

    #[test]
    fn every_language_has_a_sound_start_and_all_are_the_same_game() {
        let hash = |language: Language| {
            assert!(STARTS.iter().any(|(code, _)| *code == language.code()), "{language} has no start");
            let of = |kind: Kind, at_terminal: bool| {
                let start = Start { name: "Mine".to_owned(), at_terminal, ..Start::of(kind) };
                let text = start.text(language);
                // Nobody on a page is sent to a command line.
                assert_eq!(text.contains("kosti "), at_terminal, "{text}");
                let file = RulesFile::read("mine", &text);
                file.check().unwrap();
                file.rules(&House::default()).unwrap().hash
            };
            assert_eq!(of(Kind::Sheet, true), of(Kind::Sheet, false));
            [of(Kind::Sheet, true), of(Kind::Race, true)]
        };
        let hashes: Vec<[String; 2]> = Language::all().map(hash).collect();
        assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn any_name_is_one_text() {
        let start = Start { name: "a \"b\" \\ \n {{dice}}".to_owned(), ..Start::of(Kind::Race) };
        let file = RulesFile::read("mine", &start.text(Language::ENGLISH));
        assert_eq!(file.rules(&House::default()).unwrap().name.get("en"), "a \"b\" \\   {{dice}}");
    }
}
