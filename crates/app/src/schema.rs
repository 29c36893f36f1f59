//! Texts and numbers that have a form of their own, as the description of the API names them.

pub use kosti_query::schema::{Face, SeatNumber};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaFormat, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! forms {
    ($($(#[doc = $doc:literal])+ $name:ident: $build:expr;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let build: fn(ObjectBuilder) -> ObjectBuilder = $build;
                let said = concat!($($doc, " "),+).split_whitespace().collect::<Vec<_>>().join(" ");
                RefOr::T(Schema::Object(build(ObjectBuilder::new().description(Some(said))).build()))
            }
        }

        impl ToSchema for $name {}
    )+};
}

fn text(builder: ObjectBuilder, pattern: &str) -> ObjectBuilder {
    builder.schema_type(SchemaType::new(Type::String)).pattern(Some(pattern))
}

fn number(builder: ObjectBuilder, least: i64, most: i64) -> ObjectBuilder {
    builder.schema_type(SchemaType::new(Type::Integer)).minimum(Some(least)).maximum(Some(most))
}

forms! {
    /// The id of a table: 12 letters and digits. Who knows it can watch.
    TableName: |builder| text(builder, "^[a-zA-Z2-7]{12}$");
    /// Where a table stands. Only equality means something; send it back as it came.
    VersionText: |builder| text(builder, "^[0-9]{1,18}$");
    /// A link or an anchor of a chain, or a hash: 64 hexadecimal digits.
    Hex: |builder| text(builder, "^[0-9a-fA-F]{64}$");
    /// The token of a seat: 43 characters of base64url.
    TokenText: |builder| text(builder, "^[A-Za-z0-9_-]{43}$");
    /// A name for this command, of the sender's making: sent again, it is not done twice.
    CommandText: |builder| text(builder, "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
        .format(Some(SchemaFormat::Custom("uuid".to_owned())));
    /// The number of a throw at its table, from 1.
    ThrowNumber: |builder| number(builder, 0, i64::MAX);
    /// Milliseconds since 1970.
    Milliseconds: |builder| number(builder, i64::MIN, i64::MAX);
}
