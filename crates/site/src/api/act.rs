//! Playing.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use kosti_dice::Dice;
use kosti_dice::fair::{History, Link};
use kosti_engine::{Action, Correction, Seat, Then};
use kosti_journal::{CommandId, Version};
use kosti_rules::{Entry, Rules, Standing};
use kosti_table::{By, Contribution, Refused, Wish};
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::{Answer, You, answer, newest};
use super::problems;
use super::table::{COMMAND, wish};
use crate::caller::{At, Caller, Sent};
use crate::forms::{CommandText, Face, Hex, PointsNumber, SeatNumber, TableName, ThrowNumber, VersionText};
use crate::problem::Problem;
use crate::secrets::new_command;
use crate::shapes::OneWritten;
use crate::site::Site;

/// Something that somebody does.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ActBody {
    /// The version of the table that it was decided on.
    #[schema(value_type = VersionText)]
    version: Version,
    /// For which of one's seats; the one on turn without.
    #[schema(value_type = Option<SeatNumber>)]
    seat: Option<usize>,
    action: ActionBody,
    /// The client's link for this throw, where it proves throws.
    #[schema(value_type = Option<Hex>)]
    link: Option<Link>,
    /// With a link: the hash of everything that the client has seen of the table. Another one is refused.
    #[schema(value_type = Option<Hex>)]
    history: Option<History>,
    /// A name for this command (a UUID): sent again, it is not done twice.
    #[schema(value_type = Option<CommandText>)]
    command: Option<CommandId>,
}

/// One of `keep`, `score`, `cross`, `take` with `then`, `undo`, `leave`, `return`, `correct`, as advice tells actions.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ActionBody {
    /// Throw, and keep these dice; none for the first throw of a turn.
    #[schema(value_type = Option<Vec<Face>>, max_items = 64)]
    keep: Option<Vec<u8>>,
    /// How the real dice fell, with `keep`, or with `take` and `then` as `throw`.
    #[schema(value_type = Option<Vec<Face>>, max_items = 64)]
    fell: Option<Vec<u8>>,
    /// Write into this box.
    score: Option<String>,
    /// Cross this box out.
    cross: Option<String>,
    /// Announce this box, after the first throw.
    announce: Option<String>,
    /// Set these dice aside.
    #[schema(value_type = Option<Vec<Face>>, max_items = 64)]
    take: Option<Vec<u8>>,
    /// What follows on setting aside.
    then: Option<ThenBody>,
    /// Take back one's last decision.
    #[serde(default)]
    undo: bool,
    /// Leave: the seat is skipped from now on.
    #[serde(default)]
    leave: bool,
    /// Come back.
    #[serde(default)]
    r#return: bool,
    correct: Option<CorrectBody>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThenBody {
    /// End the turn and keep its points.
    Bank,
    /// Throw the other dice.
    Throw,
}

/// A correction, with real dice: of an entry (`box`, `nth` where it is filled several times, `to` where it belongs
/// elsewhere, `entry`), of what jokers have brought (`joker`), or of a score in a race (`score`, `turns_left`).
#[derive(Debug, Deserialize, ToSchema)]
struct CorrectBody {
    /// Whose.
    #[schema(value_type = SeatNumber)]
    seat: usize,
    /// Of which box.
    r#box: Option<String>,
    /// Which of its entries, from 0, where it is filled several times.
    #[serde(default)]
    #[schema(maximum = 64)]
    nth: usize,
    /// Where the entry belongs, if elsewhere.
    to: Option<String>,
    /// What should stand there: points, or `"x"` for crossed out.
    #[schema(value_type = Option<OneWritten>)]
    entry: Option<EntryBody>,
    /// What jokers have brought.
    #[schema(value_type = Option<PointsNumber>)]
    joker: Option<i32>,
    /// The score, in a race.
    #[schema(value_type = Option<PointsNumber>)]
    score: Option<i32>,
    /// The turns left in the barrel, or until lost turns cost points, in a race.
    #[serde(default)]
    #[schema(maximum = 255)]
    turns_left: u8,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum EntryBody {
    Points(i32),
    Crossed(Crossed),
}

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) enum Crossed {
    #[serde(rename = "x")]
    X,
}

impl ActionBody {
    fn action(&self, rules: &Rules) -> Result<Action, Problem> {
        let slot = |id: &String| {
            let found = rules.sheet().and_then(|sheet| sheet.slot(id));
            found.ok_or_else(|| Problem::UnknownBox { id: id.clone() })
        };
        let mut meant: Vec<Action> = Vec::new();
        if let Some(keep) = &self.keep {
            meant.push(Action::Throw { keep: dice(keep)? });
        }
        if let Some(id) = &self.score {
            meant.push(Action::Score { slot: slot(id)? });
        }
        if let Some(id) = &self.cross {
            meant.push(Action::Cross { slot: slot(id)? });
        }
        if let Some(id) = &self.announce {
            meant.push(Action::Announce { slot: slot(id)? });
        }
        if let Some(take) = &self.take {
            let then = match self.then.ok_or(Problem::OneAction)? {
                ThenBody::Bank => Then::Bank,
                ThenBody::Throw => Then::Throw,
            };
            meant.push(Action::SetAside { take: dice(take)?, then });
        }
        if let Some(correct) = &self.correct {
            meant.push(Action::Correct(correct.correction(slot)?));
        }
        meant.extend(self.undo.then_some(Action::Undo));
        meant.extend(self.leave.then_some(Action::Leave));
        meant.extend(self.r#return.then_some(Action::Return));
        match meant[..] {
            [action] => Ok(action),
            _ => Err(Problem::OneAction),
        }
    }
}

impl CorrectBody {
    fn correction(&self, slot: impl Fn(&String) -> Result<usize, Problem>) -> Result<Correction, Problem> {
        let seat = Seat(self.seat);
        match (&self.r#box, &self.entry, self.joker, self.score) {
            (Some(id), Some(entry), None, None) => {
                let (slot, to) = (slot(id)?, slot(self.to.as_ref().unwrap_or(id))?);
                let entry = match entry {
                    EntryBody::Points(points) => Entry::Score(*points),
                    EntryBody::Crossed(Crossed::X) => Entry::Crossed,
                };
                Ok(Correction::Entry { seat, slot, nth: self.nth, to, entry })
            }
            (None, None, Some(points), None) => Ok(Correction::Joker { seat, points }),
            (None, None, None, Some(score)) => {
                Ok(Correction::Standing { seat, standing: Standing { score, turns_left: self.turns_left } })
            }
            _ => Err(Problem::OneAction),
        }
    }
}

fn dice(faces: &[u8]) -> Result<Dice, Problem> {
    Dice::from_faces(faces).map_err(|error| Problem::BadDice { message: error.to_string() })
}

/// Does something: throws, writes, takes back, leaves, corrects.
#[utoipa::path(post, path = "/tables/{table}/actions", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = ActBody, security(("token" = [])),
    responses((status = 200, description = "It is done, durably", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn act(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    Sent(body): Sent<ActBody>,
) -> Result<Response, Problem> {
    let key = caller.needed_key(table)?;
    site.charge(&caller, &key, COMMAND)?;
    let room = site.hall.room(table).await?;
    let action = body.action.action(&room.rules)?;
    let fell = body.action.fell.as_deref().map(dice).transpose()?;
    let brings = brought(body.link, body.history)?;
    let wish = Wish::Act { seat: body.seat, action, fell, brings };
    let command = body.command.unwrap_or_else(new_command);
    let timer = std::time::Instant::now();
    let news = site.hall.execute(&room, command, By::Holder(key), Some(body.version), &wish).await?;
    site.metrics.seconds.observe(timer.elapsed().as_secs_f64());
    let you = You::of(&room.lock().await.table, Some(&key));
    Ok(answer(&room, &news, &you))
}

/// What a client brings to a throw: nothing, or a link with the history that it was given on.
pub(crate) fn brought(link: Option<Link>, history: Option<History>) -> Result<Option<Contribution>, Refused> {
    let brings = |link| history.map(|history| Contribution { link, history }).ok_or(Refused::HistoryNeeded);
    link.map(brings).transpose()
}

/// A link that was asked for.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WitnessBody {
    /// The seat that was asked: `air.witness` of the table.
    #[schema(value_type = SeatNumber)]
    seat: usize,
    /// The number of the throw: `air.number`.
    #[schema(value_type = ThrowNumber)]
    number: u64,
    /// The client's link for this throw.
    #[schema(value_type = Hex)]
    link: Link,
    /// The hash of everything that the client has seen of the table, the call of this throw too. Another one is refused.
    #[schema(value_type = Option<Hex>)]
    history: Option<History>,
}

/// Gives the link that the table asks a witness for.
#[utoipa::path(post, path = "/tables/{table}/witness", tag = "tables",
    params(("table" = TableName, Path, description = "The table's id")),
    request_body = WitnessBody, security(("token" = [])),
    responses((status = 200, description = "The dice have fallen", body = Answer), problems::Always, problems::Body, problems::Token, problems::AtTable, problems::Change))]
pub(super) async fn witness(
    State(site): State<Arc<Site>>,
    At(table): At,
    caller: Caller,
    Sent(body): Sent<WitnessBody>,
) -> Result<Response, Problem> {
    let WitnessBody { seat, number, link, history } = body;
    // Who asks comes before what is asked.
    caller.needed_key(table)?;
    let history = history.ok_or(Refused::HistoryNeeded)?;
    let witness = Wish::Witness { seat, number, brings: Contribution { link, history } };
    let room = wish(&site, table, &caller, None, &witness).await?;
    Ok(newest(&room, caller.key(table).as_ref()).await)
}
