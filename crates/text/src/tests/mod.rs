//! Tests for the messages of every language.

mod drawing;
mod explained;
mod faults;
mod locales;
mod narrator;
mod placed;
mod why;

use kosti_engine::{RecordFaultKind, Refusal};
use kosti_query::QueryError;
use kosti_rules::{Expected, FaultKind, Reason, RulesError, SheetError};
use kosti_table::{ApplyError, CommandError, CommitError, ReplayError, VerifyError};

use crate::{Language, Words};

/// One value of every variant. A missing variant does not compile.
macro_rules! every {
    ($type:ident: $($variant:ident { $($field:ident: $value:expr),* }),* $(,)?) => {{
        let _complete = |value: $type| match value { $($type::$variant { .. } => ()),* };
        vec![$($type::$variant { $($field: $value.into()),* }),*]
    }};
}

fn every_expected() -> Vec<Expected> {
    every!(Expected: WholeNumber {}, Text {}, Texts {}, YesNo {}, List {}, Table {}, SmallNumber {}, Amount {},
        Outcome {}, Dice {}, Numbers {}, Tables {})
}

#[expect(clippy::too_many_lines, reason = "a list")]
fn every_fault() -> Vec<FaultKind> {
    let some = || vec!["name".to_owned(), "score".to_owned()];
    let near = || "pair".to_owned();
    let mut all = every!(FaultKind:
        Syntax { message: "duplicate key" },
        TooLong { bytes: 300_001_usize, most: 262_144_usize },
        UnknownKey { key: "scor", expected: some(), near: near() },
        UnknownWord { word: "al-dice", expected: some(), near: near() },
        WrongType { found: "\"5\"", expected: Expected::WholeNumber },
        BadValue { found: "\"numbr\"", expected: Expected::Amount },
        NeedsValue { word: "points" },
        TakesNoValue { word: "matching" },
        Missing { key: "throws" },
        OutOfRange { what: "throws", is: 12, least: 1, most: 9 },
        TablesTooLarge { cells: 500_000_usize, most: 400_000_usize },
        NoFamily {},
        BothFamilies { key: "box" },
        NoBoxes {},
        TooManyBoxes { is: 65_usize, most: 64_usize },
        BadId { id: "Two Pairs" },
        SameId { id: "pair" },
        UnknownBox { id: "pare", near: near(), known: some() },
        UnknownGroup { id: "grade", near: near(), known: some() },
        UnknownOption { id: "straigt", near: near(), known: some() },
        UnknownChoice { option: "straight", id: "jokr", near: near(), known: some() },
        NoScore { id: "pair" },
        NoNumber { word: "matching" },
        NamesDiffer { names: 5_usize, boxes: 6_usize },
        EmptyList {},
        ListLength { is: 5_usize, should: 6_usize },
        StepsDescend { is: 300, before: 400 },
        TooManyDice { needs: 6_usize, dice: 5_usize },
        NoColours { word: "flush" },
        FaceName { name: "King", most: 3_usize },
        SameFace { name: "J" },
        WildCombination {},
        BonusAndPenalty {},
        DifferenceBoxes {},
        DifferenceMark {},
        NotWithColumns { key: "joker" },
        ColumnHard { id: "pair" },
        AsideHard { id: "pair" },
        GateNeverOpens { needs: 3_usize, boxes: 1_usize },
        GateOfOthers { of: "grades", only: "numbers" },
        GateHard { id: "pair" },
        GateCrossed { id: "pair" },
        NoJoker {},
        JokerIdle {},
        JokerFill { id: "five", fill: 2 },
        JokerNumbers { dice: "1-2-2-2-2".parse::<kosti_dice::Dice>().unwrap() },
        JokerItself { id: "five" },
        JokerId {},
        TooManyParts { is: 70_usize, most: 64_usize },
        NeverScores { id: "pair" },
        NoCombination { id: "three" },
        PointsPerNumber { id: "straight" },
        BarrelEmpty { from: 400, exit: 300 },
        BarrelOverlap { from: 300, before: 400 },
        BarrelPastTarget { exit: 1100, target: 1000 },
        LostTurnsAndBarrels {},
        NotTogether { key: "overshoot", other: "last-round" },
        AlwaysBust { dice: 5_usize },
        OneChoice { id: "joker" },
        TooManyVariants { is: 512_usize, most: 256_usize },
        ExampleDice { dice: 4_usize, needs: 5_usize },
        ExampleThrow { throw: 4, throws: 3 },
        ExampleNoBox {},
        ExampleFails { says: "12", gives: "refused" },
        ExampleSheet { why: SheetError::UnknownBox { id: "pare".to_owned(), near: Some(near()), known: some() } },
        Stuck { dice: "1-2-3-4-6".parse::<kosti_dice::Dice>().unwrap(), open: vec!["pair".to_owned()] },
    );
    all.extend(
        every_expected().into_iter().map(|expected| FaultKind::BadValue { found: "7".into(), expected }),
    );
    all.extend([
        FaultKind::UnknownKey { key: "x".into(), expected: some(), near: None },
        FaultKind::UnknownWord { word: "x".into(), expected: some(), near: None },
        FaultKind::UnknownBox { id: "x".into(), near: None, known: some() },
    ]);
    all
}

fn every_reason() -> Vec<Reason> {
    every!(Reason:
        Combination { dice: "6-6".parse::<kosti_dice::Dice>().unwrap(), sum: 12 },
        AllDice { sum: 23 },
        Matching { count: 3_usize, number: 6, sum: 18 },
        Points { points: 20 },
        EachMiss { count: 2_usize, number: 6, each: -6, sum: -12 },
        ByCount { count: 4_usize, number: 2, points: 2 },
        Beats { count: 120, of: 251_usize, hand: None::<usize> },
        ByThrow { throw: 2, points: 56 },
        Plus { points: 20, sum: 50 },
        HandTimes { times: 2, sum: 24 },
        HandPoints { points: 25 },
        HandPlus { points: 5, sum: 25 },
        ColumnTimes { times: 3, sum: 75 },
        Unfit {},
        UnfitZero {},
        Gate { left: 2_usize, group: 0_usize },
        Before { slot: 0_usize },
        Announce {},
        Announced { slot: 0_usize },
        LastResort { points: -3 },
        Joker { points: 25 },
        JokerBox { slot: 0_usize },
        JokerOutside { group: 0_usize },
        JokerBonus { points: 100 },
        Wins { win: 0_usize },
        Full {},
        MayCross {},
        CrossLater {},
    )
}

fn every_sheet_error() -> Vec<SheetError> {
    every!(SheetError:
        UnknownBox { id: "pare", near: "pair".to_owned(), known: vec!["pair".to_owned()] },
        TooMany { id: "pair", fill: 1 },
        Impossible { id: "pair", points: 3 },
        NeverCrossed { id: "ones" },
        BeyondGate { id: "pair", left: 2_usize },
        OutOfOrder { id: "pair-down", before: "ones-down" },
        JokerPoints { bonus: 100 },
        JokerTooEarly { id: "five" },
        TooManyJokers { most: 200 },
    )
}

fn every_refusal() -> Vec<Refusal> {
    let dice = || "1-2".parse::<kosti_dice::Dice>().unwrap();
    every!(Refusal:
        NoSuchSeat {},
        NotYourTurn {},
        GameOver {},
        SeatLeft {},
        SeatHere {},
        ThrowFirst {},
        NoThrowsLeft { throws: 3 },
        KeepNotThere { keep: dice(), dice: dice() },
        KeepAll {},
        KeepForbidden { keep: "5-6".parse::<kosti_dice::Dice>().unwrap() },
        StaysAside { aside: "5-6".parse::<kosti_dice::Dice>().unwrap() },
        SetMoreAside { least: 1_usize },
        FirstThrowIsAll {},
        NotThisGame {},
        NoSuchBox {},
        BoxFull { id: "pair" },
        NotNow { id: "pair" },
        NoCrossing { id: "pair" },
        NotThere { take: dice(), dice: dice() },
        DoesNotScore { take: dice() },
        MustThrow {},
        MustBank {},
        BankMore { least: 300 },
        NothingToUndo {},
        OnlyRealDice {},
        NoSuchEntry { id: "pair" },
        ImpossibleEntry { id: "pair" },
        GateShut { left: 2_usize },
        JokerElsewhere { id: "pair" },
        NotYet { id: "pair", before: "ones" },
        NotAnnounced { id: "pair" },
        OtherAnnounced { id: "pair" },
        NoAnnouncing { id: "pair" },
        TooLateToAnnounce {},
        MustAnnounce {},
        ImpossibleStanding {},
    )
}

fn every_record_fault() -> Vec<RecordFaultKind> {
    let dice = || "1-2".parse::<kosti_dice::Dice>().unwrap();
    every!(RecordFaultKind:
        NotARecord {},
        TooLong { bytes: 3_usize, most: 2_usize },
        Version { says: "2" },
        BadTag { text: "[x" },
        MissingTag { name: "Game" },
        TagTwice { name: "Game" },
        OtherRules { says: "ab", is: "cd" },
        OtherHouse { option: "win", says: "reach", is: "exceed" },
        Seats { seats: 0_usize, min: 1, max: 64 },
        BadName { name: " " },
        SameName { name: "Olena" },
        AlikeName { name: "olena", other: "Olena" },
        InvisibleInName { code: "U+200B" },
        UnknownPlayer { text: "1 Nobody: bust" },
        TurnNumber { says: "3", is: 2_usize },
        UnknownPhrase { phrase: "sang" },
        BadDice { text: "7-x" },
        Incomplete { phrase: "kept 1" },
        Refused { phrase: "bust", why: Refusal::GameOver },
        WrongDice { dice: dice(), count: 3_usize, sides: 6 },
        OtherPoints { phrase: "scored pair 9", is: 10 },
        MissingPhrase { phrase: "bust" },
        OtherResult { says: "*", is: "Olena 1" },
        OtherWinners { says: "Petro", is: "Olena" },
    )
}

fn every_table_refusal() -> Vec<CommandError> {
    every!(CommandError:
        Illegal { why: Refusal::GameOver },
        NotYours {},
        OnlyOpener {},
        Gone {},
        NotStarted {},
        Started {},
        NoFreeSeat {},
        SeatTaken {},
        NoSuchSeat {},
        BadName { name: " " },
        SameName { name: "Olena" },
        AlikeName { name: "olena", other: "Olena" },
        InvisibleInName { code: "U+200B" },
        SeatCount { seats: 1_usize, min: 2, max: 3 },
        BotPlays {},
        NoBot {},
        PlayerIsHere {},
        BotsNeedVirtualDice {},
        NotOver {},
        InTheAir {},
        NotInTheAir {},
        BadLink {},
        NoChain {},
        HistoryNeeded {},
        OtherHistory {},
        DiceNeeded { count: 5_usize },
        DiceNotNeeded {},
        WrongDice { count: 5_usize, sides: 6 },
    )
}

fn every_doubt() -> Vec<VerifyError> {
    let dice = || "1-2".parse::<kosti_dice::Dice>().unwrap();
    every!(VerifyError:
        Unreadable { why: ReplayError::NotOpened { table: "kitchen".to_owned() } },
        NoCommits {},
        NotStarted {},
        NoProof { number: 3_u64 },
        Number { number: 3_u64, says: 4_u64 },
        Server { number: 3_u64 },
        Thrower { number: 3_u64 },
        Witness { number: 3_u64 },
        NotAsCalled { number: 3_u64 },
        WitnessRule { number: 3_u64 },
        OtherHistory { number: 3_u64 },
        OtherDice { number: 3_u64, dice: dice(), derived: dice() },
        Refused { nth: 7_u64, why: Refusal::GameOver },
        Impossible { nth: 7_u64 },
        Names { why: RecordFaultKind::BadName { name: " ".to_owned() } },
        Text { line: 1_usize, why: RecordFaultKind::NotARecord },
        OtherGame {},
    )
}

fn every_unreadable() -> Vec<ReplayError> {
    every!(ReplayError:
        Commit { table: "kitchen", nth: 7_u64, why: CommitError::Newer { says: 2, known: 1 } },
        NotOpened { table: "kitchen" },
        Rules { table: "kitchen", why: "x" },
        Unfit { table: "kitchen", nth: 7_u64, why: ApplyError::Begun },
    )
}

fn every_unfit() -> Vec<ApplyError> {
    every!(ApplyError:
        NotBegun {},
        Begun {},
        Opened {},
        Deleted {},
        NoSeat {},
        Seats { seats: 1_usize, min: 2, max: 3 },
        UnknownBox { id: "pare" },
        Entries { count: 2_usize },
        InTheAir {},
        Base { base: 3_u64, throws: 4_u64 },
        Dice { count: 2_usize, sides: 6 },
        Generation {},
        Number { number: 3_u64, throws: 4_u64 },
    )
}

fn every_bad_note() -> Vec<CommitError> {
    every!(CommitError: Newer { says: 2_u32, known: 1_u32 }, Damaged { message: "x" })
}

fn every_house_error() -> Vec<RulesError> {
    let known = || vec!["a".to_owned()];
    let (option, choice) = ("win".to_owned(), "never".to_owned());
    vec![
        RulesError::UnknownOption { option: option.clone(), known: known() },
        RulesError::UnknownChoice { option, choice, known: known() },
    ]
}

fn every_ask_error() -> Vec<QueryError> {
    every!(QueryError:
        BadJson { message: "x" },
        NotAnObject {},
        NoAsk { known: "games" },
        UnknownAsk { ask: "x", known: "games" },
        NoGame {},
        UnknownGame { game: "x", known: "y" },
        BadGame { game: "x", faults: "y" },
        BadHouse { message: "x" },
        MissingField { field: "dice" },
        BadField { field: "dice", message: "x" },
        WrongFamily { ask: "total", family: "race" },
        DiceCount { is: 4_usize, needs: 5_usize },
        BadFace { face: 7, sides: 6 },
        BadThrow { throw: 4, throws: 3 },
        BadAside { aside: 5_usize, most: 4_usize },
        BadKept { throw: 2, least: 1_usize, most: 4_usize },
        BadSheet { message: "x" },
        SeatCount { is: 0_usize, most: 64 },
        BadStanding { seat: 0_usize, score: 300, turns_left: 0 },
        BadTurn { turn: 1_usize, seat: 9_usize, gain: -5 },
        NoSeat { turn: 2_usize, seats: 2_usize },
        NotTwo { is: 3_usize },
        OutOfTurn { turn: 1_usize },
        BadPoints { points: 7, unit: 5 },
        BadWithin { is: 0_usize, most: 1000_usize },
        TooManyTurns { is: 9_usize, most: 8_usize },
        GameOver { turn: 3_usize },
        TooLong { most: 9_usize },
        BadObjective { objective: "reach", known: "total" },
        BadGames { is: 0_usize, most: 9_usize },
        UnknownPlayer { player: "x", known: "y" },
        TooLarge { states: 9_usize, most: 8_usize },
        NotSolved {},
        TooMuchWork {},
        Cancelled {},
        DeadEnd { score: 295, turns_left: 1 },
    )
}

fn words(language: &str) -> Words {
    Words::new(Language::from_tag(language).unwrap())
}

#[test]
fn threads_can_share_words() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&words("en"));
}

#[test]
fn tags_of_browsers_and_systems() {
    let code = |tag| Language::from_tag(tag).map(Language::code);
    assert_eq!(["uk", "uk-UA", "UK_ua", "uk_UA.UTF-8", "uk@euro"].map(code), [Some("uk"); 5]);
    assert_eq!(["", "C", "POSIX", "fr-FR", "ukr"].map(code), [None; 5]);
    assert_eq!(Language::all().next(), Some(Language::default()));
}

#[test]
fn what_a_language_lacks_is_said_in_english() {
    let [english, other] = ["en", "uk"].map(|code| Language::from_tag(code).unwrap());
    let words = Words::from_texts([(other, "full = повно"), (english, "full = full\nempty = empty")]);
    let message = |id| words.message(id, None, &fluent_bundle::FluentArgs::new());
    assert_eq!(message("full").as_deref(), Some("повно"));
    assert_eq!(message("empty").as_deref(), Some("empty"));
    assert_eq!(message("neither"), None);
    assert!(words.has("full") && !words.has("empty"));
}

#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "locales/uk.ftl has no message no-such-message"))]
fn a_message_that_there_is_not_is_its_id() {
    assert_eq!(words("uk").say("no-such-message", &[]), "no-such-message");
}

#[test]
fn numbers_keep_their_digits_and_choose_their_form() {
    let errors =
        |count: i64| words("uk").say("faults-found", &[("count", count.into()), ("file", "x".into())]);
    assert_eq!(
        [0, 1, 2, 5, 11, 21, 112, i64::MAX].map(errors),
        [
            "немає помилок у x",
            "1 помилка у x",
            "2 помилки у x",
            "5 помилок у x",
            "11 помилок у x",
            "21 помилка у x",
            "112 помилок у x",
            "9223372036854775807 помилок у x",
        ]
    );
}

#[test]
fn a_list_a_guess_and_dice_are_described() {
    #[derive(serde::Serialize)]
    #[serde(tag = "any", rename_all = "kebab-case")]
    enum Any {
        One { dice: kosti_dice::Dice, list: Vec<&'static str>, near: Option<&'static str>, yes: bool },
    }
    let text = "any-one = { $dice } of { $list }, { $yes }\n    .near = or { $near }";
    let words = Words::from_texts([(Language::ENGLISH, text)]);
    let any = |near| Any::One { dice: "5-2-5".parse().unwrap(), list: vec!["a", "b"], near, yes: true };
    assert_eq!(words.describe("any", &any(None)), "2-5-5 of a, b, true");
    assert_eq!(words.describe("any", &any(Some("c"))), "2-5-5 of a, b, true; or c");
}
