//! Checks the output of the example.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[allow(dead_code, reason = "its main function is not called here")]
#[path = "../examples/play_bot.rs"]
mod play_bot;

#[test]
fn a_bot_plays_a_whole_game() {
    let mut out = Vec::new();
    play_bot::play_bot(&mut out).unwrap();
    let expected = "\
Thrown { seat: Seat(0), kept: [], dice: [3-4-4] }
Scored { seat: Seat(0), slot: 1, points: 8, bonus: 0 }
Thrown { seat: Seat(0), kept: [], dice: [3-4-5] }
Thrown { seat: Seat(0), kept: [4-5], dice: [4] }
Scored { seat: Seat(0), slot: 2, points: 13, bonus: 0 }
Thrown { seat: Seat(0), kept: [], dice: [1-2-6] }
Thrown { seat: Seat(0), kept: [6], dice: [4-5] }
Scored { seat: Seat(0), slot: 0, points: 6, bonus: 0 }
total: 27
";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}
