//! Opening a table.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use kosti_coach::Level;
use kosti_journal::{CommandId, TableId};
use kosti_query::free_bot_name;
use kosti_rules::{House, Rules};
use kosti_table::{CoachAllowed, Commit, Dealer, DiceKind, Key, Opened, SeatPlan, Table};
use kosti_text::{Language, Words};
use serde::Deserialize;

use crate::app::App;
use crate::caller::Caller;
use crate::error::AppError;
use crate::jobs::Lane;
use crate::rules::rules_of;
#[cfg(feature = "openapi")]
use crate::schema::CommandText;
use crate::secrets::{new_table, new_token};
use crate::table_session::TableSession;
use crate::views::BotLevel;

/// A request to open a table.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenBody {
    /// The id of a game that comes with Kosti; or else `rules`.
    pub game: Option<String>,
    /// A rules file of one's own, as text; at most 64 KiB.
    #[cfg_attr(feature = "openapi", schema(max_length = 65536))]
    pub rules: Option<String>,
    /// House rules: option → choice. The other options have their defaults.
    #[serde(default)]
    pub house: BTreeMap<String, String>,
    /// The source of the dice.
    #[serde(default)]
    pub dice: DiceBody,
    /// The people who may ask the coach.
    #[serde(default)]
    pub coach: CoachBody,
    /// The seats, in order.
    #[serde(deserialize_with = "crate::json_object::objects")]
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 64))]
    pub seats: Vec<SeatBody>,
    /// A name for this command (a UUID): sent again with the same token, it opens no second table.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<CommandText>))]
    pub command: Option<CommandId>,
}

/// The source of the dice.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DiceBody {
    /// The table throws them, so that anyone can check them.
    #[default]
    Virtual,
    /// They are thrown on a real table and typed in.
    Real,
}

/// The people who may ask the coach.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CoachBody {
    /// Nobody.
    Off,
    /// The player on turn.
    #[default]
    Own,
    /// Everybody, about the player on turn.
    All,
}

/// A seat: with `bot` a bot's, else with `name` one's own, else somebody else's who has still to come.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeatBody {
    /// The name of the player.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 60))]
    pub name: Option<String>,
    #[expect(missing_docs, reason = "the API shows the text of the level itself")]
    pub bot: Option<BotLevel>,
}

impl App {
    /// Opens a table. Returns it, and the token of its opener.
    ///
    /// # Errors
    /// When the request is wrong, the address asks too often, or the table was not written.
    pub async fn open_table(
        self: &Arc<Self>,
        address: IpAddr,
        language: Language,
        caller: &Caller,
        body: &OpenBody,
    ) -> Result<(Arc<TableSession>, String), AppError> {
        self.charge_costly(address)?;
        let (id, command) = match (body.command, caller.bearer()) {
            // The same command of the same person opens the same table.
            (Some(command), Some(token)) => (self.registry.master.table_opened_by(token, command), command),
            (command, _) => (new_table(self.host()), command.unwrap_or_else(|| self.new_command())),
        };
        let token = caller.bearer().map_or_else(|| new_token(self.host()), str::to_owned);
        let (commit, dealer) = self.plan_table(id, body, Key::of(&token), language, address).await?;
        let text = commit.to_text();
        self.charge_table(caller, text.len())?;
        Ok((self.registry.open(id, command, text, dealer).await?, token))
    }

    /// The commit that opens the table, once everything about it is sound, and the server's first chain.
    async fn plan_table(
        self: &Arc<Self>,
        id: TableId,
        body: &OpenBody,
        key: Key,
        language: Language,
        address: IpAddr,
    ) -> Result<(Commit, Option<Dealer>), AppError> {
        let (game, text) = rules_of(body.game.as_deref(), body.rules.as_deref())?;
        let house: House = body.house.iter().map(|(o, c)| (o.clone(), c.clone())).collect();
        if body.rules.is_some() {
            let coaches = &self.registry.coaches;
            let turn = coaches.jobs().turn(Lane::Checks, address.into()).await?;
            let compiling = coaches.sandbox().compile(&game, &text, &house, language);
            if let Some(faults) = turn.wait(compiling).await? {
                return Err(AppError::BadRules { faults: faults.into_text() });
            }
        }
        let compiled = self.rules(&game, &text, &house, language).await?;
        let dice = match body.dice {
            DiceBody::Virtual => DiceKind::Virtual,
            DiceBody::Real => DiceKind::Real,
        };
        let dealer = self.first_dealer(id.as_str(), dice);
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
            seats: seats(&body.seats, key, &compiled.rules, self.words(language)),
            anchor: dealer.as_ref().map(Dealer::anchor),
            generation: dealer.as_ref().and_then(Dealer::generation),
            after: None,
            first: None,
        };
        let players = &compiled.rules.players;
        Ok((Table::opening(opened, players, self.host().wall_clock())?, dealer))
    }

    /// The server's first chain of a table; none where the dice are real.
    pub(crate) fn first_dealer(&self, table: &str, dice: DiceKind) -> Option<Dealer> {
        let generation = self.registry.run.new_generation(self.host());
        (dice == DiceKind::Virtual).then(|| Dealer::new(self.registry.master.bytes(), table, generation))
    }
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
