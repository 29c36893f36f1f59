//! Faults of faces, of patterns over colours, and of bonuses in steps.

use expect_test::expect;

use super::{BOX, Seen};

pub(super) fn names_colours_and_steps(seen: &mut Seen) {
    seen.sheet(
        "faces.colours = ['red']\n[box.a]\nneeds = { flush = 5 }\nscore = 'all-dice'\n",
        expect![[r#"
            4:17 `['red']` list-length is=1 should=6
            5:6 `a` stuck dice=[1,1,1,1,2] open=["a"]"#]],
    );
    seen.sheet(
        "[box.a]\nneeds = { one-colour = { alike = 2 } }\nscore = 'all-dice'\n[box.b]\nneeds = { flush = 9 }\nscore = 'all-dice'\n",
        expect![[r#"
            5:1 `needs` no-colours word="one-colour"
            8:1 `needs` too-many-dice needs=9 dice=5"#]],
    );
    seen.sheet(
        &format!("faces.names.en = ['9', '10', 'J', 'J', 'King', '']\nfaces.colours = ['pink', 3]\n{BOX}"),
        expect![[r#"
            4:35 `'J'` same-face name="J"
            4:40 `'King'` face-name name="King" most=3
            4:48 `''` face-name name="" most=3
            5:18 `'pink'` unknown-word word="pink"
            5:26 `3` unknown-word word="3""#]],
    );
    seen.sheet(
        "[group.g]\nper-number = ['a']\neach-box.score = 'matching'\nbonus = [{ at-least = 5, points = 1 }, { at-least = 5, points = 2_000_000 }]\n",
        expect![[r#"
            7:53 `5` steps-descend is=5 before=5
            7:65 `2_000_000` out-of-range what="points" is=2000000 least=-1000000 most=1000000"#]],
    );
    seen.sheet(
        "[group.g]\nper-number = ['a']\neach-box.score = 'matching'\nbonus = []\n[group.h]\nper-number = ['b']\neach-box.score = 'matching'\nbonus = 3\n",
        expect![[r#"
            7:9 `[]` empty-list
            11:9 `3` wrong-type found="3" expected="tables""#]],
    );
}
