//! Where a rules file is written: the text, and beside it what Kosti makes of it while somebody types.

use kosti_app::App;
use kosti_rules::Rules;
use kosti_text::{Kind, Language, PlacedFault, Section, Start};
use maud::{Markup, html};

use super::form::Form;
use super::shell::Page;
use super::{home, printed_sheet, source};

pub(super) const PATH: &str = "/own";
/// The field with which the script asks for the preview of a text alone.
pub(super) const PREVIEW: &str = "preview";
/// The longest address that every server and messenger passes on.
const MOST_ADDRESS: usize = 7000;

/// The text of a rules file, and beside it its preview, which a script renews.
pub(super) fn workbench(page: &Page<'_>, text: &str, preview: &Markup) -> Markup {
    html! {
        div.workbench {
            (text_area(page, text, true))
            section #preview aria-label=(page.say("page-own-preview")) { (preview) }
        }
    }
}

/// The form that sends a text to be checked.
pub(super) fn text_area(page: &Page<'_>, text: &str, previewed: bool) -> Markup {
    html! {
        form.own method="post" action=(PATH) enctype="multipart/form-data" {
            p {
                label for="rules" { (page.say("page-own-text")) }
                // Browsers leave out a newline that a text begins with.
                textarea #rules name="rules" spellcheck="false" autocapitalize="none" autocomplete="off" rows="16" data-preview[previewed] { "\n" (text) }
            }
            p {
                label for="file" { (page.say("page-own-file")) }
                input #file type="file" name="file" accept=".toml,text/plain";
            }
            p.row { button.primary { (page.say("page-own-check")) } }
        }
    }
}

/// The faults of a text, each under its line.
pub(super) fn faults(page: &Page<'_>, text: &str, faults: &[PlacedFault]) -> Markup {
    html! {
        div.wrong role="alert" {
            p { (page.tell("page-own-faults", &[("count", faults.len().into())])) }
            (source::fault_list(page, faults))
        }
        h2 { (page.say("page-own-places")) }
        (source::annotated_source(page, text, faults))
    }
}

/// A sound game as Kosti understands it, with its sheet.
pub(super) fn understood(page: &Page<'_>, rules: &Rules) -> Markup {
    html! {
        p role="status" { (page.say("page-own-sound")) }
        (reading(page, rules))
        @if rules.sheet().is_some() {
            h2 { (page.say("page-sheet")) }
            (printed_sheet::blank(page, rules, 1))
        }
    }
}

/// The compiled rules in plain words.
pub(super) fn reading(page: &Page<'_>, rules: &Rules) -> Markup {
    let part = |part: &Section<String>| {
        html! { h3 { (part.heading) } ul { @for line in &part.items { li { (line) } } } }
    };
    html! {
        h2 { (page.say("page-own-understood")) }
        p.faint { (page.say("page-own-understood-about")) }
        @for found in &page.words.read_back(rules) { (part(found)) }
    }
}

/// The address of a text, which opens its game anywhere; `None` if it is too long for some.
pub(super) fn permalink(text: &str, rules: &Rules) -> Option<String> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("rules", text);
    for option in rules.house.iter().filter(|option| option.chosen > 0) {
        query.append_pair(&format!("house-{}", option.id), option.choice());
    }
    let address = format!("{PATH}?{}", query.finish());
    (address.len() <= MOST_ADDRESS).then_some(address)
}

/// What somebody can start from: a few questions, an example, a bundled game.
pub(super) fn starts(page: &Page<'_>, app: &App) -> Markup {
    html! {
        h2 { (page.say("page-own-from")) }
        (questions(page, Kind::Sheet))
        (questions(page, Kind::Race))
        p.row {
            a.button href={ (PATH) "?start" } { (page.say("page-own-start")) }
            @for rules in home::games(app) {
                a.button href={ (PATH) "?game=" (rules.id) } { (rules.name.get(page.language())) }
            }
        }
    }
}

/// The questions of `kosti new`, as a form.
fn questions(page: &Page<'_>, kind: Kind) -> Markup {
    let usual = Start::of(kind);
    let (word, title) = match kind {
        Kind::Sheet => ("sheet", "page-own-new-sheet"),
        Kind::Race => ("race", "page-own-new-race"),
    };
    let number = |name: &str, is: u32, least: u32, most: u32| {
        let id = format!("{word}-{name}");
        html! {
            p {
                label for=(id) { (page.say(&format!("new-ask-{name}"))) }
                input id=(id) type="number" name=(name) value=(is) min=(least) max=(most) required;
            }
        }
    };
    html! {
        details.own {
            summary { (page.say(title)) }
            form method="get" action=(PATH) {
                input type="hidden" name="start" value=(word);
                p {
                    label for={ (word) "-name" } { (page.say("new-ask-name")) }
                    input id={ (word) "-name" } name="name" value=(page.say("new-name")) maxlength="60" required;
                }
                (number("dice", usual.dice.into(), 1, 8))
                (number("sides", usual.sides.into(), 2, 12))
                @match kind {
                    Kind::Sheet => (number("throws", usual.throws.into(), 1, 9)),
                    Kind::Race => (number("target", usual.target, 10, 10_000)),
                }
                (number("players", usual.players.into(), if kind == Kind::Race { 2 } else { 1 }, 64))
                p.row { button { (page.say("page-own-write")) } }
            }
        }
    }
}

/// The file that the answers ask for. A number that is none is the usual one; one that is too large is a fault of the
/// file, which says so under its line.
pub(super) fn start(page: &Page<'_>, language: Language, asked: &Form) -> String {
    fn number<T: std::str::FromStr>(asked: &Form, name: &str, usual: T) -> T {
        asked.get(name).and_then(|text| text.parse().ok()).unwrap_or(usual)
    }
    let kind = if asked.get("start") == Some("race") { Kind::Race } else { Kind::Sheet };
    let usual = Start::of(kind);
    let start = Start {
        kind,
        name: asked.get("name").map_or_else(|| page.say("new-name"), str::to_owned),
        dice: number(asked, "dice", usual.dice),
        sides: number(asked, "sides", usual.sides),
        throws: number(asked, "throws", usual.throws),
        target: number(asked, "target", usual.target),
        players: number(asked, "players", usual.players),
        at_terminal: false,
    };
    start.text(language)
}
