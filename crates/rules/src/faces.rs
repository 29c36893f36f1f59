//! `Faces`: what the faces of the dice are called, and their colours.

use kosti_dice::Dice;

use crate::file::Colour;
use crate::text::Text;

/// The faces of a game's dice. Everything that is written (records, requests, hashes) has the numbers of faces; names
/// and colours are what people see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faces {
    /// The name of each face from 1 on; empty if faces have only their numbers.
    pub names: Vec<Text>,
    /// The colour of each face from 1 on; empty if faces have none.
    pub colours: Vec<Colour>,
}

impl Faces {
    /// The name of a face; its number if it has none.
    #[must_use]
    pub fn name(&self, face: u8, language: &str) -> String {
        let name = usize::from(face).checked_sub(1).and_then(|nth| self.names.get(nth));
        name.map_or_else(|| face.to_string(), |name| name.get(language).to_owned())
    }

    /// Whether faces have names besides their numbers.
    #[must_use]
    pub fn named(&self) -> bool {
        !self.names.is_empty()
    }

    /// The colour of a face.
    #[must_use]
    pub fn colour(&self, face: u8) -> Option<Colour> {
        colour_of(&self.colours, face)
    }

    /// The dice as people read them: `9-9-J-K-A`.
    #[must_use]
    pub fn write(&self, dice: Dice, language: &str) -> String {
        let names: Vec<String> = dice.faces().map(|face| self.name(face, language)).collect();
        names.join("-")
    }

    /// The colours in the order of their first face, each with its faces.
    #[must_use]
    pub fn by_colour(&self) -> Vec<(Colour, Vec<u8>)> {
        let mut found: Vec<(Colour, Vec<u8>)> = Vec::new();
        for (face, &colour) in (1..).zip(&self.colours) {
            match found.iter_mut().find(|(known, _)| *known == colour) {
                Some((_, faces)) => faces.push(face),
                None => found.push((colour, vec![face])),
            }
        }
        found
    }
}

/// The colour of a face, in a list with one for each face from 1 on.
pub(crate) fn colour_of(colours: &[Colour], face: u8) -> Option<Colour> {
    usize::from(face).checked_sub(1).and_then(|nth| colours.get(nth)).copied()
}
