//! How a race stands: a line for each player, with their barrels.

use kosti_engine::{Seat, State};
use kosti_rules::RaceRules;
use maud::{Markup, html};

use super::Seen;

impl Seen<'_> {
    pub(super) fn standings(&self, state: &State, rules: &RaceRules) -> Markup {
        let target = self.page.tell("rules-race", &[("target", rules.target.into())]);
        html! {
            div.sheet-scroll tabindex="0" role="region" aria-label=(self.page.say("page-sheet")) {
                table.sheet.race {
                    caption { (target) }
                    tbody { @for seat in 0..state.players().len() { (self.runner(state, rules, seat)) } }
                }
            }
        }
    }

    fn runner(&self, state: &State, rules: &RaceRules, seat: usize) -> Markup {
        let standing = state.players()[seat].standing;
        let on_turn = state.on_turn() == Some(Seat(seat));
        let counted = self.page.words.counted(rules, standing);
        let real = self.is_real() && !self.mine.is_empty();
        let share = (f64::from(standing.score) / f64::from(rules.target.max(1))).clamp(0.0, 1.0);
        html! {
            tr .turn[on_turn] {
                th scope="row" { (self.player(seat)) }
                td.track {
                    svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
                        rect.way width="100" height="6" {}
                        @for barrel in &rules.barrels {
                            @let (from, exit) = (f64::from(barrel.from), f64::from(barrel.exit));
                            @let target = f64::from(rules.target);
                            rect.barrel x=(format!("{:.1}", from / target * 100.0)) width=(format!("{:.1}", (exit - from) / target * 100.0)) height="6" {}
                        }
                        rect.gone width=(format!("{:.1}", share * 100.0)) height="6" {}
                    }
                    @if let Some(counted) = counted { span.in-barrel { (counted) } }
                }
                td.points {
                    @if real {
                        @let args = [("name", (&self.names[seat]).into()), ("was", standing.to_string().into())];
                        a.entry href={ (self.path()) "?correct=" (seat) } data-part aria-label=(self.page.tell("page-correct-score", &args)) { (standing.score) }
                    } @else {
                        (standing.score)
                    }
                }
            }
        }
    }
}
