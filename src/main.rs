//! The `kosti` program: one file per command.
//!
//! Exit codes: 0 success; 1 the request cannot be done (a wrong file, a wrong record, an unknown game); 2 the command
//! line is wrong. If the reader closes the pipe, the program ends quietly.

mod advise;
mod args;
mod ask;
mod backup;
mod balance;
mod check;
mod completions;
mod copy;
mod data_dir;
mod dialogue;
mod failure;
mod game;
mod games;
mod help;
mod histogram;
#[cfg(feature = "nats")]
mod nats;
#[cfg(not(feature = "nats"))]
#[path = "without_nats.rs"]
mod nats;
mod new;
mod out;
mod play;
mod progress;
mod rebuild;
mod replay;
mod rescue;
mod review;
mod rules;
mod schema;
mod score;
mod serve;
mod simulate;
mod solve;
mod store;
mod table;
mod usage;
mod values;
mod verify;
mod watch;
mod welcome;

use std::process::ExitCode;

use anyhow::Result;
use clap::FromArgMatches as _;
use kosti_text::{Language, Words};

use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::out::Out;

fn main() -> ExitCode {
    let language = language(std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()));
    let words = Words::new(language);
    if completions::answer(&words) {
        return ExitCode::SUCCESS;
    }
    let args = match args::command(&words).try_get_matches().and_then(|found| Args::from_arg_matches(&found))
    {
        Ok(args) => args,
        Err(error) => {
            if error.use_stderr() {
                let failure = Failure::usage(usage::describe_mistake(&error, &words));
                Out::new(words).print_error(&failure.into());
                return ExitCode::from(2);
            }
            // Help and version are not errors; clap prints them to the right stream.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
    };
    let mut out = Out::new(words);
    let result = run(args, &mut out).and_then(|code| out.flush().map(|()| code));
    match result {
        Ok(code) => code,
        Err(error) if failure::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Print the output before the error; ignore a pipe that has closed meanwhile.
            let _ = out.flush();
            out.print_error(&error);
            ExitCode::from(error.downcast_ref::<Failure>().map_or(1, Failure::code))
        }
    }
}

fn run(args: Args, out: &mut Out) -> Result<ExitCode> {
    match args.command {
        None => welcome::run(out),
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Score(args)) => score::run(&args, out),
        Some(Command::Advise(args)) => advise::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Simulate(args)) => simulate::run(&args, out),
        Some(Command::Balance(args)) => balance::run(&args, out),
        Some(Command::Check(args)) => check::run(&args, out),
        Some(Command::New(args)) => new::run(&args, out),
        Some(Command::Schema) => schema::run(out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Review(args)) => review::run(&args, out),
        Some(Command::Verify(args)) => verify::run(&args, out),
        Some(Command::Ask) => ask::run(out),
        Some(Command::Serve(args)) => serve::run(&args, out),
        Some(Command::Rescue(args)) => rescue::run(&args, out),
        Some(Command::Rebuild(args)) => rebuild::run(&args, out),
        Some(Command::Copy(args)) => copy::run(&args, out),
        Some(Command::Backup(args)) => backup::run(&args, out),
        Some(Command::Judge) => serve::run_sandbox(),
        Some(Command::Completions(args)) => completions::run(&args, out),
        Some(Command::Man(args)) => help::man(&args, out),
        Some(Command::Help(args)) => help::run(&args, out),
    }
}

/// The language of `--lang`, or else of the system, or else English. It is needed before the command line is parsed,
/// because help is translated; clap reports a wrong `--lang` later.
fn language(args: impl Iterator<Item = String>) -> Language {
    let args: Vec<String> = args.collect();
    let after_flag = args.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1].as_str());
    let in_flag = || args.iter().find_map(|arg| arg.strip_prefix("--lang="));
    let asked = after_flag.or_else(in_flag).and_then(Language::from_tag);
    let system = || sys_locale::get_locale().and_then(|tag| Language::from_tag(&tag));
    asked.or_else(system).unwrap_or_default()
}
