//! Who sits at the table: those who are waited for, those who are away, and how others get there.

use kosti_coach::Level;
use kosti_engine::State;
use kosti_table::Who;
use maud::{Markup, PreEscaped, html};
use qrcode::{Color, QrCode};

use super::TablePage;

impl TablePage<'_> {
    /// Before the game begins.
    pub(super) fn seating(&self) -> Markup {
        html! {
            @if let Some(problem) = self.problem { p.wrong role="alert" { (problem.detail(self.page.words)) } }
            section.seating {
                h2 { (self.page.say("page-waiting")) }
                ul.seats { @for seat in 0..self.names.len() { li { (self.chair(seat)) } } }
                (self.invitation())
                @if self.opener {
                    form method="post" action={ (self.path()) "/start" } { button.start { (self.page.say("page-start")) } }
                }
                @if self.mine.is_empty() && !self.opener { p { (self.page.say("page-you-watch")) } }
            }
            (self.house_rules())
        }
    }

    /// Everybody at the table, and what can be done about a seat.
    pub(super) fn people(&self) -> Markup {
        html! {
            details.people {
                summary {
                    (self.page.say("page-people"))
                    span.faint.watching hidden[self.watching == 0] { " " (self.page.say("page-watching")) " " span { (self.watching) } }
                }
                ul.seats { @for seat in 0..self.names.len() { li { (self.chair(seat)) } } }
                (self.invitation())
            }
        }
    }

    fn chair(&self, seat: usize) -> Markup {
        let chair = &self.table.chairs()[seat];
        let (mine, begun) = (self.mine.contains(&seat), self.game().is_some());
        let action = format!("{}/seat/{seat}", self.path());
        let over = self.game().and_then(State::outcome).is_some();
        let person = matches!(chair.who, Who::Person { .. });
        // Nobody takes the seat of a player who is there.
        let replaceable = self.opener && (!begun || !self.here.contains(&seat));
        let stands_in = matches!(chair.who, Who::Person { stand_in: Some(_), .. });
        let name = self.names[seat].as_str();
        let label = |level: Level| level.label(self.table.rules(), self.names.len());
        html! {
            div.chair {
                @if matches!(chair.who, Who::Nobody) { span.faint { (self.page.say("page-seat-free")) } } @else { span { (self.player(seat)) } }
                @if let Some(level) = chair.bot() { span.faint { (self.page.tell("play-bot", &[("level", label(level).into())])) } }
                @if !over {
                    div.row {
                        @if mine && stands_in {
                            form method="post" action=(action) { button name="do" value="take-back" { (self.page.say("page-take-back")) } }
                        }
                        @if begun && person && !stands_in && (mine || replaceable) && !self.is_real() {
                            details.stand-in id={ "stand-in-" (seat) } {
                                summary { (self.page.say("page-stand-in")) }
                                form.row method="post" action=(action) {
                                    @for level in Level::ALL {
                                        button name="bot" value=(level.name()) aria-label=(self.page.tell("page-stand-in-of", &[("name", name.into()), ("level", label(level).into())])) {
                                            (self.page.tell("play-bot", &[("level", label(level).into())]))
                                        }
                                    }
                                }
                            }
                        }
                        @if let (true, false, Some(state)) = (mine, stands_in, self.game()) { (self.leave_form(state, seat)) }
                        @if replaceable && person && !mine {
                            form method="post" action=(action) { button name="do" value="vacate" aria-label=(self.page.tell("page-vacate-of", &[("name", name.into())])) { (self.page.say("page-vacate")) } }
                        }
                    }
                }
            }
        }
    }

    /// A link, a code and a QR code for those who are to come; and the link to watch.
    fn invitation(&self) -> Markup {
        let invite = self.invite.as_ref().filter(|_| self.page.preferences.place.has_links());
        let Some(invite) = invite else { return html! {} };
        let link = format!("{}/j/{}/{invite}", self.origin, self.id);
        let watch = format!("{}/t/{}", self.origin, self.id);
        let free = self.table.chairs().iter().any(|chair| matches!(chair.who, Who::Nobody));
        let (first, second) = invite.split_at(invite.len() / 2);
        let near = self.origin.contains("//127.0.0.1") || self.origin.contains("//localhost");
        html! {
            div.invite {
                @if free {
                    p { (self.page.say("page-send-link")) }
                    p { a.link href=(link) data-copy=(self.page.say("page-copied")) { (link) } }
                    div.share-box {
                        div {
                            div.share-acts {
                                button.primary type="button" data-share=(self.page.tell("page-share-invitation", &[("game", self.table.rules().name.get(self.page.language()).into())])) data-link=(link) data-copied=(self.page.say("page-copied")) data-done=(self.page.say("page-copied-short")) { span.label { (self.page.say("page-share")) } }
                                button type="button" data-clip="" data-link=(link) data-copied=(self.page.say("page-copied")) data-done=(self.page.say("page-copied-short")) { span.label { (self.page.say("page-copy")) } }
                            }
                            p { (self.page.say("page-tell-code")) " " strong.code { (first) "-" (second) } }
                        }
                        (qr(&link, &self.page.say("page-qr")))
                    }
                }
                p.faint { (self.page.say("page-watch-link")) " " a.link href=(watch) { (watch) } }
                @if near { p.faint { (self.page.say("page-only-here")) } }
            }
        }
    }

    /// Leaving the game and coming back: the others go on meanwhile.
    fn leave_form(&self, state: &State, seat: usize) -> Markup {
        let left = state.players()[seat].left;
        let args = [("name", (&self.names[seat]).into())];
        html! {
            @if left || state.players().len() > 1 {
                form method="post" action={ (self.path()) "/act" } {
                    (self.hidden())
                    input type="hidden" name="seat" value=(seat);
                    @if left {
                        button name="return" value="1" aria-label=(self.page.tell("page-return", &args)) { (self.page.say("page-come-back")) }
                    } @else {
                        button name="leave" value="1" aria-label=(self.page.tell("page-leave", &args)) { (self.page.say("page-go")) }
                    }
                }
            }
        }
    }

    /// Ending the table for good.
    pub(super) fn delete_form(&self) -> Markup {
        html! {
            @if self.opener {
                details.end {
                    summary { (self.page.say("page-delete")) }
                    form method="post" action={ (self.path()) "/delete" } {
                        p { (self.page.say("page-delete-sure")) }
                        button name="sure" value="delete" { (self.page.say("page-delete-go")) }
                    }
                }
            }
        }
    }
}

/// A link as a QR code.
pub(crate) fn qr(link: &str, label: &str) -> Markup {
    let Ok(code) = QrCode::new(link) else { return html! {} };
    let width = code.width();
    let mut path = String::new();
    for (nth, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            path.push_str(&format!("M{} {}h1v1h-1z", nth % width + 2, nth / width + 2));
        }
    }
    let size = width + 4;
    html! {
        svg.qr role="img" aria-label=(label) viewBox={ "0 0 " (size) " " (size) } shape-rendering="crispEdges" {
            rect width=(size) height=(size) fill="#fff" {}
            (PreEscaped(format!("<path d=\"{path}\" fill=\"#000\"/>")))
        }
    }
}
