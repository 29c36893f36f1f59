//! Compiles the names and colours of the dice's faces.

use super::Compiler;
use crate::faces::Faces;
use crate::fault::{FaultKind, Place, place};
use crate::limits::MOST_FACE_LETTERS;
use crate::text::Text;

impl Compiler<'_> {
    pub(crate) fn compile_faces(&mut self, sides: u8) -> Faces {
        let Some(file) = &self.file.faces else { return Faces::default() };
        let sides = usize::from(sides);
        for (language, names) in &file.names {
            let at = place!["faces", "names", language];
            self.one_for_each_face(&at, names.len(), sides);
            for (i, name) in names.iter().enumerate() {
                let letters = name.chars().count();
                if letters == 0 || letters > MOST_FACE_LETTERS {
                    let kind = FaultKind::FaceName { name: name.clone(), most: MOST_FACE_LETTERS };
                    self.fault(&at.below(i), kind);
                } else if names[..i].contains(name) {
                    self.fault(&at.below(i), FaultKind::SameFace { name: name.clone() });
                }
            }
        }
        if !file.colours.is_empty() {
            self.one_for_each_face(&place!["faces", "colours"], file.colours.len(), sides);
        }
        let name = |nth: usize| -> Text {
            let by_language = file.names.iter();
            let by_language = by_language
                .filter_map(|(language, names)| Some((language.as_str(), names.get(nth)?.as_str())));
            by_language.collect()
        };
        let names = if file.names.is_empty() { Vec::new() } else { (0..sides).map(name).collect() };
        Faces { names, colours: file.colours.clone() }
    }

    fn one_for_each_face(&mut self, at: &Place, is: usize, should: usize) {
        if is != should {
            self.fault(at, FaultKind::ListLength { is, should });
        }
    }

    /// Reports a word that needs the colours of faces in a file that has none.
    pub(crate) fn needs_colours(&mut self, at: &Place, word: &str) {
        if self.faces.colours.is_empty() {
            self.fault(at, FaultKind::NoColours { word: word.to_owned() });
        }
    }
}
