//! Ids, versions and positions as text.

use std::collections::BTreeSet;

use kosti_journal::{CommandId, Position, TableId, TableIdError, Version};
use proptest::prelude::*;

#[test]
fn what_is_no_table() {
    assert_eq!("kosti2kosti".parse::<TableId>(), Err(TableIdError::Length(11)));
    assert_eq!("kosti2kosti77".parse::<TableId>(), Err(TableIdError::Length(13)));
    assert_eq!("".parse::<TableId>(), Err(TableIdError::Length(0)));
    for wrong in ['0', '1', '8', '9', '-', ' ', 'ї', '\u{212a}'] {
        let text = format!("kosti2kost{wrong}7");
        assert_eq!(text.parse::<TableId>(), Err(TableIdError::Character(wrong)));
    }
}

#[test]
fn what_is_no_place() {
    for wrong in ["", "-1", "+1", " 1", "x", "9223372036854775808", "99999999999999999999"] {
        assert!(wrong.parse::<Version>().is_err(), "{wrong}");
        assert!(wrong.parse::<Position>().is_err(), "{wrong}");
    }
    for wrong in ["", "7", "123e4567-e89b-42d3-a456-42661417400", "123e4567-e89b-42d3-a456-42661417400g"] {
        assert!(wrong.parse::<CommandId>().is_err(), "{wrong}");
    }
}

proptest! {
    #[test]
    fn there_and_back(bits in any::<u64>(), bytes in any::<[u8; 16]>(), number in 0..=i64::MAX) {
        let table = TableId::from_bits(bits);
        prop_assert_eq!(table.to_string().to_uppercase().parse(), Ok(table));
        prop_assert_eq!(serde_json::from_str::<TableId>(&serde_json::to_string(&table).unwrap()).unwrap(), table);
        let command = CommandId::from_bytes(bytes);
        prop_assert_eq!(command.to_string().parse(), Ok(command));
        prop_assert_eq!(serde_json::from_value::<CommandId>(serde_json::to_value(command).unwrap()).unwrap(), command);
        let version: Version = number.to_string().parse().unwrap();
        prop_assert_eq!(serde_json::to_value(version).unwrap(), number.to_string());
        prop_assert_eq!(serde_json::from_value::<Version>(serde_json::to_value(version).unwrap()).unwrap(), version);
        let position: Position = number.to_string().parse().unwrap();
        prop_assert_eq!(serde_json::from_value::<Position>(serde_json::to_value(position).unwrap()).unwrap(), position);
    }

    #[test]
    fn other_bits_are_another_table(numbers in prop::collection::btree_set(0_u64..1 << 60, 0..50)) {
        let names: BTreeSet<TableId> = numbers.iter().map(|&bits| TableId::from_bits(bits)).collect();
        prop_assert_eq!(names.len(), numbers.len());
    }
}
