//! Files with syntax errors.

use expect_test::expect;

use crate::list_faults;

/// An unreadable part hides no fault elsewhere, and its consequences are not reported.
#[test]
fn a_file_is_checked_beside_what_cannot_be_read() {
    let rest = "[box.b]\nscor = 'all-dice'\n[box.c]\nneeds = { alike = 9 }\nscore = 'combination'\n[box.d]\n\
        score = 'all-dice'\nexample = [{ dice = [1, 1, 1, 1, 1], score = 9 }]\n[[points]]\nname = 'A'\n\
        when = { never-crossed = 'a' }\ngive = 1\n";
    let head = "name = 'a'\ndice = 5\nthrows = 3\n";
    let checked = |broken: &str| list_faults(&format!("{broken}{rest}")).0;
    // A statement.
    expect![[r#"
        5:18 `` syntax message="unclosed inline table, expected `}`"
        5:18 `` syntax message="invalid literal string, expected `'`"
        8:1 `scor` unknown-key key="scor" near="score"
        10:1 `needs` too-many-dice needs=9 dice=5
        14:46 `9` example-fails says="9" gives="5""#]]
    .assert_eq(&checked(&format!("{head}[box.a]\nneeds = {{ alike = \nscore = 'combination'\n")));
    // A value without an end.
    expect![[r#"
        5:21 `` syntax message="invalid literal string, expected `'`"
        8:1 `scor` unknown-key key="scor" near="score"
        10:1 `needs` too-many-dice needs=9 dice=5
        14:46 `9` example-fails says="9" gives="5""#]]
    .assert_eq(&checked(&format!("{head}[box.a]\nscore = 'combination\nneeds = {{ alike = 2 }}\n")));
    expect![[r#"
        6:26 `` syntax message="unclosed array, expected `]`"
        6:26 `` syntax message="unclosed inline table, expected `}`"
        8:1 `scor` unknown-key key="scor" near="score"
        10:1 `needs` too-many-dice needs=9 dice=5
        14:46 `9` example-fails says="9" gives="5""#]]
    .assert_eq(&checked(&format!("{head}[box.a]\nscore = 'all-dice'\nexample = [{{ dice = [1, 2\n")));
    // A header.
    expect![[r#"
        4:7 `` syntax message="unclosed table, expected `]`"
        8:1 `scor` unknown-key key="scor" near="score"
        10:1 `needs` too-many-dice needs=9 dice=5
        14:46 `9` example-fails says="9" gives="5""#]]
    .assert_eq(&checked(&format!("{head}[box.a\nneeds = {{ alike = 2 }}\nscore = 'combination'\n")));
    // A key of the whole file.
    expect![[r#"
        3:8 `` syntax message="key with no value, expected `=`"
        7:1 `scor` unknown-key key="scor" near="score"
        9:1 `needs` too-many-dice needs=9 dice=5
        13:46 `9` example-fails says="9" gives="5""#]]
    .assert_eq(&checked("name = 'a'\ndice = 5\nthrows 3\n[box.a]\nscore = 'all-dice'\n"));
    // A duplicate key.
    expect![[r#"
        4:1 `dice` syntax message="duplicate key"
        8:1 `scor` unknown-key key="scor" near="score"
        10:1 `needs` too-many-dice needs=9 dice=5
        14:46 `9` example-fails says="9" gives="5""#]]
    .assert_eq(&checked(&format!("{head}dice = 6\n[box.a]\nscore = 'all-dice'\n")));
    // Text that is not a rules file at all.
    for nonsense in ["= [ { ' = \"\n", "[a]\n", "x=[", "a = {\n"] {
        let faults = list_faults(&nonsense.repeat(3_000)).0;
        assert!(!faults.is_empty() && faults.lines().all(|line| line.contains(" syntax ")), "{faults}");
    }
}
