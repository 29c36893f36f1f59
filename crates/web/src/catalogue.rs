//! The catalogue of bundled games: sections, difficulty and length, derived from the rules.

use std::sync::Arc;

use kosti_rules::file::Hand;
use kosti_rules::{Family, GroupMark, RaceRules, Rules, SheetRules};

use super::shell::Page;

/// Turns from which a game is a long one.
const LONG: usize = 20;

/// How many special rules a game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Difficulty {
    Easy,
    Medium,
    Hard,
}

impl Difficulty {
    /// The difficulty of a game: how many rules it has beyond throwing and scoring.
    pub(super) fn of(rules: &Rules) -> Self {
        let special_rules = match &rules.family {
            Family::Sheet(sheet) => special_sheet_rules(sheet),
            Family::Race(race) => special_race_rules(race),
        };
        match special_rules {
            0 => Self::Easy,
            1 | 2 => Self::Medium,
            _ => Self::Hard,
        }
    }

    /// The message that says it.
    pub(super) fn message(self) -> &'static str {
        match self {
            Self::Easy => "page-level-easy",
            Self::Medium => "page-level-medium",
            Self::Hard => "page-level-hard",
        }
    }

    /// Marks out of three.
    pub(super) fn marks(self) -> usize {
        self as usize + 1
    }
}

fn special_sheet_rules(sheet: &SheetRules) -> usize {
    let from_hand = sheet.slots.iter().any(|slot| !matches!(slot.how.hand, Hand::Same));
    let penalty = sheet.groups.iter().any(|group| matches!(group.mark, Some(GroupMark::Penalty { .. })));
    let several = sheet.slots.iter().any(|slot| slot.fill > 1);
    let difference = sheet.groups.iter().any(|group| group.difference.is_some());
    let steps =
        sheet.groups.iter().filter_map(|group| group.mark.as_ref()).any(|mark| mark.steps().len() > 1);
    let rules = [
        sheet.gate.is_some(),
        sheet.joker.is_some(),
        !sheet.instant_wins.is_empty(),
        !sheet.awards.is_empty(),
        sheet.columns.len() > 1,
        sheet.rounds >= LONG,
        from_hand,
        penalty,
        several,
        difference,
        steps,
        sheet.faces.colour(1).is_some(),
        !sheet.keeps.is_empty(),
        sheet.set_aside.is_some(),
    ];
    rules.into_iter().filter(|special| *special).count()
}

fn special_race_rules(race: &RaceRules) -> usize {
    let rules = [
        !race.barrels.is_empty(),
        race.lost_turns.is_some(),
        race.double.is_some(),
        race.bank_at_least > 0,
        race.open_at_least > 0,
        race.last_round.is_some(),
        race.overshoot.is_some(),
        !race.losses.is_empty(),
        race.combinations.len() > 4,
    ];
    rules.into_iter().filter(|special| *special).count()
}

/// Where a game stands on the home page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HomeSection {
    Start,
    FiveDice,
    Races,
    Long,
    Others,
}

impl HomeSection {
    const ALL: [(Self, &str); 5] = [
        (Self::Start, "games-start"),
        (Self::FiveDice, "games-five-dice"),
        (Self::Races, "games-race-group"),
        (Self::Long, "games-long"),
        (Self::Others, "games-others"),
    ];

    fn of(rules: &Rules) -> Self {
        match &rules.family {
            _ if Difficulty::of(rules) == Difficulty::Easy => Self::Start,
            Family::Race(_) => Self::Races,
            Family::Sheet(sheet) if sheet.rounds >= LONG => Self::Long,
            Family::Sheet(_) if rules.dice == 5 => Self::FiveDice,
            Family::Sheet(_) => Self::Others,
        }
    }
}

/// The game to begin with: of those without special rules, the one with the fullest sheet.
pub(super) fn first_game(games: &[Arc<Rules>]) -> Option<&Arc<Rules>> {
    let easy = games.iter().filter(|rules| Difficulty::of(rules) == Difficulty::Easy);
    easy.max_by_key(|rules| rules.sheet().map_or(0, |sheet| sheet.rounds))
}

/// The games in sections, each under the message that names it; sections without games are left out.
pub(super) fn sections<'a>(games: &[&'a Arc<Rules>]) -> Vec<(&'static str, Vec<&'a Arc<Rules>>)> {
    let of = |section: HomeSection| {
        games.iter().copied().filter(move |rules| HomeSection::of(rules) == section).collect()
    };
    let sections = HomeSection::ALL.into_iter().map(|(section, message)| (message, of(section)));
    sections.filter(|(_, games): &(_, Vec<_>)| !games.is_empty()).collect()
}

/// How long a game is: turns of a sheet, the target of a race.
pub(super) fn length(page: &Page<'_>, rules: &Rules) -> String {
    match &rules.family {
        Family::Sheet(sheet) => page.tell("page-length-turns", &[("turns", sheet.rounds.into())]),
        Family::Race(race) => page.tell("page-first-to", &[("target", race.target.into())]),
    }
}

/// The text in which a game is searched: its name and its id.
pub(super) fn search_text(rules: &Rules, language: &str) -> String {
    format!("{} {}", rules.name.get(language), rules.id.replace('-', " ")).to_lowercase()
}

/// Whether a game is found by what was typed, whatever the case.
pub(super) fn matches_search(rules: &Rules, language: &str, typed: &str) -> bool {
    search_text(rules, language).contains(&typed.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    use kosti_rules::House;

    use super::*;

    fn bundled() -> Vec<Arc<Rules>> {
        let rules = |id: &str| Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap());
        kosti_games::ids().map(rules).collect()
    }

    #[test]
    fn every_game_is_in_one_group() {
        let games = bundled();
        let all: Vec<&Arc<Rules>> = games.iter().collect();
        let sections = sections(&all);
        let described: Vec<String> = sections
            .iter()
            .map(|(name, games)| {
                format!("{name}: {}", games.iter().map(|rules| &*rules.id).collect::<Vec<_>>().join(" "))
            })
            .collect();
        assert_eq!(
            sections.iter().map(|(_, games)| games.len()).sum::<usize>(),
            games.len(),
            "{described:#?}"
        );
        assert!(sections.len() >= 4, "{described:#?}");
        let first = first_game(&games).unwrap();
        assert!(sections[0].1.iter().any(|rules| rules.id == first.id), "{described:#?}");
    }

    #[test]
    fn names_are_found_in_every_language() {
        let games = bundled();
        let found = |language: &str, typed: &str| {
            games.iter().filter(|rules| matches_search(rules, language, typed)).count()
        };
        assert_eq!(found("en", ""), games.len());
        for rules in &games {
            let spaced = format!(" {} ", rules.name.get("en").to_uppercase());
            assert!(found("en", &spaced) > 0 && found("uk", rules.name.get("uk")) > 0, "{}", rules.id);
            assert!(found("uk", &rules.id.replace('-', " ")) > 0, "{}", rules.id);
        }
        assert_eq!(found("en", "chess"), 0);
    }
}
