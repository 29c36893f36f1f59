//! The load generator: tables of two players at full speed over loopback, with persistent HTTP connections and event
//! streams. The same run measures a bare server: the same journal and the same requests, without rules, dice or
//! views. Prints moves per second, latency, CPU per move and memory per table, of both and as a ratio.
//!
//! Tables are opened before anything is measured, as many for each pair of players as they may need (`--games`).
//!
//! `cargo bench --bench load -- [--tables 500] [--seconds 10] [--games 4] [--streams 20000] [--idle 2000]`
//!
//! `cargo bench --bench load -- cluster [--tables 60] [--seconds 10]`: one, two and three Kosti servers on three NATS
//! servers, compared with one on a file.

#![allow(clippy::print_stdout, reason = "it prints what it measured")]

mod bare;
mod cluster;
mod lean;
mod machine;
mod play;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::machine::{Process, Usage};
use crate::play::Crowd;

struct Plan {
    tables: usize,
    seconds: u64,
    games: usize,
    streams: usize,
    idle: usize,
}

impl Plan {
    fn read(tables: usize) -> Self {
        let args: Vec<String> = std::env::args().collect();
        let number = |name: &str, standard: usize| {
            let found = args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
            found.and_then(|number| number.parse().ok()).unwrap_or(standard)
        };
        Self {
            tables: number("--tables", tables),
            seconds: number("--seconds", 10) as u64,
            games: number("--games", 4),
            streams: number("--streams", 20_000),
            idle: number("--idle", 2_000),
        }
    }
}

fn main() -> Result<()> {
    machine::allow_many_files();
    if std::env::args().nth(1).as_deref() == Some("bare") {
        return bare::serve();
    }
    let clustered = std::env::args().nth(1).as_deref() == Some("cluster");
    let plan = Plan::read(if clustered { 60 } else { 500 });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    if clustered {
        return runtime.block_on(cluster::measure_all(&plan));
    }
    runtime.block_on(async {
        println!("{} tables of two, {} s each; the generator shares the machine", plan.tables, plan.seconds);
        let bare = measure("bare (no rules)", &[Process::bare()?], &plan, Crowd::at_bare).await?;
        let kosti = measure("kosti", &[Process::kosti(&[])?], &plan, Crowd::at_kosti).await?;
        println!(
            "kosti to bare: {:.2} of the moves a second, {:.2} of the CPU a move",
            kosti.rate / bare.rate,
            kosti.cpu / bare.cpu
        );
        idle(&plan).await?;
        reopen_tables().await?;
        streams(&plan).await
    })
}

struct Measured {
    /// Moves a second.
    rate: f64,
    /// Microseconds of CPU a move.
    cpu: f64,
}

/// The throughput and resource usage of servers under load, after the crowd has come and warmed them up.
async fn measure(
    name: &str,
    servers: &[Process],
    plan: &Plan,
    crowd_at: impl AsyncFn(&[SocketAddr], &Plan) -> Result<Crowd>,
) -> Result<Measured> {
    let at: Vec<SocketAddr> = servers.iter().map(|server| server.address).collect();
    let used = || servers.iter().map(Process::usage).sum::<Result<Usage>>();
    let mut crowd = crowd_at(&at, plan).await?;
    let warm_up = crowd.play(Duration::from_secs(2)).await?;
    anyhow::ensure!(!warm_up.is_empty(), "nobody could move");
    let (before, own, start) = (used()?, Usage::own()?, Instant::now());
    let mut times = crowd.play(Duration::from_secs(plan.seconds)).await?;
    let (after, own_after, seconds) = (used()?, Usage::own()?, start.elapsed().as_secs_f64());
    times.sort_unstable();
    let moves = times.len() as f64;
    let at = |share: f64| f64::from(times[((moves * share) as usize).min(times.len() - 1)]) / 1000.0;
    let cpu = (after.cpu - before.cpu) / moves * 1e6;
    println!(
        "{name}: {:.0} moves/s, p50 {:.1} ms, p99 {:.1} ms, {cpu:.0} µs of CPU a move (generator {:.0} µs), {:.0} MB",
        moves / seconds,
        at(0.5),
        at(0.99),
        (own_after.cpu - own.cpu) / moves * 1e6,
        after.memory / 1e6
    );
    Ok(Measured { rate: moves / seconds, cpu })
}

/// The memory of idle tables: with two streams each, and without.
async fn idle(plan: &Plan) -> Result<()> {
    let server = Process::kosti(&[])?;
    // These fill the caches that do not grow with the tables.
    let warm = play::seat_tables(server.address, plan.idle).await?;
    let before = server.usage()?.memory;
    let tables = play::seat_tables(server.address, plan.idle).await?;
    let alone = server.usage()?.memory;
    let mut streams = Vec::new();
    for table in &tables {
        for token in &table.tokens {
            streams.push(lean::Stream::open(server.address, &table.id, token).await?);
        }
    }
    let listened = server.usage()?.memory;
    let each = |memory: f64| (memory - before) / plan.idle as f64 / 1000.0;
    println!(
        "an idle table: {:.1} kB in memory, {:.1} kB with two open streams ({} tables)",
        each(alone),
        each(listened),
        plan.idle
    );
    drop((warm, streams));
    Ok(())
}

/// Tables that were dropped from memory, opened again by a listener.
async fn reopen_tables() -> Result<()> {
    let server = Process::kosti(&["--idle", "1"])?;
    let tables = play::seat_tables(server.address, 100).await?;
    while !lean::get(server.address, "/metrics").await?.contains("kosti_tables_in_memory 0\n") {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mut times = Vec::new();
    for table in &tables {
        let start = Instant::now();
        lean::Stream::open(server.address, &table.id, &table.tokens[0]).await?;
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "a table that had left the memory is there again in {:.1} ms (median of {})",
        times[times.len() / 2],
        times.len()
    );
    Ok(())
}

/// Many open streams that all receive a move.
async fn streams(plan: &Plan) -> Result<()> {
    let server = Process::kosti(&[])?;
    let tables = play::seat_tables(server.address, 200).await?;
    let before = server.usage()?;
    let mut streams = Vec::new();
    for nth in 0..plan.streams {
        let table = &tables[nth % tables.len()];
        let stream = lean::Stream::open(server.address, &table.id, &table.tokens[nth % 2]).await;
        streams.push(stream.with_context(|| format!("stream {nth}"))?);
    }
    let open = server.usage()?;
    let start = Instant::now();
    for table in &tables {
        play::first_move(server.address, table).await?;
    }
    for stream in &mut streams {
        stream.next_event().await?;
    }
    println!(
        "{} streams open, {:.1} kB each; {} moves received by all of them within {:.0} ms",
        streams.len(),
        (open.memory - before.memory) / streams.len() as f64 / 1000.0,
        tables.len(),
        start.elapsed().as_secs_f64() * 1000.0
    );
    Ok(())
}
