//! Rules as a page: what `Words::explain_rules` says, with dice as pictures.

use kosti_dice::Dice;
use kosti_rules::Rules;
use kosti_text::{
    Explained, ExplainedAward, ExplainedCombination, ExplainedExample, ExplainedSheet, ExplainedSlot, Section,
};
use maud::{Markup, html};

use super::die::DrawnDice;
use super::shell::Page;

/// The rules below their heading: everything but the house rules, which are chosen in a form.
pub(super) fn body(page: &Page<'_>, explained: &Explained) -> Markup {
    let drawn = DrawnDice::with(&explained.faces, page.language());
    html! {
        @if !explained.facts.is_empty() {
            h2 { (page.say("page-facts")) }
            ul { @for fact in &explained.facts { li { (fact) } } }
        }
        @for part in &explained.slots {
            h2 { (part.heading) }
            @if let Some(about) = &part.about { p.faint { (about) } }
            div.slots { @for slot in &part.items { (self::slot(slot, drawn)) } }
        }
        @if let Some(part) = &explained.combinations { (combinations(part, drawn)) }
        @if let Some(part) = &explained.examples {
            h2 { (part.heading) }
            (examples(&part.items, drawn))
        }
        @if let Some(part) = &explained.points { (points(part)) }
        @if let Some(part) = &explained.sheets { (sheets(part)) }
        @if let Some(source) = &explained.source { p.faint { (source) } }
    }
}

/// What a game is, under its name.
pub(super) fn head(explained: &Explained) -> Markup {
    html! {
        @if let Some(about) = &explained.about { p { (about) } }
        p.faint { (explained.size) }
    }
}

/// What differs from the standard, where something does.
pub(super) fn differs(page: &Page<'_>, rules: &Rules) -> Markup {
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

fn slot(slot: &ExplainedSlot, drawn: DrawnDice<'_>) -> Markup {
    html! {
        div.slot id={ "box-" (slot.id) } {
            h3 { (slot.name) }
            @if let Some(about) = &slot.about { p { (about) } }
            p.faint { (slot.rule) }
            (examples(&slot.examples, drawn))
        }
    }
}

fn row(dice: Dice, drawn: DrawnDice<'_>) -> Markup {
    drawn.row(&dice.faces().collect::<Vec<u8>>())
}

fn examples(examples: &[ExplainedExample], drawn: DrawnDice<'_>) -> Markup {
    html! {
        @if !examples.is_empty() {
            ul.examples {
                @for example in examples {
                    li {
                        (row(example.dice, drawn)) " " span aria-hidden="true" { "→" } " " strong { (example.gives) }
                        @if let Some(clause) = &example.clause { " " span.faint { (clause) } }
                    }
                }
            }
        }
    }
}

fn combinations(part: &Section<ExplainedCombination>, drawn: DrawnDice<'_>) -> Markup {
    html! {
        h2 { (part.heading) }
        div.slots {
            @for combination in &part.items {
                div.slot {
                    h3 { (combination.name) }
                    ul.examples {
                        @for (dice, points) in &combination.made_of {
                            li { (row(*dice, drawn)) " " span aria-hidden="true" { "→" } " " strong { (points) } }
                        }
                    }
                }
            }
        }
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

fn sheets(part: &Section<ExplainedSheet>) -> Markup {
    html! {
        h2 { (part.heading) }
        @for sheet in &part.items {
            table.plain {
                @if let Some(clause) = &sheet.clause { caption { (clause) } }
                tbody {
                    @for line in &sheet.lines { tr { th scope="row" { (line.name) } td { (line.entries.join(", ")) } } }
                    @for (name, sum) in &sheet.sums { tr.sum { th scope="row" { (name) } td { (sum) } } }
                }
            }
        }
    }
}
