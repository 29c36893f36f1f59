//! Error messages of the program.

use std::fs;

use expect_test::expect;

use super::{kosti, place, ran};

/// Nothing is created.
#[cfg(not(feature = "nats"))]
#[test]
fn without_nats_tables_are_not_shared() {
    let place = place("without-nats");
    for command in ["serve --journal", "copy --to", "copy --from", "rebuild --journal"] {
        let mut words = command.split(' ').collect::<Vec<_>>();
        words.extend(["nats://127.0.0.1:1", "--data", "tables"]);
        let output = ran(kosti(&words).current_dir(&place));
        assert_eq!(output.code, Some(1), "{command}: {output:?}");
        assert_eq!(
            output.err,
            "error: This kosti was built without NATS, so tables can't be shared between servers. \
             Build it with: cargo build --release --features nats\n"
        );
        assert!(!place.join("tables").exists(), "{command}");
    }
}

#[test]
fn what_cannot_be_done_has_code_1() {
    let stderr_of = |args: &[&str]| super::stderr_of(1, args);
    let output: String = [
        stderr_of(&["score", "yatzy", "--dice", "1,2"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,5", "--throw", "4"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "ones=7"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "nines=9"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "ones=1,ones=2"]),
        stderr_of(&["score", "thousand", "--dice", "1", "--aside", "5"]),
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
    .assert_eq(&output);
    let output = stderr_of(&["rules", "yatzi"]);
    assert!(output.starts_with("error: there is no game `yatzi`; there are: balut, crag, "), "{output}");
    for unreadable in ["nowhere.toml", "games"] {
        for command in ["check", "rules", "replay"] {
            let output = stderr_of(&[command, unreadable]);
            assert!(output.starts_with(&format!("error: {unreadable}: can't be read: ")), "{output}");
        }
    }
    let place = place("bytes");
    fs::write(place.join("latin1.toml"), b"name = \"\xe9\"\n").unwrap();
    let output = ran(kosti(&["check", "latin1.toml"]).current_dir(&place));
    assert!(
        output.code == Some(1)
            && output.err.contains("latin1.toml: can't be read: it is not text in UTF-8 (line 1)"),
        "{output:?}"
    );
    fs::write(place.join("long.toml"), "# й\n".repeat(100_000)).unwrap();
    let output = ran(kosti(&["check", "long.toml"]).current_dir(&place));
    assert!(
        output.code == Some(1) && output.out.contains("the file is longer than 262144 bytes"),
        "{output:?}"
    );
}

#[test]
fn what_cannot_be_understood_has_code_2() {
    let stderr_of = |args: &[&str]| super::stderr_of(2, args);
    let output: String = [
        stderr_of(&["rules", "school", "--house", "three-pairs=literal"]),
        stderr_of(&["rules", "school", "--house", "two-pairs=other"]),
        stderr_of(&["rules", "school", "--house", "two-pairs"]),
        stderr_of(&["rules", "crag", "--house", "a=b"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,7"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,x"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,0"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "ones"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,5", "--sheet", "{\"ones\":}"]),
        stderr_of(&["score", "yatzy", "--dice", "1,2,3,4,5", "--aside", "2"]),
        stderr_of(&["score", "thousand", "--dice", "1,2,3,4,5", "--throw", "2"]),
        stderr_of(&["rules", "school", "--house", "two-pairs=other", "--lang", "uk"]),
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
    .assert_eq(&output);
    for args in [&["frobnicate"][..], &["rules"], &["check"], &["score", "yatzy"], &["--lang", "fr", "games"]]
    {
        assert!(stderr_of(args).starts_with("error: "), "{args:?}");
    }
}

#[test]
fn a_time_limit_that_is_none_is_told_with_those_that_are() {
    for wrong in ["witness", "witness=soon", "witness=0", "patience=3", "=3"] {
        let output = super::stderr_of(2, &["serve", "--limit", wrong]);
        assert!(output.contains(wrong) && output.contains("witness=0.001…1000000"), "{output}");
    }
}
