//! Tables as JSON: what everybody at a table sees.

use kosti_coach::Level;
use kosti_dice::Dice;
use kosti_engine::{Action, Phase, Seat, State, Then};
use kosti_journal::Version;
#[cfg(feature = "openapi")]
use kosti_query::{FamilyName, schema};
use kosti_rules::{Entry, Family, House, JOKER, Rules, Sheet, SheetRules, Standing, Text};
use kosti_table::{Chair, CoachAllowed, DiceKind, InTheAir, Table, Who};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[cfg(feature = "openapi")]
use crate::open::{CoachBody, DiceBody};
#[cfg(feature = "openapi")]
use crate::schema::{Face, Hex, Milliseconds, SeatNumber, TableName, ThrowNumber, VersionText};

/// How well a bot plays. `perfect` plays as the coach advises: perfectly where best play is known, and else by estimates.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the API shows the levels by their names")]
pub enum BotLevel {
    Beginner,
    Regular,
    #[serde(alias = "careful")]
    Perfect,
}

impl From<BotLevel> for Level {
    fn from(level: BotLevel) -> Self {
        match level {
            BotLevel::Beginner => Self::Beginner,
            BotLevel::Regular => Self::Regular,
            BotLevel::Perfect => Self::Perfect,
        }
    }
}

/// Where a table stands, the same for everybody.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableView<'a> {
    /// The id of the table: who knows it can watch.
    #[cfg_attr(feature = "openapi", schema(value_type = TableName))]
    id: &'a str,
    /// Where it stands. Actions name the version that they were decided on.
    #[cfg_attr(feature = "openapi", schema(value_type = VersionText))]
    version: Version,
    game: GameView<'a>,
    #[cfg_attr(feature = "openapi", schema(value_type = DiceBody))]
    dice: DiceKind,
    #[cfg_attr(feature = "openapi", schema(value_type = CoachBody))]
    coach: CoachAllowed,
    status: Status,
    seats: Vec<SeatView<'a>>,
    /// The turn in progress.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    turn: Option<TurnView>,
    /// The seats that still throw for the start, if throws decide it; the first of them is on turn.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<SeatNumber>>, required = true))]
    lot: Option<Vec<usize>>,
    /// A throw that waits for the link of a witness.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    air: Option<AirView>,
    /// Score sheet: what the dice on the table can do with each open box.
    offers: Vec<OfferView<'a>>,
    /// Race: what can be done with the dice on the table.
    selections: Vec<SelectionView>,
    /// The seat that can take back its last decision.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<SeatNumber>, required = true))]
    may_undo: Option<usize>,
    #[cfg_attr(feature = "openapi", schema(required = true))]
    outcome: Option<OutcomeView<'a>>,
    /// Where the rematch is.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<TableName>, required = true))]
    rematch: Option<&'a str>,
    /// How many throws there have been; the next one has this number and one.
    throws: u64,
    /// The hash of everything that has happened, which the next throw stands on.
    #[cfg_attr(feature = "openapi", schema(value_type = Hex))]
    history: &'a kosti_dice::fair::History,
    /// In milliseconds since 1970.
    #[cfg_attr(feature = "openapi", schema(value_type = Milliseconds))]
    opened_at: i64,
    /// In milliseconds since 1970.
    #[cfg_attr(feature = "openapi", schema(value_type = Milliseconds))]
    changed_at: i64,
}

/// How far a table is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Somebody is waited for.
    Seating,
    /// The game is on.
    Playing,
    /// The game has ended.
    Over,
    /// Its opener has deleted it.
    Deleted,
}

/// The game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameView<'a> {
    /// The id of the game; `own` with rules of one's own.
    id: &'a str,
    /// Its name, in one language or by language.
    #[cfg_attr(feature = "openapi", schema(value_type = TextForm))]
    name: &'a Text,
    #[cfg_attr(feature = "openapi", schema(value_type = FamilyName))]
    family: &'static str,
    /// The hash of what the rules mean.
    hash: &'a str,
    /// The house rules that were chosen: option → choice.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, String>))]
    house: &'a House,
}

/// A seat, and how it stands.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatView<'a> {
    #[cfg_attr(feature = "openapi", schema(value_type = SeatNumber))]
    seat: usize,
    /// Empty while nobody has sat there.
    name: &'a str,
    #[cfg_attr(feature = "openapi", schema(value_type = WhoForm))]
    who: &'static str,
    /// How well the bot plays that sits here or stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<BotLevel>, nullable = false))]
    bot: Option<Level>,
    /// Whether the client can prove throws.
    chain: bool,
    /// Whether the player has left.
    left: bool,
    /// The sheet by box: a number, `"x"`, or a list where a box is filled several times.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<std::collections::BTreeMap<String, schema::WrittenEntries>>, nullable = false))]
    sheet: Option<SheetView<'a>>,
    /// The total of the sheet, or the score of the race.
    total: i32,
    /// The points, where points decide the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    points: Option<i32>,
    /// Turns left in the barrel, or until lost turns cost points, in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    turns_left: Option<u8>,
}

/// The turn in progress.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnView {
    /// Whose.
    #[cfg_attr(feature = "openapi", schema(value_type = SeatNumber))]
    seat: usize,
    /// How many throws there have been.
    throw: u8,
    /// The dice on the table, lowest first; in a race without those aside.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Face>))]
    dice: Dice,
    /// Whether dice may be thrown again. In a race, see `selections`.
    rethrow: bool,
    /// What may be kept of the dice, if the rules do not let everything be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, value_type = Option<Vec<Vec<Face>>>))]
    keeps: Option<Vec<Dice>>,
    /// How many dice are aside, in a race.
    aside: usize,
    /// The points of the turn so far, in a race.
    points: i32,
    /// The id of the box that was announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    announced: Option<String>,
}

/// A throw that waits for the link of a witness.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AirView {
    /// The seat that throws.
    #[cfg_attr(feature = "openapi", schema(value_type = SeatNumber))]
    seat: usize,
    /// The number of the throw.
    #[cfg_attr(feature = "openapi", schema(value_type = ThrowNumber))]
    pub(crate) number: u64,
    /// The seat whose client is asked for its link.
    #[cfg_attr(feature = "openapi", schema(value_type = SeatNumber))]
    pub(crate) witness: usize,
}

impl AirView {
    pub(crate) fn of(air: &InTheAir) -> Self {
        Self { seat: air.seat, number: air.number, witness: air.witness }
    }
}

/// An entry that the dice on the table offer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferView<'a> {
    /// The id of the box.
    r#box: &'a str,
    /// The points of the entry; null: may not be scored now.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    score: Option<i32>,
    /// Whether it may be crossed out now.
    cross: bool,
    /// The bonus of a joker.
    #[serde(default, skip_serializing_if = "is_zero")]
    bonus: i32,
    /// Whether it may be announced now.
    #[serde(default, skip_serializing_if = "is_false")]
    announce: bool,
}

/// Dice that can be set aside.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SelectionView {
    /// These dice.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Face>))]
    take: Dice,
    /// Their points.
    points: i32,
    /// The actions that may follow.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<schema::Then>))]
    then: Vec<Then>,
}

/// How the game ended.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutcomeView<'a> {
    /// The seats that won; several where they are equal.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<SeatNumber>))]
    winners: Vec<usize>,
    /// The instant win that ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    by: Option<&'a str>,
}

/// A text, the same in every language or by language.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[serde(untagged)]
#[expect(missing_docs, reason = "it describes the API, and each variant speaks for itself")]
pub enum TextForm {
    Plain(String),
    ByLanguage(std::collections::BTreeMap<String, String>),
}

/// Who sits on a seat.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "it describes the API, and each variant speaks for itself")]
pub enum WhoForm {
    Person,
    Bot,
    /// Nobody yet, or nobody any more.
    Nobody,
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

fn is_false(yes: &bool) -> bool {
    !yes
}

/// A sheet, written without being copied.
#[derive(Debug)]
struct SheetView<'a> {
    rules: &'a SheetRules,
    sheet: &'a Sheet,
}

struct Written(Entry);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Entry::Score(points) => to.serialize_i32(points),
            Entry::Crossed => to.serialize_str("x"),
        }
    }
}

struct Several<'a>(&'a [Entry]);

impl Serialize for Several<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|entry| Written(*entry)))
    }
}

impl Serialize for SheetView<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for (nth, slot) in self.rules.slots.iter().enumerate() {
            match (self.sheet.entries(nth), slot.fill) {
                ([], _) => {}
                ([entry], 1) => map.serialize_entry(&slot.id, &Written(*entry))?,
                (entries, _) => map.serialize_entry(&slot.id, &Several(entries))?,
            }
        }
        if self.sheet.joker() != 0 {
            map.serialize_entry(JOKER, &self.sheet.joker())?;
        }
        map.end()
    }
}

/// The table as it stands: serialised already, if somebody listens who wants that.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum CurrentView<'a> {
    /// The JSON that listeners got.
    Rendered(&'a RawValue),
    /// The table.
    Table(Box<TableView<'a>>),
}

impl<'a> TableView<'a> {
    pub(crate) fn of(table: &'a Table, version: Version) -> Self {
        let rules = table.rules();
        let state = table.state();
        let outcome = state.and_then(State::outcome);
        let status = match state {
            _ if table.is_deleted() => Status::Deleted,
            None => Status::Seating,
            Some(_) if outcome.is_some() => Status::Over,
            Some(_) => Status::Playing,
        };
        let wins = rules.sheet().map_or(&[][..], |sheet| &sheet.instant_wins);
        let (opened_at, changed_at) = table.times();
        Self {
            id: table.id(),
            version,
            game: GameView {
                id: table.game(),
                name: &rules.name,
                family: if rules.race().is_some() { "race" } else { "sheet" },
                hash: &rules.hash,
                house: table.house(),
            },
            dice: table.dice(),
            coach: table.coach(),
            status,
            seats: table
                .chairs()
                .iter()
                .enumerate()
                .map(|(n, chair)| seat_view(n, chair, rules, state))
                .collect(),
            turn: state.and_then(turn_view),
            lot: state.and_then(|state| match state.phase() {
                Phase::Lot { contenders, sums } => {
                    Some(contenders[sums.len()..].iter().map(|seat| seat.0).collect())
                }
                _ => None,
            }),
            air: table.in_the_air().map(AirView::of),
            offers: state.map(|state| offers(rules, state)).unwrap_or_default(),
            selections: state.map(selections).unwrap_or_default(),
            may_undo: state.and_then(State::who_may_undo).map(|seat| seat.0),
            outcome: outcome.map(|outcome| OutcomeView {
                winners: outcome.winners.iter().map(|seat| seat.0).collect(),
                by: outcome.at_once.and_then(|win| wins.get(win)).map(|win| win.id.as_str()),
            }),
            rematch: table.rematch(),
            throws: table.throws(),
            history: table.history(),
            opened_at,
            changed_at,
        }
    }
}

fn seat_view<'a>(seat: usize, chair: &'a Chair, rules: &'a Rules, state: Option<&'a State>) -> SeatView<'a> {
    let player = state.map(|state| &state.players()[seat]);
    let result = state.map(|state| state.result(Seat(seat)));
    let standing = player.filter(|_| rules.race().is_some()).map(|player| player.standing);
    SeatView {
        seat,
        name: &chair.name,
        who: match chair.who {
            Who::Nobody => "nobody",
            Who::Person { .. } => "person",
            Who::Bot(_) => "bot",
        },
        bot: chair.bot(),
        chain: chair.has_chain(),
        left: player.is_some_and(|player| player.left),
        sheet: rules.sheet().zip(player).map(|(rules, player)| SheetView { rules, sheet: &player.sheet }),
        total: result.map_or(0, |result| result.total),
        points: result.and_then(|result| result.points),
        turns_left: standing.map(|Standing { turns_left, .. }| turns_left),
    }
}

fn turn_view(state: &State) -> Option<TurnView> {
    let turn = state.turn()?;
    let rethrow = match &state.rules().family {
        Family::Sheet(_) => state.throws_left() > 0,
        Family::Race(_) => turn.throw == 0,
    };
    let restricted = state.rules().sheet().is_some_and(SheetRules::restricts_keeps);
    let keeps = (restricted && rethrow && turn.throw > 0).then(|| {
        let keep = |action| if let Action::Throw { keep } = action { Some(keep) } else { None };
        state.legal_actions().into_iter().filter_map(keep).collect()
    });
    let (seat, throw, dice) = (turn.seat.0, turn.throw, turn.dice);
    let announced = turn.announced.and_then(|slot| Some(state.rules().sheet()?.slots[slot].id.clone()));
    Some(TurnView { seat, throw, dice, rethrow, keeps, aside: turn.aside, points: turn.points, announced })
}

fn offers<'a>(rules: &'a Rules, state: &State) -> Vec<OfferView<'a>> {
    let Some(sheet) = rules.sheet() else { return Vec::new() };
    let view = |offer: &kosti_rules::Offer| OfferView {
        r#box: &sheet.slots[offer.slot].id,
        score: offer.score,
        cross: offer.cross,
        bonus: offer.bonus,
        announce: offer.announce,
    };
    state.offers().iter().map(view).collect()
}

/// The selections that can be set aside, and the actions that may follow.
fn selections(state: &State) -> Vec<SelectionView> {
    if state.rules().race().is_none() {
        return Vec::new();
    }
    let mut views: Vec<SelectionView> = Vec::new();
    for action in state.legal_actions() {
        let Action::SetAside { take, then } = action else { continue };
        match views.iter_mut().find(|selection| selection.take == take) {
            Some(selection) => selection.then.push(then),
            None => {
                let known = state.selections().iter().find(|selection| selection.take == take);
                let points = known.map_or(0, |selection| selection.points);
                views.push(SelectionView { take, points, then: vec![then] });
            }
        }
    }
    views
}
