//! `score`: the scores of dice.

use kosti_dice::Dice;
use kosti_rules::{Family, RaceRules, Rules, SheetRules};
use kosti_text::Words;
use serde::Serialize;

use crate::error::QueryError;
use crate::position;
use crate::question::ScoreQuestion;
#[cfg(feature = "openapi")]
use crate::schema::Face;

/// The score of each open box, or the selections of a race.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ScoreAnswer {
    /// On a score sheet.
    Sheet(SheetScore),
    /// In a race.
    Race(RaceScore),
}

/// The score of each open box.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SheetScore {
    /// The open boxes.
    pub boxes: Vec<BoxScore>,
    /// Whether dice may be thrown again.
    pub rethrow: bool,
    /// Whether these dice win the game at once.
    pub wins: bool,
}

/// An open box.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoxScore {
    /// Its id.
    pub r#box: String,
    /// The score; null if the box may not be scored now.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub score: Option<i32>,
    /// Whether it may be crossed out now.
    pub cross: bool,
    /// The extra points of a joker.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub bonus: Option<i32>,
    /// The reason, for people.
    pub why: String,
}

/// The selections of a race.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RaceScore {
    /// Whether the dice are a bust.
    pub bust: bool,
    /// Whether it costs the whole score too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub score_lost: bool,
    /// The selections, most points first.
    pub selections: Vec<Selection>,
    /// Whether the dice are a double, which gives a free throw.
    pub free_throw: bool,
}

/// Dice that can be set aside.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Selection {
    /// The dice.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Face>))]
    pub take: Dice,
    /// Their points.
    pub points: i32,
}

pub(crate) fn answer(
    rules: &Rules,
    question: &ScoreQuestion,
    words: &Words,
) -> Result<ScoreAnswer, QueryError> {
    match &rules.family {
        Family::Sheet(sheet) => boxes(rules, sheet, question, words).map(ScoreAnswer::Sheet),
        Family::Race(race) => selections(rules, race, question).map(ScoreAnswer::Race),
    }
}

fn boxes(
    rules: &Rules,
    sheet_rules: &SheetRules,
    question: &ScoreQuestion,
    words: &Words,
) -> Result<SheetScore, QueryError> {
    let dice = position::check_dice(rules, question.dice.as_ref(), rules.dice.into())?;
    let throws = sheet_rules.throws;
    let throw = question.throw.ok_or_else(|| QueryError::missing("throw"))?;
    if throw == 0 || throw > throws {
        return Err(QueryError::BadThrow { throw, throws });
    }
    let sheet = position::check_sheet(sheet_rules, question.sheet.as_ref(), words)?;
    let offers = sheet_rules.offers(&sheet, dice, throw).into_iter();
    let boxes = offers.map(|offer| BoxScore {
        r#box: sheet_rules.slots[offer.slot].id.clone(),
        score: offer.score,
        cross: offer.cross,
        bonus: (offer.bonus != 0).then_some(offer.bonus),
        why: words.explain_score(
            sheet_rules,
            offer.slot,
            &sheet_rules.explain(&sheet, offer.slot, dice, throw),
        ),
    });
    let wins = sheet_rules.wins(dice, throw).is_some();
    let over = wins || sheet_rules.is_full(&sheet);
    Ok(SheetScore { boxes: boxes.collect(), rethrow: throw < throws && !over, wins })
}

fn selections(rules: &Rules, race: &RaceRules, question: &ScoreQuestion) -> Result<RaceScore, QueryError> {
    let aside = position::check_aside(race, question.aside)?;
    let dice = position::check_dice(rules, question.dice.as_ref(), race.dice() - aside)?;
    let selections = race.selections(dice).iter();
    Ok(RaceScore {
        bust: race.is_bust(dice, aside),
        score_lost: race.loses_score(dice),
        selections: selections
            .map(|selection| Selection { take: selection.take, points: selection.points })
            .collect(),
        free_throw: race.is_double(dice, aside),
    })
}
