//! How the program says no.

use std::fs;

use expect_test::expect;

use super::{kosti, place, ran};

#[test]
fn what_cannot_be_done_has_code_1() {
    let refused = |args: &[&str]| super::refused(1, args);
    let told: String = [
        refused(&["score", "yatzy", "--dice", "1,2"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,5", "--throw", "4"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "ones=7"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "nines=9"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "ones=1,ones=2"]),
        refused(&["score", "thousand", "--dice", "1", "--aside", "5"]),
    ]
    .concat();
    expect![[r#"
        error: 2 dice, and 5 are needed
        error: there is no throw 4: 1 to 3
        error: no dice give 7 in box `ones`
        error: there is no box `nines`; there are: ones, twos, threes, fours, fives, sixes, pair, two-pairs, three, four, small-straight, large-straight, full-house, chance, yatzy; did you mean `Ones`?
        error: box `ones` can be filled only once
        error: 0 to 4 dice can be aside, not 5
    "#]]
    .assert_eq(&told);
    let told = refused(&["rules", "yatzi"]);
    assert!(told.starts_with("error: there is no game `yatzi`; there are: balut, crag, "), "{told}");
    for unreadable in ["nowhere.toml", "games"] {
        for command in ["check", "rules", "replay"] {
            let told = refused(&[command, unreadable]);
            assert!(told.starts_with(&format!("error: {unreadable}: can't be read: ")), "{told}");
        }
    }
    let place = place("bytes");
    fs::write(place.join("latin1.toml"), b"name = \"\xe9\"\n").unwrap();
    let told = ran(kosti(&["check", "latin1.toml"]).current_dir(&place));
    assert!(
        told.code == Some(1)
            && told.err.contains("latin1.toml: can't be read: it is not text in UTF-8 (line 1)"),
        "{told:?}"
    );
    fs::write(place.join("long.toml"), "# й\n".repeat(100_000)).unwrap();
    let told = ran(kosti(&["check", "long.toml"]).current_dir(&place));
    assert!(told.code == Some(1) && told.out.contains("the file is longer than 262144 bytes"), "{told:?}");
}

#[test]
fn what_cannot_be_understood_has_code_2() {
    let refused = |args: &[&str]| super::refused(2, args);
    let told: String = [
        refused(&["rules", "school", "--house", "three-pairs=literal"]),
        refused(&["rules", "school", "--house", "two-pairs=other"]),
        refused(&["rules", "school", "--house", "two-pairs"]),
        refused(&["rules", "crag", "--house", "a=b"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,7"]),
        refused(&["score", "yatzy", "--dice", "1,2,x"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,0"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "ones"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "{\"ones\":}"]),
        refused(&["score", "yatzy", "--dice", "1,2,3,4,5", "--aside", "2"]),
        refused(&["score", "thousand", "--dice", "1,2,3,4,5", "--throw", "2"]),
        refused(&["rules", "school", "--house", "two-pairs=other", "--lang", "uk"]),
    ]
    .concat();
    expect![[r#"
        error: there is no house rule `three-pairs`; there are: two-pairs, big-straight
        error: house rule `two-pairs` has no choice `other`; there are: literal, different
        error: `two-pairs` is not a choice: write OPTION=CHOICE; `kosti rules GAME` lists them
        error: there is no house rule `a`; this game has none
        error: `1,2,3,4,7` are not dice (7 is not a face: 1 to 6); write 2 2 5 5 5 or 22555
        error: `1,2,x` are not dice (`x` is not a number); write 2 2 5 5 5 or 22555
        error: `1,2,3,4,0` are not dice (0 is not a face: 1 to 6); write 2 2 5 5 5 or 22555
        error: `ones` is not a sheet; write --sheet ones=3,pair=x (a box, and its points or x for crossed out)
        error: `{"ones":}` is not a sheet; write --sheet ones=3,pair=x (a box, and its points or x for crossed out)
        error: --aside is not for this game (Yatzy)
        error: --throw is not for this game (Thousand)
        помилка: домашнє правило `two-pairs` не має вибору `other`; є: literal, different
    "#]]
    .assert_eq(&told);
    for args in [&["frobnicate"][..], &["rules"], &["check"], &["score", "yatzy"], &["--lang", "fr", "games"]]
    {
        assert!(refused(args).starts_with("error: "), "{args:?}");
    }
}
