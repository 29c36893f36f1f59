//! Aligned columns of text in any script.

use unicode_width::UnicodeWidthStr as _;

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Formats rows as lines: each column as wide as its widest cell, with two spaces between columns.
pub(crate) fn lines(rows: &[Vec<String>], align: &[Align]) -> Vec<String> {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..align.len()).map(width).collect();
    rows.iter()
        .map(|row| {
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let blanks = " ".repeat(widths[column].saturating_sub(cell.width()));
                match align[column] {
                    Align::Left => format!("{cell}{blanks}"),
                    Align::Right => format!("{blanks}{cell}"),
                }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_in_any_script() {
        let rows = [["Пара", "12"], ["Two pairs", "-3"], ["骰子", "100"]];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        let expected = ["Пара        12", "Two pairs   -3", "骰子       100"];
        assert_eq!(lines(&rows, &[Align::Left, Align::Right]), expected);
    }
}
