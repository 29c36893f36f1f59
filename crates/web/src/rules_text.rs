//! The sections of a rules page: the aim, a turn step by step, each box with an example in dice.

use kosti_dice::Dice;
use kosti_rules::file::{Hand, Score};
use kosti_rules::{Rules, SheetRules, Slot};
use kosti_text::{
    Explained, ExplainedAward, ExplainedCombination, ExplainedExample, ExplainedSlot, Section, TurnStep,
};
use maud::{Markup, html};

use super::die::DiceRenderer;
use super::shell::Page;

/// Examples of a race that are shown beside its combinations.
const MOST_EXAMPLES: usize = 4;

/// Dice of a combination of which two stand side by side on a phone.
const MOST_SIDE_BY_SIDE: usize = 4;

/// The rules below their heading: everything but the house rules, which are chosen in a form.
pub(super) fn body(page: &Page<'_>, rules: &Rules, explained: &Explained) -> Markup {
    let renderer = DiceRenderer::of(rules, page.language());
    let steps = page.words.explain_turn(rules);
    let splits = explained.examples.iter().flat_map(|part| &part.items);
    let splits: Vec<_> = splits.filter(|example| example.score.is_some()).take(MOST_EXAMPLES).collect();
    let turn_notes: Vec<String> = notes_in_turn(page, &steps);
    html! {
        h2 { (page.say("page-aim")) }
        p { (page.words.describe_aim(rules)) }
        h2 { (page.say("page-turn")) }
        ol.turn-steps { @for step in &steps { (self::step(step, renderer)) } }
        (facts(page, rules, explained))
        @for part in &explained.slots { (boxes(rules, part, &turn_notes, renderer)) }
        @if let Some(part) = &explained.combinations { (combinations(part, renderer)) }
        @if !splits.is_empty() {
            h2 { (page.say("rules-examples")) }
            ul.examples { @for example in splits { li { (self::example(example, &mark_all(example.dice), renderer)) } } }
        }
        @if let Some(part) = &explained.points { (points(part)) }
    }
}

/// The summary of a game, below its name.
pub(super) fn head(explained: &Explained) -> Markup {
    html! {
        @if let Some(about) = &explained.about { p { (about) } }
        p.faint { (explained.size) }
    }
}

/// The source of the rules.
pub(super) fn source(explained: &Explained) -> Markup {
    html! { @if let Some(source) = &explained.source { p.faint { (source) } } }
}

/// The house rules that differ from the standard, if any do.
pub(super) fn house_rule_differences(page: &Page<'_>, rules: &Rules) -> Markup {
    let language = page.language();
    let mut changed = rules.house.iter().filter(|option| option.chosen > 0).peekable();
    html! {
        @if changed.peek().is_some() {
            div.wrong {
                p { (page.say("page-differs-here")) }
                ul {
                    @for option in changed {
                        @let usual = option.choices.first().map_or("", |(_, about)| about.get(language));
                        @let chosen = option.choices[option.chosen].1.get(language);
                        li {
                            (option.name.get(language)) ": " strong { (chosen) } " "
                            span.faint { (page.tell("page-instead-of", &[("usual", usual.into())])) }
                        }
                    }
                }
            }
        }
    }
}

/// The notes of boxes that the steps of a turn contain already, such as what happens with dice that fit nowhere.
fn notes_in_turn(page: &Page<'_>, steps: &[TurnStep]) -> Vec<String> {
    let notes = [
        ("rules-step-zero", "rules-unfit-zero"),
        ("rules-step-cross-any", "rules-cross-any-throw"),
        ("rules-step-cross-last", "rules-cross-last-throw"),
    ];
    let has = |step: &str| steps.iter().any(|other| other.text == page.say(step));
    notes.into_iter().filter(|(step, _)| has(step)).map(|(_, note)| page.say(note)).collect()
}

fn step(step: &TurnStep, renderer: DiceRenderer<'_>) -> Markup {
    let dice: Vec<(u8, &str)> =
        step.dice.iter().map(|die| (die.face, if die.kept { "kept" } else { "loose" })).collect();
    html! {
        li {
            p { (step.text) }
            @if !dice.is_empty() {
                p.shown { (renderer.marked_row(&dice)) @if let Some(gives) = &step.gives { " " span.gives { "→ " (minus(gives)) } } }
            }
        }
    }
}

/// The rules of the whole game that the turn does not show.
fn facts(page: &Page<'_>, rules: &Rules, explained: &Explained) -> Markup {
    // A single die is always "all dice", which nobody would say.
    let shown = ["rules-turn", "rules-hot-dice"].map(|id| page.say(id));
    let shown = if rules.dice == 1 { &shown[..] } else { &shown[..1] };
    let mut facts = explained.facts.iter().filter(|fact| !shown.contains(fact)).peekable();
    html! {
        @if facts.peek().is_some() {
            h2 { (page.say("page-facts")) }
            ul { @for fact in facts { li { (fact) } } }
        }
    }
}

/// Replaces the hyphen of negative points with a minus sign.
fn minus(points: &str) -> String {
    points.replace('-', "−")
}

/// The boxes of a group. A note that all of them share stands above them, once.
fn boxes(
    rules: &Rules,
    part: &Section<ExplainedSlot>,
    turn_notes: &[String],
    renderer: DiceRenderer<'_>,
) -> Markup {
    let first = part.items.first().map_or(&[][..], |slot| &slot.notes);
    let shared =
        |note: &&String| part.items.len() > 1 && part.items.iter().all(|slot| slot.notes.contains(note));
    let shared: Vec<&String> =
        first.iter().filter(shared).filter(|note| !turn_notes.contains(note)).collect();
    html! {
        h2 { (part.heading) }
        @if let Some(about) = part.about.as_ref().or(same_about(part)) { p { (about) } }
        @if !shared.is_empty() { p.faint { @for note in &shared { (note) " " } } }
        div.slots {
            @for slot in &part.items {
                @let notes = slot.notes.iter().filter(|note| !shared.contains(note) && !turn_notes.contains(note));
                (self::slot(rules, part, slot, &notes.map(String::as_str).collect::<Vec<_>>().join(" "), renderer))
            }
        }
    }
}

/// The description that all boxes of a group share; it is written once, above them.
fn same_about(part: &Section<ExplainedSlot>) -> Option<&String> {
    let about = part.items.first()?.about.as_ref();
    let same = part.items.len() > 1 && part.items.iter().all(|other| other.about.as_ref() == about);
    about.filter(|_| same)
}

fn slot(
    rules: &Rules,
    part: &Section<ExplainedSlot>,
    slot: &ExplainedSlot,
    notes: &str,
    renderer: DiceRenderer<'_>,
) -> Markup {
    let compiled = rules.sheet().and_then(|sheet| Some((sheet, &sheet.slots[sheet.slot(&slot.id)?])));
    let about = slot.about.as_ref().unwrap_or(&slot.rule);
    html! {
        div.slot id={ "box-" (slot.id) } {
            h3 { (slot.name) }
            @if same_about(part).is_none() { p { (about) } }
            @if let Some((sheet, compiled)) = compiled { @for line in drawn_examples(sheet, compiled, slot, renderer) { p.shown { (line) } } }
            // With a single box nobody asks whether it can be crossed out.
            @if !notes.is_empty() && compiled.is_none_or(|(sheet, _)| sheet.slots.len() > 1) { p.faint { (notes) } }
        }
    }
}

/// The renderer examples of a box: one; all that score where the sheet is this box alone.
fn drawn_examples(
    rules: &SheetRules,
    slot: &Slot,
    explained: &ExplainedSlot,
    renderer: DiceRenderer<'_>,
) -> Vec<Markup> {
    let draw = |example: &ExplainedExample| {
        let gives = match (example.score, slot.joker) {
            // Only a joker scores here.
            (Some(0), Some(points)) => points.to_string(),
            (Some(score), _) if slot.how.hand == Hand::Same => score.to_string(),
            _ => example.gives.clone(),
        };
        html! { (renderer.marked_row(&mark_counting(rules, slot, example.dice))) " " span.gives { "→ " (minus(&gives)) } }
    };
    if rules.slots.len() > 1 {
        return best_example(&explained.examples).map(draw).into_iter().collect();
    }
    let mut all: Vec<&ExplainedExample> = explained.examples.iter().filter(|it| it.score.is_some()).collect();
    all.sort_by_key(|example| example.score);
    all.into_iter().map(draw).collect()
}

/// The example that shows a box best: the first that scores, not from the hand if there is another.
fn best_example(examples: &[ExplainedExample]) -> Option<&ExplainedExample> {
    let rank = |example: &&ExplainedExample| {
        (example.score.is_some(), example.score.is_some_and(|score| score != 0), example.throw != 1)
    };
    examples.iter().rev().max_by_key(rank)
}

/// The dice of an example: those that the score counts, and the others.
fn mark_counting(rules: &SheetRules, slot: &Slot, dice: Dice) -> Vec<(u8, &'static str)> {
    let counted = match slot.how.score {
        Score::Combination => slot.combination(rules.space.index(dice)),
        Score::Matching => Dice::from_faces(&vec![slot.number; dice.count(slot.number)]).ok(),
        _ => None,
    };
    let mut left: Vec<u8> = counted.unwrap_or(dice).faces().collect();
    let mark = |face: u8| match left.iter().position(|other| *other == face) {
        Some(found) => {
            left.remove(found);
            (face, "counts")
        }
        None => (face, "spare"),
    };
    dice.faces().map(mark).collect()
}

fn mark_all(dice: Dice) -> Vec<(u8, &'static str)> {
    dice.faces().map(|face| (face, "counts")).collect()
}

fn example(example: &ExplainedExample, dice: &[(u8, &'static str)], renderer: DiceRenderer<'_>) -> Markup {
    html! { (renderer.marked_row(dice)) " " span.gives { "→ " (minus(&example.gives)) } }
}

fn combinations(part: &Section<ExplainedCombination>, renderer: DiceRenderer<'_>) -> Markup {
    html! {
        h2 { (part.heading) }
        div.slots {
            @for combination in &part.items {
                div.slot {
                    h3 { (combination.name) }
                    @let made_of = drawn_combination(&combination.made_of);
                    @let long = made_of.len() == 1 || made_of.iter().any(|(dice, _)| dice.len() > MOST_SIDE_BY_SIDE);
                    ul.examples.tight .long[long] {
                        @for (dice, points) in made_of {
                            li { (renderer.marked_row(&mark_all(dice))) " " span.gives { "→ " (points) } }
                        }
                    }
                }
            }
        }
    }
}

/// The dice of a combination: all of them, or one of many where all give the same.
fn drawn_combination(made_of: &[(Dice, i32)]) -> Vec<(Dice, i32)> {
    let numbers = |dice: &Dice| (1..=dice.highest()).filter(|face| dice.count(*face) > 0).count();
    match made_of {
        [(_, first), rest @ ..] if !rest.is_empty() && rest.iter().all(|(_, points)| points == first) => {
            made_of.iter().rev().max_by_key(|(dice, _)| numbers(dice)).copied().into_iter().collect()
        }
        _ => made_of.to_vec(),
    }
}

fn points(part: &Section<ExplainedAward>) -> Markup {
    html! {
        h2 { (part.heading) }
        table.plain {
            tbody { @for award in &part.items { tr { th scope="row" { (award.name) } td { (award.worth) } } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use kosti_rules::{House, RulesFile};
    use kosti_text::{Language, Words};

    use super::*;

    #[test]
    fn every_box_of_every_game_shows_dice_that_score() {
        let words = Words::new(Language::ENGLISH);
        for id in kosti_games::ids() {
            let rules = kosti_games::file(id).unwrap().rules(&House::default()).unwrap();
            for slot in words.explain_rules(&rules).slots.iter().flat_map(|part| &part.items) {
                let example = best_example(&slot.examples).unwrap();
                let sheet = rules.sheet().unwrap();
                let compiled = &sheet.slots[sheet.slot(&slot.id).unwrap()];
                let best = compiled.possible_scores().next_back().unwrap_or(0);
                let scores = example.score.is_some_and(|score| score > 0 || best <= 0);
                assert!(
                    scores || compiled.zero.is_some() || compiled.joker.is_some(),
                    "{id}: {} shows {example:?}",
                    slot.id
                );
            }
        }
    }

    #[test]
    fn dice_that_do_not_count_are_told_apart() {
        let text = "name = 'Own'\ndice = 5\nthrows = 1\n[box.fives]\nnumber = 5\nscore = 'matching'\n\
                    [box.pair]\nneeds = { alike = 2 }\nscore = 'combination'\nunfit = 'zero'\n[box.chance]\nscore = 'all-dice'";
        let rules = RulesFile::read("own", text).rules(&House::default()).unwrap();
        let sheet = rules.sheet().unwrap();
        let dice = Dice::from_faces(&[2, 2, 5, 5, 5]).unwrap();
        let marks = |slot: &str| -> String {
            let slot = &sheet.slots[sheet.slot(slot).unwrap()];
            mark_counting(sheet, slot, dice).iter().map(|(_, mark)| &mark[..1]).collect()
        };
        assert_eq!(marks("pair"), "ssccs");
        assert_eq!(marks("fives"), "ssccc");
        assert_eq!(marks("chance"), "ccccc");
    }
}
