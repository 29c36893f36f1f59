//! JSON lines: the order of fields, null and omitted values, ignored fields and errors are part of the interface.

use std::sync::Arc;

use expect_test::{Expect, expect};
use kosti_coach::Coach;
use kosti_query::{Cache, QueryEngine, WorkLimits};
use kosti_rules::{House, RulesFile};
use kosti_solver::{NoProgress, SolutionCache};
use kosti_text::{Language, Words};

use crate::RACE;

const SHEET: &str = "name = 'Small'
    dice = 2
    throws = 2
    [each-box]
    unfit = 'zero'
    [group.low]
    bonus = { at-least = 8, points = 5 }
    [box.pair]
    group = 'low'
    needs = { alike = 2 }
    score = 'combination'
    [box.any]
    score = 'all-dice'
    [house.any]
    choices.all = {}
    choices.pairs = { change.box.any.needs.alike = 2 }";

/// The answers to these lines.
fn check(lines: &str, expect: &Expect) {
    let find = |id: &str| match id {
        "small" => Some(RulesFile::read("small", SHEET)),
        "short" => Some(RulesFile::read("short", RACE)),
        _ => None,
    };
    let words = Words::new(Language::ENGLISH);
    let engine = QueryEngine::new(vec!["small", "short"], words, find, Arc::new(Cache::new(|| 0.0)));
    let answers: Vec<String> = lines.lines().map(|line| engine.answer_line(line.trim())).collect();
    expect.assert_eq(&answers.join("\n"));
}

#[test]
fn an_answer_shares_the_solution_of_a_coach() {
    let find = |id: &str| Some(RulesFile::read(id, SHEET));
    let rules = Arc::new(RulesFile::read("small", SHEET).rules(&House::default()).unwrap());
    let solutions = Arc::new(SolutionCache::new(100 << 20));
    let coach = Coach::solve_cached(&solutions, &rules, 1, &NoProgress).unwrap();
    let holders = || Arc::strong_count(coach.solution().unwrap());
    assert_eq!(holders(), 2, "the coach and the cache");
    let cache = Arc::new(Cache::with_solutions(|| 0.0, solutions));
    let engine = QueryEngine::new(vec!["small"], Words::new(Language::ENGLISH), find, cache);
    let answer = engine.answer_line(r#"{"ask":"solve","game":"small"}"#);
    assert!(answer.contains("\"value\""), "{answer}");
    assert_eq!(holders(), 3, "the answer too");
}

#[test]
fn quick_answers() {
    check(
        r#"{"ask":"games"}
        {"ask":"score","game":"small","dice":[1,2],"throw":2,"sheet":{"any":"x"}}
        {"ask":"score","game":"short","dice":[1,1]}
        {"ask":"total","game":"small","sheet":{"pair":8}}
        {"ask":"play","game":"short","seats":2,"turns":[{"seat":0,"gain":3}]}"#,
        &expect![[r#"
            {"games":[{"id":"small","name":"Small","about":"","family":"sheet","dice":2,"throws":2,"boxes":["pair","any"],"house":{"any":["all","pairs"]}},{"id":"short","name":"Short","about":"","family":"race","dice":2,"throws":null,"boxes":[],"house":{}}]}
            {"boxes":[{"box":"pair","score":0,"cross":false,"why":"the dice do not fit and score 0"}],"rethrow":false,"wins":false}
            {"bust":false,"selections":[{"take":[1,1],"points":6},{"take":[1],"points":2}],"free_throw":false}
            {"total":13,"groups":{"low":{"sum":8,"bonus":5}},"full":false}
            {"turns":[{"seats":[{"score":3,"turns_left":0,"barrel":null},{"score":0,"turns_left":0,"barrel":null}],"winner":null}]}"#]],
    );
}

#[test]
fn long_answers() {
    check(
        r#"{"ask":"advise","game":"small","dice":[6,6],"throw":1}
        {"ask":"advise","game":"small","throw":0,"objective":"reach","at_least":20}
        {"ask":"advise","game":"short","seats":[{"score":6},{"score":0}],"turn":1,"dice":[3,3]}
        {"ask":"solve","game":"small","objective":"reach","at_least":20}
        {"ask":"solve","game":"small","objective":"win"}
        {"ask":"advise","game":"small","objective":"win","sheets":[{"any":9},{}],"turn":1,"throw":0}
        {"ask":"advise","game":"small","objective":"win","sheets":[{"any":9,"pair":8},{"any":7}],"turn":1,"dice":[3,4],"throw":1}
        {"ask":"solve","game":"short","objective":"turns"}
        {"ask":"simulate","game":"short","players":["random","regular"],"games":4}"#,
        &expect![[r#"
            {"value":25.499999999999996,"exact":true,"actions":[{"score":"pair","value":25.499999999999996},{"score":"any","value":15.550925925925926},{"keep":[6],"value":14.709104938271603},{"keep":[],"value":11.953446502057611}],"reason":"score pair: 25.5 to come; keep 6: 14.7"}
            {"value":0.3590052726337446,"exact":true,"actions":[]}
            {"value":0.7154679380494211,"exact":true,"actions":[{"take":[3,3],"then":"throw","value":0.7154679380494211},{"take":[3,3],"then":"bank","value":0.17650166756662944}],"reason":"take 3-3, throw on: 71.5 % to win; take 3-3, bank: 17.7 %"}
            {"value":0.3590052726337446,"states":16,"seconds":0.0,"exact":true,"rules":"dee6b537ff832c306c0cc7733944bfab","version":"0.1.0"}
            {"value":0.4805024948494113,"states":239,"seconds":0.0,"exact":true,"rules":"dee6b537ff832c306c0cc7733944bfab","version":"0.1.0"}
            {"value":0.5935873953177833,"exact":true,"actions":[]}
            {"value":0.041666666666666664,"exact":true,"actions":[{"keep":[],"value":0.041666666666666664,"total":1.5833333333333333},{"score":"pair","value":0.0,"total":0.0},{"keep":[3],"value":0.0,"total":1.0},{"keep":[4],"value":0.0,"total":2.1666666666666665}],"reason":"throw all again: 4.2 % to win; score pair: 0.0 %"}
            {"value":1.7230934846596102,"deviation":1.1162247409086916,"states":12,"seconds":0.0,"exact":true,"rules":"44f25c9daad012698193d2d675b71867","version":"0.1.0"}
            {"games":4,"seed":1,"seats":[{"player":"random","wins":0.0,"error":0.0},{"player":"regular","wins":1.0,"error":0.0}],"turns":{"mean":2.0,"error":0.6123724356957945,"deviation":1.224744871391589,"quantiles":{"1":1,"5":1,"25":1,"50":1,"75":2,"95":4,"99":4},"shares":[[1,0.5],[2,0.25],[4,0.25]]},"rules":"44f25c9daad012698193d2d675b71867","version":"0.1.0"}"#]],
    );
}

#[test]
fn players_who_know_the_sheets_of_the_others() {
    let find = |id: &str| (id == "small").then(|| RulesFile::read("small", SHEET));
    let words = Words::new(Language::ENGLISH);
    let engine = QueryEngine::new(vec!["small"], words, find, Arc::new(Cache::new(|| 0.0)));
    let ask = |players: &str| {
        let line =
            format!(r#"{{"ask":"simulate","game":"small","players":[{players}],"games":10000,"seed":3}}"#);
        serde_json::from_str::<serde_json::Value>(&engine.answer_line(&line)).unwrap()
    };
    let answer = ask(r#""total","win""#);
    let seat = |nth: usize, field: &str| answer["seats"][nth][field].as_f64().unwrap();
    // Both seats share all wins; who knows what there is to beat has more of them.
    assert!((seat(0, "win_share") + seat(1, "win_share") - 1.0).abs() < 1e-9, "{answer}");
    assert!(seat(1, "win_share") - 0.5 > 2.0 * seat(1, "win_error"), "{answer}");
    assert!(seat(0, "wins") <= seat(0, "win_share") && answer["ties"].as_f64().unwrap() > 0.0, "{answer}");
    for wrong in [r#""win""#, r#""win","random""#] {
        assert_eq!(ask(wrong)["error"]["kind"], "unknown-player", "{wrong}");
    }
}

/// If a game may not be solved for winning, an estimate answers, and says that it is one.
#[test]
fn what_is_too_large_to_be_won_exactly_is_estimated() {
    let text = "name = 'Wide'\ndice = 2\nthrows = 2\n[each-box]\nscore = 'all-dice'\n[box.a]\nfill = 9\n[box.b]\nfill = 9\n\
                [box.c]\nfill = 9\n[box.d]\nneeds = { alike = 2 }\nfill = 9\nunfit = 'zero'";
    let limits = WorkLimits { solves: false, ..WorkLimits::default() };
    let find = |id: &str| Some(RulesFile::read(id, text));
    let words = Words::new(Language::ENGLISH);
    let engine =
        QueryEngine::new(vec!["wide"], words, find, Arc::new(Cache::new(|| 0.0))).with_limits(limits);
    let ask = |line: &str| serde_json::from_str::<serde_json::Value>(&engine.answer_line(line)).unwrap();
    let answer =
        ask(r#"{"ask":"advise","game":"wide","objective":"win","sheets":[{},{}],"throw":1,"dice":[6,6]}"#);
    assert_eq!(answer["exact"], false, "{answer}");
    let value = answer["value"].as_f64().unwrap();
    assert!((0.4..0.7).contains(&value) && answer["actions"][0]["total"].is_number(), "{answer}");
    // Without solving, the total is estimated as well.
    let answer = ask(r#"{"ask":"advise","game":"wide","throw":1,"dice":[6,6]}"#);
    assert_eq!(answer["exact"], false, "{answer}");
}

#[test]
fn fields_without_use_are_ignored() {
    check(
        r#"{"ask":"games","game":"small"}
        {"ask":"total","what":1,"game":"small","why":2,"dice":null,"sheet":{}}
        {"ask":"score","game":"short","dice":[1,1],"throw":1,"sheet":{}}
        {"ask":"advise","game":"small","throw":0,"at_least":5,"seats":"nobody"}"#,
        &expect![[r#"
            {"games":[{"id":"small","name":"Small","about":"","family":"sheet","dice":2,"throws":2,"boxes":["pair","any"],"house":{"any":["all","pairs"]}},{"id":"short","name":"Short","about":"","family":"race","dice":2,"throws":null,"boxes":[],"house":{}}],"ignored":["game"]}
            {"total":0,"groups":{"low":{"sum":0,"bonus":0}},"full":false,"ignored":["why","what","dice"]}
            {"bust":false,"selections":[{"take":[1,1],"points":6},{"take":[1],"points":2}],"free_throw":false,"ignored":["sheet","throw"]}
            {"value":14.283129000914489,"exact":true,"actions":[],"ignored":["seats","at_least"]}"#]],
    );
}

#[test]
fn errors() {
    check(
        r#"nonsense
        []
        {}
        {"ask":5}
        {"ask":"nope"}
        {"ask":"score","dice":[1]}
        {"ask":"score","game":"nope"}
        {"ask":"score","game":"small","house":{"any":"nope"}}
        {"ask":"score","game":"small"}
        {"ask":"score","game":"small","dice":[1,"x"]}
        {"ask":"play","game":"small"}
        {"ask":"play","game":"short","seats":300}
        {"ask":"play","game":"short","seats":[{"place":3}]}
        {"ask":"advise","game":"small","throw":0,"objective":"win"}
        {"ask":"advise","game":"small","throw":0,"objective":"win","sheets":[{}]}
        {"ask":"advise","game":"small","throw":0,"objective":"win","sheets":[{},{}],"turn":1}
        {"ask":"advise","game":"small","throw":0,"objective":"win","sheets":[{},{}],"turn":2}
        {"ask":"advise","game":"small","throw":0,"objective":"best"}
        {"ask":"solve","game":"small","objective":"reach"}"#,
        &expect![[r#"
            {"error":{"kind":"bad-json","message":"this is not JSON: expected ident at line 1 column 2"}}
            {"error":{"kind":"not-an-object","message":"a request is a JSON object"}}
            {"error":{"kind":"no-ask","message":"\"ask\" is missing; there are: games, score, total, advise, solve, simulate, balance, play"}}
            {"error":{"kind":"bad-field","message":"\"ask\": invalid type: integer `5`, expected a string"}}
            {"error":{"kind":"unknown-ask","message":"unknown \"ask\": nope; there are: games, score, total, advise, solve, simulate, balance, play"}}
            {"error":{"kind":"no-game","message":"\"game\" is missing: name a game, or the path of a rules file"}}
            {"error":{"kind":"unknown-game","message":"there is no game nope; there are: small, short, or the path of a rules file"}}
            {"error":{"kind":"bad-house","message":"house rule `any` has no choice `nope`; there are: all, pairs"}}
            {"error":{"kind":"missing-field","message":"\"dice\" is missing"}}
            {"error":{"kind":"bad-field","message":"\"dice\": invalid type: string \"x\", expected u8"}}
            {"error":{"kind":"wrong-family","message":"\"play\" is not for a score-sheet game"}}
            {"error":{"kind":"bad-field","message":"\"seats\": invalid value: integer `300`, expected u8"}}
            {"error":{"kind":"bad-field","message":"\"seats\": unknown field `place`, expected `score` or `turns_left`"}}
            {"error":{"kind":"missing-field","message":"\"sheets\" is missing"}}
            {"error":{"kind":"not-two","message":"to win, there are the sheets of two seats, not of 1"}}
            {"error":{"kind":"out-of-turn","message":"with these sheets it is not the turn of seat 1"}}
            {"error":{"kind":"no-seat","message":"there is no seat 2: seats are counted from 0, and there are 2"}}
            {"error":{"kind":"bad-objective","message":"this game can't be solved for \"best\"; there are: total, reach, win"}}
            {"error":{"kind":"missing-field","message":"\"at_least\" is missing"}}"#]],
    );
}
