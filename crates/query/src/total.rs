//! `total`: the total of a sheet.

use indexmap::IndexMap;
use kosti_rules::{GroupMark, Rules};
use kosti_text::Words;
use serde::Serialize;

use crate::error::QueryError;
use crate::position;
use crate::question::TotalQuestion;

/// The total of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TotalAnswer {
    /// The total, with bonuses and penalties.
    pub total: i32,
    /// By group.
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, GroupTotal>))]
    pub groups: IndexMap<String, GroupTotal>,
    /// The joker points, if the game has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub joker: Option<i32>,
    /// The points, if points decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub points: Option<i32>,
    /// Whether every box is filled.
    pub full: bool,
}

/// The total of a group.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupTotal {
    /// The sum of its boxes.
    pub sum: i32,
    /// The bonus, if the group has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub bonus: Option<i32>,
    /// The penalty, if the group has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub penalty: Option<i32>,
}

pub(crate) fn answer(
    rules: &Rules,
    question: &TotalQuestion,
    words: &Words,
) -> Result<TotalAnswer, QueryError> {
    let sheet_rules = QueryError::require_sheet(rules, "total")?;
    let sheet = position::check_sheet(sheet_rules, question.sheet.as_ref(), words)?;
    let totals = sheet_rules.totals(&sheet);
    let groups = sheet_rules.groups.iter().zip(&totals.groups).map(|(group, &(sum, extra))| {
        let (bonus, penalty) = match &group.mark {
            None => (None, None),
            Some(GroupMark::Bonus { .. }) => (Some(extra), None),
            Some(GroupMark::Penalty { .. }) => (None, Some(extra)),
        };
        (group.id.clone(), GroupTotal { sum, bonus, penalty })
    });
    Ok(TotalAnswer {
        total: totals.total,
        groups: groups.collect(),
        joker: sheet_rules.paid_joker().map(|_| totals.joker),
        points: totals.points,
        full: sheet_rules.is_full(&sheet),
    })
}
