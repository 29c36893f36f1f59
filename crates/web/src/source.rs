//! The source view of a rules file: numbered lines, each fault below its line.

use kosti_text::PlacedFault;
use maud::{Markup, html};

use super::shell::Page;

/// The list of faults, with links to their lines.
pub(super) fn fault_list(page: &Page<'_>, faults: &[PlacedFault]) -> Markup {
    html! {
        ol.faults {
            @for fault in faults {
                li { a href={ "#line-" (fault.start.line) } { (page.tell("page-line", &[("line", fault.start.line.into())])) } " " (fault.message) }
            }
        }
    }
}

/// The file, line by line.
pub(super) fn annotated_source(page: &Page<'_>, text: &str, faults: &[PlacedFault]) -> Markup {
    html! {
        ol.source {
            @for (nth, line) in text.lines().enumerate().map(|(nth, line)| (nth + 1, line)) {
                @let here = faults_on_line(faults, nth);
                li id={ "line-" (nth) } .has-fault[!here.is_empty()] {
                    code { (highlight(line, &fault_columns(here, line.chars().count()))) }
                    @for fault in here { (fault_note(page, fault)) }
                }
            }
        }
        @for fault in faults.iter().filter(|fault| fault.start.line > text.lines().count()) { (fault_note(page, fault)) }
    }
}

fn fault_note(page: &Page<'_>, fault: &PlacedFault) -> Markup {
    let place = page.tell("page-column", &[("column", fault.start.column.into())]);
    html! {
        p.fault {
            strong { (fault.message) } " " span.faint { (place) }
            @if let Some(help) = &fault.help { br; (help) }
        }
    }
}

/// The faults that begin on a line; they are in reading order.
fn faults_on_line(faults: &[PlacedFault], line: usize) -> &[PlacedFault] {
    let from = faults.partition_point(|fault| fault.start.line < line);
    let to = faults.partition_point(|fault| fault.start.line <= line);
    &faults[from..to]
}

/// The columns of a line that its faults take up: from 0, in order, none twice. What goes on below is not marked there.
fn fault_columns(faults: &[PlacedFault], long: usize) -> Vec<(usize, usize)> {
    let mut marks: Vec<(usize, usize)> = Vec::new();
    for PlacedFault { start, end, .. } in faults {
        let to = if end.line == start.line { (end.column - 1).min(long) } else { long };
        let from = marks.last().map_or(start.column - 1, |last| last.1.max(start.column - 1));
        if from < to {
            marks.push((from, to));
        }
    }
    marks
}

fn highlight(line: &str, marks: &[(usize, usize)]) -> Markup {
    let cut = |from: usize, to: usize| line.chars().skip(from).take(to - from).collect::<String>();
    let ends = marks.iter().map(|(_, to)| *to);
    let gaps: Vec<(usize, usize)> =
        std::iter::once(0).chain(ends).zip(marks.iter().map(|(from, _)| *from)).collect();
    let rest = marks.last().map_or(0, |(_, to)| *to);
    html! {
        @for (gap, mark) in gaps.iter().zip(marks) {
            (cut(gap.0, gap.1)) mark { (cut(mark.0, mark.1)) }
        }
        (cut(rest, line.chars().count()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kosti_text::Position;

    fn fault(start: (usize, usize), end: (usize, usize)) -> PlacedFault {
        let place = |(line, column)| Position { line, column };
        PlacedFault {
            start: place(start),
            end: place(end),
            kind: String::new(),
            message: String::new(),
            help: None,
        }
    }

    #[test]
    fn columns_are_marked_once_and_within_their_line() {
        let faults = [fault((1, 3), (1, 5)), fault((1, 4), (2, 3)), fault((3, 9), (3, 9))];
        assert_eq!(fault_columns(faults_on_line(&faults, 1), 6), [(2, 4), (4, 6)]);
        assert_eq!(faults_on_line(&faults, 2), []);
        assert_eq!(fault_columns(faults_on_line(&faults, 3), 4), []);
        let drawn = highlight("дві <b>", &[(0, 3), (4, 6)]).into_string();
        assert_eq!(drawn, "<mark>дві</mark> <mark>&lt;b</mark>&gt;");
    }
}
