//! Opening a table: who plays, by which house rules, with which dice.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use kosti_app::views::BotLevel;
use kosti_app::{App, AppError, CoachBody, DiceBody, OpenBody, SeatBody, TableSession};
use kosti_coach::Level;
use kosti_engine::check_new_name;
use kosti_rules::{House, Rules};
use kosti_table::CommandError;
use maud::{Markup, html};

use super::custom_game;
use super::drawing::drawing;
use super::form::{Form, Query};
use super::preferences::{Preferences, lesson_cookie, name_cookie};
use super::redirect::see_other;
use super::shell::Page;
use crate::extract::{Address, Caller, token_cookie};
use crate::problem::Problem;

/// Seats that are offered at once; the others are behind a fold.
const SEATS_SHOWN: usize = 4;
/// Seats of a form.
const MOST_SEATS: usize = 10;

/// `/open/{game}`: the form.
pub(super) async fn form(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(query): Query,
    preferences: Preferences,
) -> Result<Response, Problem> {
    let rules = app.bundled_rules(&game, &query.house()).map_err(|_| Problem::NotFound)?;
    let friends = query.get("with") == Some("friends") && rules.seats_allowed(2);
    let who = if preferences.place.has_links() { "link" } else { "here" };
    let form = if friends { Form::default().with("who-1", who) } else { Form::default() };
    Ok(form_page(&app, &preferences, &rules, &form, None))
}

/// The page with the form as it was filled in; and what was wrong with it before.
fn form_page(
    app: &App,
    preferences: &Preferences,
    rules: &Rules,
    form: &Form,
    problem: Option<&Problem>,
) -> Response {
    let path = format!("/open/{}", rules.id);
    let page = Page::new(app, preferences, &path);
    let title = page.tell("page-open-of", &[("game", rules.name.get(page.language()).into())]);
    let game = html! { input type="hidden" name="game" value=(rules.id); };
    let main = html! {
        main #main.narrow {
            div.open-head { (drawing(rules)) h1 { (title) } }
            (OpeningForm { page: &page, rules, form, problem }.fields(&game))
        }
    };
    page.show_with(problem.map_or(StatusCode::OK, Problem::status), &title, &main)
}

/// The form, as it was filled in before, if it was.
pub(super) struct OpeningForm<'a> {
    pub(super) page: &'a Page<'a>,
    pub(super) rules: &'a Rules,
    /// What was filled in; nothing the first time.
    pub(super) form: &'a Form,
    /// Why it did not open a table.
    pub(super) problem: Option<&'a Problem>,
}

impl OpeningForm<'_> {
    /// The form, with what says which game it is.
    pub(super) fn fields(&self, game: &Markup) -> Markup {
        let (page, rules) = (self.page, self.rules);
        let most = usize::from(rules.players.max).min(MOST_SEATS);
        let wrong = self.problem.filter(|problem| is_about_names(problem));
        let wrong = wrong.and_then(|problem| Some((self.wrong_seat()?, problem)));
        let hidden_used = (SEATS_SHOWN..most).any(|seat| self.who(seat) != "nobody");
        html! {
            @if let (Some(problem), None) = (self.problem, wrong) { p.wrong role="alert" { (problem.detail(page.words)) } }
            form.open method="post" action="/open" {
                (game)
                fieldset {
                    legend { (page.say("page-players")) }
                    @for seat in 0..most.min(SEATS_SHOWN) { (self.seat(seat, wrong)) }
                    @if most > SEATS_SHOWN {
                        details open[hidden_used] {
                            summary { (page.say("page-more-seats")) }
                            @for seat in SEATS_SHOWN..most { (self.seat(seat, wrong)) }
                        }
                    }
                }
                (self.options())
                p.open-go { button.primary { (page.say("page-open-go")) } }
            }
        }
    }

    /// Dice, coach and house rules: folded away while they are as usual.
    fn options(&self) -> Markup {
        let (page, rules) = (self.page, self.rules);
        let changed = rules.house.iter().any(|option| option.chosen > 0)
            || [("dice", "virtual"), ("coach", "own")]
                .iter()
                .any(|(name, usual)| self.form.get(name).is_some_and(|chosen| chosen != *usual));
        html! {
            details.options open[changed] {
                summary { (page.say(if rules.house.is_empty() { "page-options" } else { "page-options-house" })) }
                fieldset {
                    legend { (page.say("page-dice")) }
                    (self.choices("dice", &["virtual", "real"]))
                }
                fieldset {
                    legend { (page.say("page-coach")) }
                    (self.choices("coach", &["own", "all", "off"]))
                }
                (house_options(page, rules))
            }
        }
    }

    /// The seat whose name was refused.
    fn wrong_seat(&self) -> Option<usize> {
        let mut before: Vec<String> = Vec::new();
        (0..MOST_SEATS).find(|&seat| {
            let sits = !matches!(self.who(seat), "nobody" | "link");
            let Some(name) = typed_name(self.form, seat).filter(|_| sits) else {
                return false;
            };
            let wrong = check_new_name(name, &before).is_err();
            before.push(name.to_owned());
            wrong
        })
    }

    /// Who sits on a seat: the first is whoever opens the table.
    fn who(&self, seat: usize) -> &str {
        if let Some(who) = who(self.form, seat) {
            return who;
        }
        let must = seat < usize::from(self.rules.players.min);
        let alone = self.rules.players.alone || self.rules.players.min < 2;
        match seat {
            0 => "here",
            _ if must && !alone => "regular",
            _ => "nobody",
        }
    }

    fn seat(&self, seat: usize, wrong: Option<(usize, &Problem)>) -> Markup {
        let (page, chosen) = (self.page, self.who(seat));
        let kinds = ["here", "link", "beginner", "regular", "perfect", "nobody"];
        let is_offered = |kind: &str| match kind {
            "nobody" => seat > 0,
            "link" => seat > 0 && page.preferences.place.has_links(),
            _ => true,
        };
        // How many will play is not known yet: in a race best play is known between two.
        let label = |kind: &str| match Level::Perfect.label(self.rules, 2) {
            label if kind != label && kind == "perfect" => page.say(&format!("page-who-{label}")),
            _ if kind == "perfect" && self.rules.race().is_some() && self.rules.players.max > 2 => {
                page.say("page-who-perfect-of-two")
            }
            _ => page.say(&format!("page-who-{kind}")),
        };
        let (who, name) = (format!("who-{seat}"), format!("name-{seat}"));
        let nth = [("nth", (seat + 1).into())];
        let wrong = wrong.filter(|(at, _)| *at == seat).map(|(_, problem)| problem.detail(page.words));
        let own = (seat == 0 && self.form.get(&who).is_none()).then_some(page.preferences.name.as_str());
        html! {
            div.seat-row {
                label.visually-hidden for=(name) { (page.tell("page-seat-name", &nth)) }
                input id=(name) name=(name) maxlength="60" autocomplete="off" value=[self.form.get(&name).or(own)]
                    placeholder=(page.tell("play-name", &nth)) autofocus[wrong.is_some()]
                    aria-invalid=[wrong.is_some().then_some("true")] aria-describedby=[wrong.is_some().then_some("wrong-name")];
                label.visually-hidden for=(who) { (page.tell("page-seat-who", &nth)) }
                select id=(who) name=(who) {
                    @for kind in kinds.into_iter().filter(|kind| is_offered(kind)) {
                        option value=(kind) selected[kind == chosen] { (label(kind)) }
                    }
                }
                @if let Some(wrong) = wrong { p.wrong #wrong-name role="alert" { (wrong) } }
            }
        }
    }

    /// What one is to be chosen of: what was chosen before, or else the first.
    fn choices(&self, name: &str, values: &[&str]) -> Markup {
        let chosen = self.form.get(name).filter(|chosen| values.contains(chosen)).unwrap_or(values[0]);
        html! {
            @for value in values {
                label.choice {
                    input type="radio" name=(name) value=(value) checked[*value == chosen];
                    span { (self.page.say(&format!("page-{name}-{value}"))) }
                }
            }
        }
    }
}

fn is_about_names(problem: &Problem) -> bool {
    use CommandError::{AlikeName, BadName, InvisibleInName, SameName};
    let Problem::App { why: AppError::Refused { why } } = problem else { return false };
    matches!(why, BadName { .. } | SameName { .. } | AlikeName { .. } | InvisibleInName { .. })
}

/// Who was chosen for a seat. A name beside nobody is somebody's.
fn who(form: &Form, seat: usize) -> Option<&str> {
    match form.get(&format!("who-{seat}"))? {
        "nobody" if typed_name(form, seat).is_some() => Some("here"),
        who => Some(who),
    }
}

fn typed_name(form: &Form, seat: usize) -> Option<&str> {
    form.get(&format!("name-{seat}")).map(str::trim).filter(|name| !name.is_empty())
}

/// House rules to choose from. An option that differs from the standard says so.
pub(super) fn house_options(page: &Page<'_>, rules: &Rules) -> Markup {
    let language = page.language();
    html! {
        @for option in &rules.house {
            fieldset.house-option {
                legend { (option.name.get(language)) " " span.differs { (page.say("page-differs")) } }
                @if !option.about.get(language).is_empty() { p.faint { (option.about.get(language)) } }
                @for (nth, (id, about)) in option.choices.iter().enumerate() {
                    label.choice {
                        input type="radio" name={ "house-" (option.id) } value=(id) checked[nth == option.chosen] data-standard[nth == 0];
                        span {
                            (about.get(language))
                            @if nth == 0 { " " span.faint { (page.say("rules-default")) } }
                        }
                    }
                }
            }
        }
    }
}

/// What was asked for.
pub(super) fn open_body(form: &Form, page: &Page<'_>) -> OpenBody {
    let taken: Vec<&str> = (0..MOST_SEATS).filter_map(|seat| typed_name(form, seat)).collect();
    let mut seats = Vec::new();
    for seat in 0..MOST_SEATS {
        let bot = match who(form, seat) {
            None | Some("nobody") => continue,
            Some("beginner") => Some(BotLevel::Beginner),
            Some("regular") => Some(BotLevel::Regular),
            Some("perfect") => Some(BotLevel::Perfect),
            Some("link") => {
                seats.push(SeatBody { name: None, bot: None });
                continue;
            }
            Some(_) => None,
        };
        let name = typed_name(form, seat).map(str::to_owned);
        let unnamed = || bot.is_none().then(|| free_name(page, seat + 1, &taken));
        seats.push(SeatBody { name: name.or_else(unnamed), bot });
    }
    let house: BTreeMap<String, String> = form.house().into_iter().collect();
    OpenBody {
        game: form.get("game").map(str::to_owned),
        rules: form.get("rules").map(custom_game::with_plain_ends),
        house,
        dice: if form.get("dice") == Some("real") { DiceBody::Real } else { DiceBody::Virtual },
        coach: match form.get("coach") {
            Some("all") => CoachBody::All,
            Some("off") => CoachBody::Off,
            _ => CoachBody::Own,
        },
        seats,
        command: None,
    }
}

/// What somebody is called who has typed nothing: by the number of the seat, or the next that is nobody's name.
fn free_name(page: &Page<'_>, nth: usize, taken: &[&str]) -> String {
    let names = (nth..).map(|nth| page.tell("play-name", &[("nth", nth.into())]));
    names.into_iter().find(|name| !taken.contains(&name.as_str())).unwrap_or_default()
}

/// `POST /open`.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Address(address): Address,
    caller: Caller,
    preferences: Preferences,
    form: Form,
) -> Result<Response, Problem> {
    let page = Page::new(&app, &preferences, "/");
    let body = open_body(&form, &page);
    let opened = app.open_table(address, preferences.language, &caller, &body).await.map_err(Problem::from);
    match opened {
        Ok((session, token)) => Ok(enter_table(&session, &token, form.get("name-0"))),
        Err(problem)
            if matches!(
                problem.status(),
                StatusCode::UNPROCESSABLE_ENTITY | StatusCode::PAYLOAD_TOO_LARGE
            ) =>
        {
            form_with_problem(&app, address, &preferences, &body, &form, problem).await
        }
        Err(problem) => Err(problem),
    }
}

/// The form again, with what was wrong.
async fn form_with_problem(
    app: &Arc<App>,
    address: IpAddr,
    preferences: &Preferences,
    body: &OpenBody,
    form: &Form,
    problem: Problem,
) -> Result<Response, Problem> {
    if body.rules.is_some() {
        return custom_game::show_refusal(app, preferences, address, form, problem).await;
    }
    let Some(game) = &body.game else { return Err(problem) };
    let house = form.house();
    let rules = app.bundled_rules(game, &house).or_else(|_| app.bundled_rules(game, &House::default()))?;
    Ok(form_page(app, preferences, &rules, form, Some(&problem)))
}

/// `POST /play`: one tap, alone or against a bot; against a bot also where nobody can play alone. Who wants to learn is
/// taught at the table.
pub(super) async fn play_now(
    State(app): State<Arc<App>>,
    Address(address): Address,
    caller: Caller,
    preferences: Preferences,
    form: Form,
) -> Result<Response, Problem> {
    let page = Page::new(&app, &preferences, "/");
    let game = form.get("game").unwrap_or_default();
    let house = form.house();
    let rules = app.bundled_rules(game, &house)?;
    let name = if preferences.name.is_empty() { page.say("page-you") } else { preferences.name.clone() };
    let bot = Some(page.say("page-bot-name"))
        .filter(|bot| check_new_name(bot, std::slice::from_ref(&name)).is_ok());
    let mut seats = vec![SeatBody { name: Some(name), bot: None }];
    let wanted = if form.get("with") == Some("bot") { 2 } else { 1 };
    let most = usize::from(rules.players.max);
    while (seats.len() < wanted || !rules.seats_allowed(seats.len())) && seats.len() < most {
        // Further bots are called by their numbers.
        let name = bot.clone().filter(|_| seats.len() == 1);
        seats.push(SeatBody { name, bot: Some(BotLevel::Regular) });
    }
    let house: BTreeMap<String, String> = house.into_iter().collect();
    let body = OpenBody { game: Some(game.to_owned()), house, seats, ..OpenBody::default() };
    let (session, token) = app.open_table(address, preferences.language, &caller, &body).await?;
    let mut response = enter_table(&session, &token, None);
    let lesson = form.has("learn").then(|| lesson_cookie(&session.id.to_string())).flatten();
    if let Some(cookie) = lesson {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// To the table, with the seat's token and what its holder is called.
pub(super) fn enter_table(session: &TableSession, token: &str, name: Option<&str>) -> Response {
    let mut response = see_other(&format!("/t/{}", session.id));
    let seat = HeaderValue::from_str(&token_cookie(session.id, token)).ok();
    for cookie in seat.into_iter().chain(name.and_then(name_cookie)) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
