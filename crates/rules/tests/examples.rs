//! Checks the output of the example.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[allow(dead_code, reason = "its main function is not called here")]
#[path = "../examples/check_rules.rs"]
mod check_rules;

use expect_test::expect;

#[test]
fn every_fault_is_told_with_its_line() {
    let mut out = Vec::new();
    check_rules::check_rules(&mut out).unwrap();
    expect![[r#"
        line 3: "wrong-type" at `"two"`
        line 6: "too-many-dice" at `needs`
        line 10: "unknown-key" at `scor`
    "#]]
    .assert_eq(&String::from_utf8(out).unwrap());
}
