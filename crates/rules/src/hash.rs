//! The hash of the meaning of a rules file.

use sha2::{Digest, Sha256};

use crate::file::{BoxFile, GameFile};
use crate::text::Text;

/// Hashes the meaning of a file: two files with the same hash play the same game. Leaves out names,
/// explanations, examples and the declarations of house rules (not their changes). Returns the first 128 bits
/// of SHA-256 in hexadecimal.
pub(crate) fn hash_meaning(file: &GameFile) -> String {
    let mut bare = file.clone();
    bare.name = Text::default();
    bare.about = Text::default();
    bare.source = None;
    bare.faces.iter_mut().for_each(|faces| faces.names.clear());
    bare.faces = bare.faces.filter(|faces| !faces.colours.is_empty());
    bare.house.clear();
    bare.sheet_example.clear();
    for group in bare.group.values_mut() {
        group.name = Text::default();
        group.about = Text::default();
        group.names.clear();
        group.example.clear();
        group.each_box.iter_mut().for_each(strip);
    }
    for column in bare.column.values_mut() {
        column.name = Text::default();
        column.about = Text::default();
    }
    bare.each_box.iter_mut().chain(bare.boxes.values_mut()).for_each(strip);
    bare.joker.iter_mut().for_each(|joker| joker.name = Text::default());
    for win in bare.instant_win.values_mut() {
        win.name = Text::default();
        win.about = Text::default();
    }
    for award in &mut bare.points {
        award.name = Text::default();
    }
    if let Some(race) = &mut bare.race {
        race.example.clear();
        race.combination.values_mut().for_each(|combination| combination.name = Text::default());
        race.double.iter_mut().for_each(|double| double.about = Text::default());
    }
    let canonical = serde_json::to_vec(&bare).expect("the file is plain data");
    let digest = Sha256::new().chain_update(b"kosti-rules-1\n").chain_update(canonical).finalize();
    digest[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn strip(slot: &mut BoxFile) {
    slot.name = None;
    slot.about = None;
    slot.zero = None;
    slot.example.clear();
}
