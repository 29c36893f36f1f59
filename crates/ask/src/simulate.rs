//! `simulate`: what players of several kinds bring, measured.

use std::sync::Arc;

use kosti_rules::{Rules, Sheet};
use kosti_solver::{Casual, Distribution, Manner, Played, Watch};
use serde_json::{Map, Value, json};

use crate::desk::object;
use crate::error::AskError;
use crate::request::Request;
use crate::seeded::Seeded;
use crate::solve::shown;
use crate::solved::{Kept, Objective, Play};

/// How many games are simulated at most, and how many where nothing is said.
const MOST_GAMES: usize = 10_000_000;
const GAMES: usize = 100_000;
/// The players there are.
const PLAYERS: [&str; 3] = ["perfect", "greedy", "random"];

pub(crate) fn answer(
    rules: &Arc<Rules>,
    request: &mut Request,
    kept: &mut Kept,
    watch: Watch<'_>,
) -> Result<Map<String, Value>, AskError> {
    let sheet_rules = AskError::unless_sheet(rules, "simulate")?;
    let games: usize = request.take("games")?.unwrap_or(GAMES);
    let seed: u64 = request.take("seed")?.unwrap_or(1);
    let players: Vec<String> = request.take("players")?.unwrap_or_else(|| vec![PLAYERS[0].to_owned()]);
    if games == 0 || games > MOST_GAMES {
        return Err(AskError::BadGames { is: games, most: MOST_GAMES });
    }
    if players.is_empty() || players.len() > usize::from(rules.players.max) {
        return Err(AskError::SeatCount { is: players.len(), most: rules.players.max });
    }
    if let Some(player) = players.iter().find(|player| !PLAYERS.contains(&player.as_str())) {
        return Err(AskError::UnknownPlayer { player: player.clone(), known: PLAYERS.join(", ") });
    }
    let best = if sheet_rules.awards.is_empty() { Objective::Total } else { Objective::Points };
    let empty = Sheet::empty(sheet_rules.slots.len());
    let mut seats: Vec<Vec<Played>> = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        let source = |batch| Seeded::new(seed, seat, batch);
        seats.push(match player.as_str() {
            "greedy" => Casual::new(rules.clone(), Manner::Greedy).simulate(games, source, watch),
            "random" => Casual::new(rules.clone(), Manner::Random).simulate(games, source, watch),
            _ => match &kept.solve(rules, best, &empty, watch)?.play {
                Play::Total(strategy) => strategy.simulate(games, source, watch),
                Play::Points(measured) => measured.points.simulate(games, source, watch),
                Play::Reach(_) => unreachable!("nobody asked for a chance"),
            },
        });
    }
    let won = wins(&seats, games);
    let told: Vec<Value> = players
        .iter()
        .zip(&seats)
        .zip(&won.alone)
        .map(|((player, played), &wins)| {
            let mut seat = object([("player", json!(player))]);
            seat.extend(measured(played.iter().map(|game| game.total)));
            if played.iter().any(|game| game.points.is_some()) {
                let points = measured(played.iter().filter_map(|game| game.points));
                seat.insert("points".to_owned(), json!(points));
            }
            if players.len() > 1 {
                seat.insert("wins".to_owned(), json!(wins));
            }
            seat.into()
        })
        .collect();
    let mut answer = object([("games", json!(games)), ("seed", json!(seed)), ("seats", json!(told))]);
    if players.len() > 1 {
        answer.insert("ties".to_owned(), json!(won.shared));
    }
    if !sheet_rules.instant_wins.is_empty() {
        answer.insert("won_at_once".to_owned(), json!(won.at_once));
    }
    Ok(answer)
}

/// Mean with its standard error, deviation, quantiles and shares.
fn measured(values: impl Iterator<Item = i32>) -> Map<String, Value> {
    let values: Vec<i32> = values.collect();
    let counted = Distribution::counted(&values);
    let error = counted.deviation() / (values.len() as f64).sqrt();
    let mut told = object([
        ("mean", json!(counted.mean())),
        ("error", json!(error)),
        ("deviation", json!(counted.deviation())),
    ]);
    told.extend(shown(&counted));
    told
}

/// Shares of games.
struct Wins {
    /// By seat: won alone.
    alone: Vec<f64>,
    /// Won by several together.
    shared: f64,
    /// Won at once by dice.
    at_once: f64,
}

/// Who won: whose dice won at once first, else who has most; equals share the win.
fn wins(seats: &[Vec<Played>], games: usize) -> Wins {
    let share = 1.0 / games as f64;
    let mut wins = Wins { alone: vec![0.0; seats.len()], shared: 0.0, at_once: 0.0 };
    for game in 0..games {
        let first = (0..seats.len()).filter_map(|seat| Some((seats[seat][game].won?, seat))).min();
        if let Some((_, seat)) = first {
            wins.at_once += share;
            wins.alone[seat] += share;
            continue;
        }
        let decides = |seat: usize| {
            let played = &seats[seat][game];
            played.points.unwrap_or(played.total)
        };
        let best = (0..seats.len()).map(decides).max();
        let mut winners = (0..seats.len()).filter(|&seat| Some(decides(seat)) == best);
        match (winners.next(), winners.next()) {
            (Some(seat), None) => wins.alone[seat] += share,
            _ => wins.shared += share,
        }
    }
    wins
}
