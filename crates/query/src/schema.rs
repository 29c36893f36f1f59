//! Schemas of values that other crates define, for the OpenAPI description.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident: $least:expr, $most:expr;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let number = ObjectBuilder::new().schema_type(SchemaType::new(Type::Integer));
                let number = number.description(Some(concat!($($doc),+).trim()));
                RefOr::T(Schema::Object(number.minimum(Some($least)).maximum(Some($most)).build()))
            }
        }

        impl ToSchema for $name {}
    )+};
}

numbers! {
    /// A seat, counted from 0.
    SeatNumber: 0_i64, 63_i64;
    /// The face of a die.
    Face: 1_i64, 12_i64;
    /// Points.
    PointsNumber: i64::from(i32::MIN), i64::from(i32::MAX);
}

/// An entry, or several where a box is filled several times.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum WrittenEntries {
    /// Points.
    Points(PointsNumber),
    /// Crossed out.
    Crossed(Crossed),
    /// Several.
    Several(Vec<WrittenEntry>),
}

/// Points, or `"x"` for crossed out.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum WrittenEntry {
    /// Points.
    Points(PointsNumber),
    /// Crossed out.
    Crossed(Crossed),
}

/// Crossed out.
#[derive(Debug, ToSchema)]
pub enum Crossed {
    /// Crossed out.
    #[serde(rename = "x")]
    X,
}

/// The standings of a race, or the number of players at its start.
#[derive(Debug, ToSchema)]
#[serde(untagged)]
pub enum RaceSeats {
    /// The standings.
    Standings(Vec<RaceSeat>),
    /// The number of players at the start.
    Count(u8),
}

/// The standing of a player.
#[derive(Debug, ToSchema)]
pub struct RaceSeat {
    /// The score.
    pub score: i32,
    /// Turns left in the barrel, or until lost turns cost points; 0 if neither is counted.
    #[schema(required = false)]
    pub turns_left: u8,
}

/// What to do after setting dice aside.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Then {
    /// End the turn and keep its points.
    Bank,
    /// Throw the other dice.
    Throw,
}
