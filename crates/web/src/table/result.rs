//! The end of a game: who won by how much, how good it was, and the next game.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use kosti_app::{App, Caller, JobStatus, ReviewedGame, TableSession, TotalShares};
use kosti_coach::{Review, SeatReview, ValueUnit, takes_long};
use kosti_engine::{Event, Outcome, Record, Seat, State};
use kosti_projections::{Status, TableLine};
use kosti_table::CompiledRules;
use maud::{Markup, html};

use super::TablePage;
use crate::chart;
use crate::shell::Page;

/// Tables among which earlier games are looked for.
const MOST_TABLES: usize = 200;
/// Players who are named beside the large score.
const NAMED: usize = 4;

/// Statistics of a finished game.
#[derive(Default)]
pub(super) struct Ending {
    /// How likely each total is under best play; empty where that is not known.
    totals: Option<TotalShares>,
    played: Option<Arc<ReviewedGame>>,
    /// Whether a background job is still running.
    pub(super) waits: bool,
    /// The caller's best result before this game.
    best_before: Option<i32>,
    /// Wins by name over all games of the series, if there were several.
    series: Vec<(String, usize)>,
    /// How the turns of a race ended, for each seat.
    race_turns: Vec<RaceTurns>,
}

/// How the turns of a player of a race ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct RaceTurns {
    count: usize,
    busts: usize,
    /// The most points of a turn.
    best: i32,
}

impl RaceTurns {
    /// The turns of every seat of a record.
    fn of(record: &Record) -> Vec<Self> {
        let mut all = vec![Self::default(); record.tags.players.len()];
        let standing = record.events.iter().zip(record.undone_events());
        for event in standing.filter_map(|(event, undone)| (!undone).then_some(event)) {
            let (Event::Banked { seat, .. } | Event::Busted { seat, .. }) = event else { continue };
            let Some(turns) = all.get_mut(seat.0) else { continue };
            turns.count += 1;
            match event {
                Event::Banked { points, .. } => turns.best = turns.best.max(*points),
                _ => turns.busts += 1,
            }
        }
        all
    }
}

/// Loads the statistics of a finished game; `None` while it goes on.
pub(super) async fn load(app: &App, session: &TableSession, caller: &Caller) -> Option<Ending> {
    let compiled = {
        let locked = session.lock().await;
        locked.table.state()?.outcome()?;
        locked.table.compiled().clone()
    };
    let keys = caller.keys();
    let mine = if keys.is_empty() {
        Vec::new()
    } else {
        app.projections().tables_of(&keys, MOST_TABLES).await.unwrap_or_default()
    };
    let this = mine.iter().find(|line| line.id == session.id);
    let mut ending = Ending {
        best_before: this.and_then(|this| best_before(&mine, this)),
        series: this.map(|this| series(&mine, this)).unwrap_or_default(),
        ..Ending::default()
    };
    if compiled.rules.race().is_some()
        && let Ok(Ok(verified)) = app.verify(session.id).await
    {
        ending.race_turns = RaceTurns::of(&verified.record);
    }
    let address = caller.address().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    if compiled.rules.sheet().is_some() && !takes_long(&compiled.rules) {
        match app.review(session.id, address).await {
            Ok(Some(played)) => ending.played = Some(played),
            Ok(None) => ending.waits = true,
            Err(_) => {}
        }
    }
    match total_distribution(app, &compiled, address).await {
        JobStatus::Ready(totals) => ending.totals = Some(totals).filter(|totals| !totals.is_empty()),
        JobStatus::Working => ending.waits = true,
        JobStatus::Unasked | JobStatus::Failed(_) => {}
    }
    Some(ending)
}

/// The best result of the player's other games by the same rules.
fn best_before(mine: &[TableLine], this: &TableLine) -> Option<i32> {
    let same = |line: &&TableLine| {
        line.id != this.id
            && line.status == Status::Over
            && line.game == this.game
            && line.house == this.house
    };
    let results = mine.iter().filter(same).flat_map(|line| line.seats.iter().zip(&line.results));
    results.filter(|(seat, _)| seat.mine).map(|(_, result)| result.points.unwrap_or(result.total)).max()
}

/// Wins by name over a game and those that it is a rematch of; nothing if it is the first.
fn series(mine: &[TableLine], this: &TableLine) -> Vec<(String, usize)> {
    let mut wins: Vec<(String, usize)> = this.results.iter().map(|result| (result.name.clone(), 0)).collect();
    let (mut line, mut games) = (Some(this), 0);
    while let Some(game) = line.filter(|_| games < MOST_TABLES) {
        games += 1;
        for winner in game.results.iter().filter(|result| result.won) {
            wins.iter_mut().filter(|(name, _)| *name == winner.name).for_each(|(_, won)| *won += 1);
        }
        line = game.after.as_ref().and_then(|before| mine.iter().find(|line| line.id.as_str() == before));
    }
    if games > 1 && wins.len() > 1 { wins } else { Vec::new() }
}

/// How likely each total is under best play. Of a game that takes long, or can be won at once, nothing is asked: the total
/// alone does not decide it.
pub(crate) async fn total_distribution(
    app: &App,
    compiled: &Arc<CompiledRules>,
    address: IpAddr,
) -> JobStatus<TotalShares> {
    let sheet = compiled.rules.sheet().filter(|_| !takes_long(&compiled.rules));
    match sheet {
        Some(sheet) if sheet.instant_wins.is_empty() => {
            app.game_reports().total_distribution(address, compiled).await
        }
        _ => JobStatus::Unasked,
    }
}

/// Who won by how much, in one line. The seat of the visitor, if they hold one, is addressed.
pub(crate) fn result_line(
    page: &Page<'_>,
    names: &[String],
    outcome: &Outcome,
    own: Option<usize>,
) -> String {
    if names.len() == 1 {
        return page.say("result-alone");
    }
    let best_of = |wins: bool| {
        let seats = (0..outcome.results.len()).filter(|seat| outcome.winners.contains(&Seat(*seat)) == wins);
        seats.map(|seat| outcome.results[seat].decides()).max()
    };
    let margin = best_of(true).zip(best_of(false)).map(|(first, second)| first - second);
    let margin = margin.filter(|margin| *margin > 0 && outcome.at_once.is_none());
    let [Seat(winner)] = *outcome.winners.as_slice() else {
        let winners: Vec<&str> = outcome.winners.iter().map(|winner| &*names[winner.0]).collect();
        return page.tell("result-draw", &[("names", winners.join(", ").into())]);
    };
    let name = ("name", names[winner].as_str().into());
    // Who types no name is called so.
    let addressed = own == Some(winner) || names[winner] == page.say("page-you");
    match (margin, addressed) {
        (Some(margin), true) => page.tell("result-you-win-by", &[("margin", margin.into())]),
        (Some(margin), false) => page.tell("result-wins-by", &[name, ("margin", margin.into())]),
        (None, true) => page.say("result-you-win"),
        (None, false) => page.tell("result-wins", &[name]),
    }
}

/// A whole number with its sign; nothing is neither more nor less.
fn signed(change: f64) -> String {
    match change.round() {
        0.0 => "0".to_owned(),
        more if more > 0.0 => format!("+{more:.0}"),
        less => format!("−{:.0}", -less),
    }
}

/// Which share of perfect games was worse, in whole percents.
pub(crate) fn better_than(page: &Page<'_>, totals: &TotalShares, total: i32) -> String {
    // From zero: the sum of nothing is a negative zero otherwise.
    let worse = totals.iter().filter(|(other, _)| *other < total).fold(0.0, |sum, (_, share)| sum + share);
    page.tell("result-better-than", &[("percent", format!("{:.0}", (worse * 100.0).floor()).into())])
}

impl TablePage<'_> {
    /// The result, large, and what can be done next.
    pub(super) fn result(&self, state: &State, outcome: &Outcome) -> Markup {
        let seat = match self.mine.as_slice() {
            [only] => *only,
            _ => outcome.winners.first().map_or(0, |winner| winner.0),
        };
        let score = outcome.results[seat].decides();
        let won = outcome.winners.contains(&Seat(seat));
        let others = (0..outcome.results.len()).filter(|other| *other != seat);
        html! {
            section.ending aria-labelledby="ended" {
                div.won {
                    div.big {
                        @if won { svg.sticker viewBox="0 0 24 24" aria-hidden="true" { path d="M12 1.5l3.1 6.7 7.3.8-5.4 5 1.5 7.2L12 17.5l-6.5 3.7L7 14 1.6 9l7.3-.8z" {} } }
                        h2 #ended { (result_line(&self.page, &self.names, outcome, self.mine.first().copied().filter(|_| self.mine.len() == 1))) }
                        div.pair {
                            p.score { span.visually-hidden { (self.names[seat]) ": " } (score) svg viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true" { path d="M4 12C60 4 130 5 196 9M40 17c40-4 80-5 120-4" {} } }
                            ul.others { @for other in others.take(NAMED) { li { bdi { (self.names[other]) } " " b { (outcome.results[other].decides()) } } } }
                        }
                        (self.notes(state, seat, score))
                    }
                    @if let Some(ending) = &self.ending { (self.measures(ending, seat, outcome.results[seat].total)) }
                }
                (self.next_steps(outcome))
            }
        }
    }

    /// The series, the personal best and the best turn: each where it is known.
    fn notes(&self, state: &State, seat: usize, score: i32) -> Markup {
        let page = &self.page;
        let ending = self.ending.as_ref();
        let series = ending.map(|ending| ending.series.as_slice()).filter(|series| !series.is_empty());
        let before = ending
            .and_then(|ending| ending.best_before)
            .filter(|_| state.rules().sheet().is_some() && self.mine == [seat]);
        let best_turn = state.rules().sheet().and_then(|rules| {
            let sheet = &state.players()[seat].sheet;
            let points = |slot: usize| sheet.entries(slot).iter().map(|entry| entry.points()).max();
            let best = (0..rules.slots.len())
                .filter_map(|slot| Some((points(slot)?, slot)))
                .max_by_key(|(points, _)| *points)
                .filter(|(points, _)| *points > 0 && rules.slots.len() > 1);
            best.map(|(points, slot)| (points, rules.slots[slot].name.get(page.language())))
        });
        html! {
            ul.notes {
                @if let Some(series) = series { li { (page.say("result-series")) " " b.hand { (series.iter().map(|(_, won)| won.to_string()).collect::<Vec<_>>().join(" : ")) } " (" (series.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")) ")" } }
                @if let Some(before) = before {
                    @if score > before { li.record { (page.tell("result-new-best", &[("before", before.into())])) } } @else { li { (page.tell("result-best", &[("best", before.into())])) } }
                }
                @if let Some(turns) = ending.and_then(|ending| ending.race_turns.get(seat)) {
                    li { (page.tell("result-race-turns", &[("turns", turns.count.into()), ("busts", turns.busts.into())])) }
                    @if turns.best > 0 { li { (page.tell("result-best-bank", &[("points", turns.best.into())])) } }
                }
                @if let Some((points, name)) = best_turn { li { (page.tell("result-best-turn", &[("name", name.into()), ("points", points.into())])) } }
            }
        }
    }

    /// How good the game was: beside perfect games, and what luck and choices did.
    fn measures(&self, ending: &Ending, seat: usize, total: i32) -> Markup {
        let page = &self.page;
        let review = ending.played.as_ref().map(|played| &played.review);
        let reviewed = review.and_then(reviewed_in_points).and_then(|seats| seats.get(seat));
        html! {
            @if let Some(totals) = &ending.totals {
                section.measure {
                    h3 { (better_than(page, totals, total)) }
                    (chart::totals(totals, total, &page.say("result-average")))
                }
            }
            @if let Some(reviewed) = reviewed.filter(|reviewed| reviewed.deviation > 0.0) {
                section.measure {
                    h3 { (self.luck_and_choices(reviewed)) }
                    dl.steps {
                        div { dt { (page.say("result-average")) } dd { (format!("{:.0}", reviewed.start)) } }
                        div.good[reviewed.luck >= 0.5].bad[reviewed.luck <= -0.5] { dt { (page.say("result-luck")) } dd { (signed(reviewed.luck)) } }
                        div.bad[reviewed.mistakes >= 0.5] { dt { (page.say("result-choices")) } dd { (signed(-reviewed.mistakes)) } }
                        div.sum { dt { (page.say("result-you")) } dd { (total) } }
                    }
                }
            }
        }
    }

    /// Luck and choices in words.
    fn luck_and_choices(&self, seat: &SeatReview) -> String {
        let luck = match seat.luck / seat.deviation {
            z if z > 1.0 => "result-luck-great",
            z if z > 0.3 => "result-luck-good",
            z if z > -0.3 => "result-luck-fair",
            z if z > -1.0 => "result-luck-bad",
            _ => "result-luck-terrible",
        };
        let choices = match seat.mistakes / seat.deviation {
            z if z < 0.15 => "result-choices-perfect",
            z if z < 0.6 => "result-choices-good",
            _ => "result-choices-costly",
        };
        format!("{} {}", self.page.say(luck), self.page.say(choices))
    }

    /// The next game first; then sharing, the review, and the rest.
    fn next_steps(&self, outcome: &Outcome) -> Markup {
        let (path, page) = (self.path(), &self.page);
        let link = page.preferences.place.has_links().then(|| format!("{}{path}", self.origin));
        html! {
            div.end {
                @match self.table.rematch() {
                    Some(table) => a.button.primary href={ "/t/" (table) } { (page.say("page-to-rematch")) },
                    None if !self.mine.is_empty() => form method="post" action={ (path) "/again" } { button.primary { (page.say("page-again")) } },
                    None => "",
                }
                div.more {
                    button.alt.share type="button" data-share=(self.share_text(outcome)) data-link=[link] data-copied=(page.say("result-copied")) data-done=(page.say("page-copied-short")) {
                        svg viewBox="0 0 24 24" aria-hidden="true" { path d="M12 15V4M7 8l5-5 5 5M5 13v7h14v-7" {} } span.label { (page.say("page-share")) }
                    }
                    a.alt href={ (path) "/review" } { svg viewBox="0 0 24 24" aria-hidden="true" { path d="M4 19V5M4 19h16M8 15l4-5 3 3 5-7" {} } (page.say("page-review")) }
                }
            }
            p.small-links {
                a href={ (path) "/replay/0" } { (page.say("replay-link")) }
                a href={ (path) "/dice" } { (page.say("page-check-dice")) }
                a href={ "/api/v1/tables/" (self.id) "/record" } download { (page.say("page-record")) }
            }
        }
    }

    /// The result for messengers: "Yatzy: Olena 263, Taras 246."
    pub(super) fn share_text(&self, outcome: &Outcome) -> String {
        let results = self.names.iter().zip(&outcome.results);
        let scores: Vec<String> =
            results.map(|(name, result)| format!("{name} {}", result.decides())).collect();
        format!("{}: {}.", self.table.rules().name.get(self.page.language()), scores.join(", "))
    }
}

/// Every seat's luck and choices in points, where these are exact.
fn reviewed_in_points(review: &Review) -> Option<&Vec<SeatReview>> {
    match review.worth {
        ValueUnit::Points => review.exact.then_some(&review.seats),
        ValueUnit::Win | ValueUnit::Turns => review.points.as_ref(),
    }
}

#[cfg(test)]
mod tests {
    use kosti_rules::House;

    use super::*;

    #[test]
    fn the_turns_of_a_race_are_counted_for_each_seat() {
        let rules = |id| kosti_games::file(id).unwrap().rules(&House::default()).unwrap();
        let race = kosti_games::ids().map(rules).find(|rules| rules.race().is_some()).unwrap();
        let mut record = Record::new(Arc::new(race), vec!["Olena".into(), "Petro".into()], false).unwrap();
        let [olena, petro] = [Seat(0), Seat(1)];
        let busted = Event::Busted { seat: olena, score_lost: false };
        let banked = |points| Event::Banked { seat: petro, points };
        record.events = vec![busted, banked(300), busted, banked(100)];
        let turns = |count, busts, best| RaceTurns { count, busts, best };
        assert_eq!(RaceTurns::of(&record), [turns(2, 2, 0), turns(2, 0, 300)]);
    }

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!([0.4, -0.4, 12.6, -3.2].map(signed), ["0", "0", "+13", "−3"]);
    }
}
