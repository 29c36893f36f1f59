//! `Bundle`: the records of several tables in one file. Before each record stands a line with the table, and the token of its
//! owner where the file is to bring the seat along. To readers of records the line is a comment.

use kosti_app::is_token;
use kosti_journal::TableId;

/// The start of the line before a record.
const MARK: &str = "#! table ";

/// A record, and the token that goes with it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'a> {
    pub(super) token: Option<&'a str>,
    pub(super) record: &'a str,
}

/// Adds the record of a table to a file.
pub(super) fn push(file: &mut String, table: TableId, token: Option<&str>, record: &str) {
    file.push_str(MARK);
    file.push_str(table.as_str());
    if let Some(token) = token {
        file.push(' ');
        file.push_str(token);
    }
    file.push('\n');
    file.push_str(record);
    file.push('\n');
}

/// The records of a file; a plain record is a file of one.
pub(super) fn parts(file: &str) -> Vec<Part<'_>> {
    let starts = file.match_indices(MARK).map(|(at, _)| at);
    let starts: Vec<usize> = starts.filter(|&at| at == 0 || file.as_bytes()[at - 1] == b'\n').collect();
    if starts.is_empty() {
        return vec![Part { token: None, record: file }];
    }
    let ends = starts.iter().skip(1).copied().chain([file.len()]);
    let part = |(start, end): (&usize, usize)| {
        let (line, record) = file[*start..end].split_once('\n').unwrap_or_default();
        let token =
            line[line.len().min(MARK.len())..].split_whitespace().nth(1).filter(|token| is_token(token));
        Part { token, record }
    };
    starts.iter().zip(ends).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    #[test]
    fn what_is_put_in_comes_out() {
        let mut file = String::new();
        push(&mut file, TableId::from_bits(1), Some(TOKEN), "[Game \"x\"]\n#= {}\n");
        push(&mut file, TableId::from_bits(2), None, "[Game \"y\"]\n");
        let read = parts(&file);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0], Part { token: Some(TOKEN), record: "[Game \"x\"]\n#= {}\n\n" });
        assert_eq!(read[1], Part { token: None, record: "[Game \"y\"]\n\n" });
    }

    #[test]
    fn a_plain_record_is_a_file_of_one() {
        let record = "[Game \"#! table x\"]\n";
        assert_eq!(parts(record), [Part { token: None, record }]);
        assert_eq!(parts("#! table"), [Part { token: None, record: "#! table" }]);
        assert_eq!(parts("#! table abc no-token"), [Part { token: None, record: "" }]);
    }
}
