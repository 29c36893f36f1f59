//! What the example prints.

#[allow(dead_code, reason = "its main function is not called here")]
#[path = "../examples/solve_game.rs"]
mod solve_game;

#[test]
fn a_game_is_solved_from_its_text() {
    let mut out = Vec::new();
    solve_game::solve_game(&mut out).unwrap();
    let expected = "\
best play brings 27.4931 points, give or take 6.3882
after 4-4-6 on the first throw:
 28.2562 Keep([6])
 27.5188 Keep([4-6])
 27.4091 Score(1)
";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}
