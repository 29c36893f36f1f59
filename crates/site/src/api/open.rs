//! Opening a table.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kosti_ask::free_bot_name;
use kosti_coach::Level;
use kosti_dice::fair::{Generation, Link};
use kosti_journal::{CommandId, TableId};
use kosti_rules::{House, Rules, RulesFile};
use kosti_table::{Booked, CoachAllowed, Dealer, DiceKind, Key, Library as _, Note, Opened, SeatPlan, Table};
use kosti_words::{Language, Words};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::{HereView, You, text};
use super::problems;
use crate::caller::{Address, COOKIE, Caller, Sent, Speaks};
use crate::clock::now;
use crate::forms::{CommandText, TokenText};
use crate::jobs::Lane;
use crate::problem::Problem;
use crate::room::Room;
use crate::secrets::{new_command, new_table, new_token};
use crate::shapes::{BotLevel, TableView};
use crate::site::Site;

/// Bytes of a rules file of one's own.
pub(crate) const MOST_RULES: usize = 64 * 1024;
/// How long a browser keeps a token.
const YEAR: u64 = 365 * 24 * 3600;

/// A table as somebody wants it.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct OpenBody {
    /// The id of a game that comes with Kosti; or else `rules`.
    pub(crate) game: Option<String>,
    /// A rules file of one's own, as text; at most 64 KiB.
    #[schema(max_length = 65536)]
    pub(crate) rules: Option<String>,
    /// House rules: option → choice. What is not named has its default.
    #[serde(default)]
    pub(crate) house: BTreeMap<String, String>,
    /// Where the dice come from.
    #[serde(default)]
    pub(crate) dice: DiceBody,
    /// Who may ask the coach.
    #[serde(default)]
    pub(crate) coach: CoachBody,
    /// The seats, in order.
    #[schema(min_items = 1, max_items = 64)]
    pub(crate) seats: Vec<SeatBody>,
    /// A name for this command (a UUID): sent again with the same token, it opens no second table.
    #[schema(value_type = Option<CommandText>)]
    pub(crate) command: Option<CommandId>,
}

/// Where the dice come from.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DiceBody {
    /// The table throws them, so that anyone can check them.
    #[default]
    Virtual,
    /// They are thrown on a real table and typed in.
    Real,
}

/// Who may ask the coach.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CoachBody {
    /// Nobody.
    Off,
    /// Whoever is on turn.
    #[default]
    Own,
    /// Everybody, about whoever is on turn.
    All,
}

/// A seat: with `bot` a bot's, else with `name` one's own, else somebody else's who has still to come.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SeatBody {
    /// What the player is called.
    #[schema(min_length = 1, max_length = 60)]
    pub(crate) name: Option<String>,
    pub(crate) bot: Option<BotLevel>,
}

/// A table that was opened, or a seat that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seated<'a> {
    table: TableView<'a>,
    you: You,
    here: HereView,
    /// What the seat is held with. It is told once, and only its hash is kept.
    #[schema(value_type = TokenText)]
    token: String,
    /// What others can sit down with.
    invite: String,
}

/// Opens a table.
///
/// With `Authorization: Bearer` and a token of one's own (43 characters of base64url) the seats are held with that;
/// without, there is a new token in the answer.
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = OpenBody,
    security((), ("token" = [])),
    responses((status = 201, description = "The table is open", body = Seated), problems::Always, problems::Body, problems::Token, problems::Change))]
pub(super) async fn open(
    State(site): State<Arc<Site>>,
    Address(address): Address,
    Speaks(language): Speaks,
    caller: Caller,
    Sent(body): Sent<OpenBody>,
) -> Result<Response, Problem> {
    let (room, token) = open_table(&site, address, language, &caller, &body).await?;
    Ok(seated(&site, &room, &token, StatusCode::CREATED).await)
}

/// The table that was asked for, and the token of whoever opened it.
pub(crate) async fn open_table(
    site: &Arc<Site>,
    address: IpAddr,
    language: Language,
    caller: &Caller,
    body: &OpenBody,
) -> Result<(Arc<Room>, String), Problem> {
    if let Some(limits) = &site.limits {
        limits.costly(address)?;
    }
    let (id, command) = match (body.command, caller.bearer()) {
        // The same command of the same person opens the same table.
        (Some(command), Some(token)) => (site.hall.master.opened(token, command), command),
        (command, _) => (new_table(), command.unwrap_or_else(new_command)),
    };
    let token = caller.bearer().map_or_else(new_token, str::to_owned);
    let note = plan(site, id, body, Key::of(&token), language, address).await?;
    site.charge_table(caller, note.to_text().len())?;
    Ok((site.hall.open(id, command, &note).await?, token))
}

/// The note that opens the table, once everything about it is sound.
async fn plan(
    site: &Arc<Site>,
    id: TableId,
    body: &OpenBody,
    key: Key,
    language: Language,
    address: IpAddr,
) -> Result<Note, Problem> {
    let (game, text) = rules_of(body.game.as_deref(), body.rules.as_deref())?;
    let house: House = body.house.iter().map(|(o, c)| (o.clone(), c.clone())).collect();
    if body.rules.is_some() {
        let coaches = &site.hall.coaches;
        let turn = coaches.jobs().turn(Lane::Checks, address.into()).await?;
        let compiling = coaches.sandbox().compile(&game, &text, &house, language);
        if let Some(faults) = turn.wait(compiling).await? {
            return Err(Problem::BadRules { faults: faults.drawn() });
        }
    }
    let booked = read(site, &game, &text, &house, language).await?;
    let dice = match body.dice {
        DiceBody::Virtual => DiceKind::Virtual,
        DiceBody::Real => DiceKind::Real,
    };
    let anchored = first_chain(site, id.as_str(), dice);
    let opened = Opened {
        table: id.to_string(),
        game,
        rules: text,
        house,
        dice,
        coach: match body.coach {
            CoachBody::Off => CoachAllowed::Off,
            CoachBody::Own => CoachAllowed::Own,
            CoachBody::All => CoachAllowed::All,
        },
        opener: key,
        seats: seats(&body.seats, key, &booked.rules, site.words(language)),
        anchor: anchored.map(|(anchor, _)| anchor),
        generation: anchored.map(|(_, generation)| generation),
        after: None,
        first: None,
    };
    let players = &booked.rules.players;
    Ok(Table::opening(opened, players, now())?)
}

/// The anchor of the server's first chain, and which chain that is; none where the dice are real.
pub(crate) fn first_chain(site: &Site, table: &str, dice: DiceKind) -> Option<(Link, Generation)> {
    let generation = site.hall.run.new_generation();
    let anchor = || Dealer::new(site.hall.master.bytes(), table, generation).anchor();
    (dice == DiceKind::Virtual).then(|| (anchor(), generation))
}

/// Reads rules, where nobody waits for it. What is wrong with them is told in this language.
pub(crate) async fn read(
    site: &Arc<Site>,
    game: &str,
    text: &str,
    house: &House,
    language: Language,
) -> Result<Arc<Booked>, Problem> {
    let (site, game, text, house) = (site.clone(), game.to_owned(), text.to_owned(), house.clone());
    let reading = tokio::task::spawn_blocking(move || {
        let file = || RulesFile::read(&game, &text);
        site.hall.shelf.rules(&game, &text, &house).map_err(|said| match file().rules(&house) {
            Err(error) => site.words(language).rules_error(&file(), &error),
            Ok(_) => said,
        })
    });
    let read = reading.await.map_err(|_| Problem::Broken)?;
    read.map_err(|faults| Problem::BadRules { faults })
}

/// The seats as they were asked for; bots without a name get one.
fn seats(asked: &[SeatBody], key: Key, rules: &Rules, words: &Words) -> Vec<SeatPlan> {
    let mut taken: Vec<String> = asked.iter().filter_map(|seat| seat.name.clone()).collect();
    let mut plan = |seat: &SeatBody| {
        let bot = seat.bot.map(Level::from);
        let named = |level: Level| free_bot_name(words, level.label(rules, asked.len()), &taken);
        let unnamed = bot.filter(|_| seat.name.is_none()).map(named);
        taken.extend(unnamed.clone());
        let own = bot.is_none() && seat.name.is_some();
        SeatPlan { name: seat.name.clone().or(unnamed), key: own.then_some(key), bot }
    };
    asked.iter().map(&mut plan).collect()
}

/// The id and the text of the rules that are meant.
pub(crate) fn rules_of(game: Option<&str>, rules: Option<&str>) -> Result<(String, String), Problem> {
    match (game, rules) {
        (Some(game), None) => {
            let known = kosti_games::TEXTS.iter().find(|(id, _)| *id == game);
            let (id, text) = known.ok_or_else(|| Problem::UnknownGame { game: game.to_owned() })?;
            Ok(((*id).to_owned(), (*text).to_owned()))
        }
        (None, Some(text)) if text.len() > MOST_RULES => Err(Problem::TooLarge { most: MOST_RULES }),
        (None, Some(text)) => Ok(("own".to_owned(), text.to_owned())),
        _ => Err(Problem::GameOrRules),
    }
}

/// What somebody who has just sat down is told: the token too, once.
pub(super) async fn seated(site: &Site, room: &Room, token: &str, status: StatusCode) -> Response {
    let inside = room.lock().await;
    let (news, you) = (inside.newest.clone(), You::of(&inside.table, Some(&Key::of(token))));
    drop(inside);
    let mut body = text(room, &news, &you);
    body.pop();
    let invite = site.hall.master.invite(room.id);
    body.extend([",\"token\":\"", token, "\",\"invite\":\"", &invite, "\"}"]);
    let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie(room.id, token)) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    if let Ok(place) = HeaderValue::from_str(&format!("/api/v1/tables/{}", room.id)) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    response
}

/// What a browser keeps the token in.
pub(crate) fn cookie(table: TableId, token: &str) -> String {
    format!("{COOKIE}{table}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax")
}
