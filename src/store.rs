//! `--store`: a solution in a file. It is read if the file is there, and written otherwise.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use kosti_rules::Rules;
use kosti_solver::{DecodeError, NoProgress, Objective, Solution, SolutionCache};

use crate::failure::Failure;
use crate::out::Out;

/// The memory for solutions of one command: the largest game takes a third of a gigabyte.
const MOST_BYTES: usize = 1 << 30;

/// The objectives whose solutions are kept.
const KEPT: [Objective; 3] = [Objective::Total, Objective::Win, Objective::Turns];

/// The file of a command, and the solutions that the command uses.
pub(crate) struct Store {
    path: PathBuf,
    rules: Arc<Rules>,
    solutions: Arc<SolutionCache>,
    was_there: bool,
}

impl Store {
    /// Reads the file if it is there. A solution of other rules is refused, and the file is left alone.
    pub(crate) fn open(path: &Path, rules: Rules, out: &Out) -> Result<Self> {
        let (rules, solutions) = (Arc::new(rules), Arc::new(SolutionCache::new(MOST_BYTES)));
        let was_there = match fs::read(path) {
            Ok(bytes) => {
                let read = Solution::from_bytes(&rules, &bytes, &NoProgress);
                let solution = read.map_err(|error| refused(path, &error, out))?;
                solutions.insert(Arc::new(solution));
                true
            }
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return Err(unusable(path, &error, out).into()),
        };
        Ok(Self { path: path.to_owned(), rules, solutions, was_there })
    }

    /// The solutions, for the command to use.
    pub(crate) fn solutions(&self) -> Arc<SolutionCache> {
        self.solutions.clone()
    }

    /// Writes the solution that the command has made, unless it came from the file.
    pub(crate) fn keep(&self, out: &Out) -> Result<()> {
        if self.was_there {
            return Ok(());
        }
        let solution = |objective: &Objective| self.solutions.get(&self.rules, objective)?.to_bytes();
        let Some(bytes) = KEPT.iter().find_map(solution) else {
            return Err(Failure::new(out.say("store-nothing", &[])).into());
        };
        // A half-written file must not take the place of a whole one.
        let mut part = self.path.clone().into_os_string();
        part.push(".part");
        let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &self.path));
        written.map_err(|error| unusable(&self.path, &error, out).into())
    }
}

fn refused(path: &Path, error: &DecodeError, out: &Out) -> Failure {
    let why = match error {
        DecodeError::OtherRules => "other-rules",
        DecodeError::Damaged | DecodeError::Length { .. } | DecodeError::Solve(_) => "damaged",
    };
    let args = [("file", path.display().to_string().into()), ("why", why.into())];
    Failure::new(out.say("store-refused", &args))
}

fn unusable(path: &Path, error: &io::Error, out: &Out) -> Failure {
    let args = [("file", path.display().to_string().into()), ("why", error.to_string().into())];
    Failure::new(out.say("file-unreadable", &args))
}
