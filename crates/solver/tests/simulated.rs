//! Equal random numbers give equal games: the results of every kind of player, as a checksum.

use std::fmt::Debug;
use std::sync::Arc;

use kosti_rules::{House, Rules, RulesFile};
use kosti_solver::{
    DiceRng, HeuristicPlayer, NoProgress, Policy, RacePlayer, SheetStatistics, simulate_races,
};

use crate::solved::{solve_points, solve_total, solve_turns, solve_win};

/// A game in which points decide.
const AWARDS: &str = "
    name = 'Awards'
    dice = 2
    throws = 2
    [each-box]
    unfit = 'zero'
    [box.ones]
    number = 1
    score = 'matching'
    fill = 2
    [box.pair]
    needs = { alike = 2 }
    score = 'combination'
    fill = 2
    [box.any]
    score = 'all-dice'
    [[points]]
    name = 'Ones'
    when = { sum-of = { box = 'ones', at-least = 3 } }
    give = 2
    [[points]]
    name = 'Total'
    when = { total = { from = [0, 8, 14], give = [-1, 0, 2] } }";

struct Lcg(u64);

impl DiceRng for Lcg {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

fn rng(batch: u64) -> Lcg {
    Lcg(batch.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 7)
}

/// FNV-1a of the debug text.
fn checksum(results: &impl Debug) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    format!("{results:?}").bytes().fold(0xCBF2_9CE4_8422_2325, step)
}

fn bundled_rules(id: &str) -> Arc<Rules> {
    Arc::new(kosti_games::file(id).unwrap().rules(&House::default()).unwrap())
}

/// The checksums of the results of games, and of the statistics of their boxes.
macro_rules! checksums {
    ($player:expr, $rules:expr, $games:expr) => {{
        let (player, rules): (_, &Arc<Rules>) = ($player, $rules);
        let batches = player.simulate_boxes($games, rng, &NoProgress).unwrap();
        let statistics = SheetStatistics::from_batches(rules.sheet().unwrap(), &batches);
        [checksum(&player.simulate($games, rng, &NoProgress).unwrap()), checksum(&statistics)]
    }};
}

#[test]
fn best_play_repeats_itself() {
    let found = ["crag", "generals"].map(|id| {
        let rules = bundled_rules(id);
        checksums!(solve_total(&rules), &rules, 5_000)
    });
    assert_eq!(
        found,
        [[6431790345431728528, 5403778654211504734], [3450280694032061879, 13655352577289607721]]
    );
}

#[test]
fn play_for_points_repeats_itself() {
    let rules = Arc::new(RulesFile::read("awards", AWARDS).rules(&House::default()).unwrap());
    let found = checksums!(solve_points(&rules), &rules, 2_500);
    assert_eq!(found, [10153299113669448962, 11492292826992988414]);
}

#[test]
fn heuristic_players_repeat_themselves() {
    let policies = [Policy::Greedy, Policy::Sensible, Policy::Thoughtful, Policy::Random];
    let found = policies.map(|policy| {
        ["yahtzee", "yamb"].map(|id| {
            let rules = bundled_rules(id);
            checksums!(HeuristicPlayer::new(rules.clone(), policy), &rules, 150)
        })
    });
    let expected = [
        [[15756142456307709452, 8401871922730148425], [16980255248077765607, 8792330109025137601]],
        [[4388146298580088246, 8112701518531146955], [2517166669838904450, 13245132091507778253]],
        [[7630811918095702178, 9408728212314207643], [8251102108322507228, 9016627978538063587]],
        [[11988663607178069845, 14670443253241068169], [17375876350404101680, 10269643619486314997]],
    ];
    assert_eq!(found, expected);
}

#[test]
fn races_repeat_themselves() {
    let rules = bundled_rules("pig");
    let (win, turns) = (solve_win(&rules), solve_turns(&rules));
    let players = [
        RacePlayer::Win(&win),
        RacePlayer::Rival(&win),
        RacePlayer::Turns(&turns),
        RacePlayer::Greedy,
        RacePlayer::Random,
    ];
    let results = simulate_races(&rules, &players, 33_000, rng, &NoProgress).unwrap();
    assert_eq!(checksum(&results), 4715690477067820454);
}
