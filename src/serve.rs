//! `kosti serve`: tables for people far apart.

use std::io::{self, IsTerminal as _};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use kosti_journal::{Feed, Journal, NatsJournal, Position, Synced};
use kosti_lists::Lists;
use kosti_site::{Config, HallConfig, Master, PublicUrl, Quotas, Site};
use qrcode::{Color, QrCode};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use crate::args::ServeArgs;
use crate::failure::Failure;
use crate::out::Out;
use crate::place::{Place, unusable};

/// Threads for what takes a while. Each keeps some memory that the others do not get, and what waits for one is short.
const MOST_THREADS: usize = 32;

pub(crate) fn run(args: &ServeArgs, out: &mut Out) -> Result<ExitCode> {
    log(args.log.as_deref() == Some("json"));
    allow_many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(MOST_THREADS)
        .enable_all()
        .build()?;
    let code = runtime.block_on(serve(args, out));
    // Whatever still works out a game need not be waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    code
}

/// Every connection is a file: as many as the system allows.
fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Where that is refused, it stays at fewer.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Logs go to standard error, in colour only on a terminal whose user has nothing against it; `KOSTI_LOG` says which.
fn log(json: bool) {
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let filter =
        EnvFilter::try_from_env("KOSTI_LOG").unwrap_or_else(|_| EnvFilter::new("info,async_nats=warn"));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(colours)
        .with_target(false);
    if json { logs.json().init() } else { logs.init() }
}

async fn serve(args: &ServeArgs, out: &mut Out) -> Result<ExitCode> {
    let config = config(args, out)?;
    let place = Place::new(args.data.as_deref(), out)?;
    if let Some(servers) = &args.journal {
        let (journal, master) = place.shared(servers, args.replicas, out).await?;
        let lines = told_of(&journal, &place, out).await;
        return run_on(Arc::new(journal), &place.shared_lists(), master, config, args, &lines, out).await;
    }
    let journal = place.open(out)?;
    let told = |id| out.say(id, &[("place", place.told().into())]);
    let mut lines = vec![told("serve-data")];
    if journal.is_damaged() {
        lines.push(told("serve-damaged"));
    }
    // Tables that were begun have had a key.
    if !place.key().exists() && *journal.news().borrow() > Position::START {
        lines.push(told("serve-new-key"));
    }
    run_on(Arc::new(journal), &place.lists(), place.master(out)?, config, args, &lines, out).await
}

async fn told_of(journal: &NatsJournal, place: &Place, out: &Out) -> Vec<String> {
    let servers = journal.servers();
    let mut lines =
        vec![out.say("serve-shared", &[("servers", servers.into()), ("place", place.told().into())])];
    match journal.synced().await {
        Synced::Always => {}
        Synced::Later { servers } => {
            lines.push(out.say("serve-sync-later", &[("servers", servers.join(", ").into())]));
        }
        Synced::Unseen => lines.push(out.say("serve-sync-unseen", &[])),
    }
    lines
}

/// Serves until somebody wants it to stop; the lines tell where tables are kept, and what is wrong about it.
async fn run_on<J: Journal + Feed>(
    journal: Arc<J>,
    lists: &Path,
    master: Master,
    config: Config,
    args: &ServeArgs,
    lines: &[String],
    out: &mut Out,
) -> Result<ExitCode> {
    let lists = Lists::open(lists).map_err(|error| unusable(out, lists, &error))?;
    let listener = listen(address(args), out).await?;
    let metrics = match args.metrics {
        Some(address) => Some(listen(address, out).await?),
        None => None,
    };
    let closing = CancellationToken::new();
    let site = Site::new(journal, lists, master, config, closing.clone());
    // Before anybody knows that it runs.
    tokio::spawn(stopped(stop_signals()?, closing));
    greet(listener.local_addr()?, args.lan, lines, out)?;
    if let Some(metrics) = metrics {
        tokio::spawn(kosti_site::serve_metrics(metrics, site.clone()));
    }
    kosti_site::serve(listener, site).await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

fn config(args: &ServeArgs, out: &Out) -> Result<Config> {
    let standard = Config::default();
    let url = |url: &String| {
        url.parse::<PublicUrl>().map_err(|_| Failure::usage(out.say("serve-bad-url", &[("url", url.into())])))
    };
    let per_day = |given: Option<u32>, standard| given.map_or(standard, NonZeroU32::new);
    let kilobytes = args.megabytes_per_day.map(|megabytes| megabytes.saturating_mul(1024));
    let idle = args.idle.map_or(standard.hall.idle, Duration::from_secs);
    let bot_pause = args.bot_pause.map_or(standard.hall.bot_pause, Duration::from_millis);
    let config = Config {
        hall: HallConfig {
            idle,
            bot_pause,
            shared: args.journal.is_some(),
            tables_in_memory: args.tables_in_memory.unwrap_or(standard.hall.tables_in_memory),
        },
        quotas: Quotas {
            tables: per_day(args.tables_per_day, standard.quotas.tables),
            kilobytes: per_day(kilobytes, standard.quotas.kilobytes),
        },
        public_urls: args.public_url.iter().map(url).collect::<Result<_, _>>()?,
        machine_names: machine_names(),
        metrics: args.metrics.is_none(),
        behind_proxy: args.behind_proxy,
        judge: Some((std::env::current_exe()?, vec!["judge".to_owned()])),
        ..standard
    };
    Ok(match args.rate {
        Some(rate) => config.with_rate(rate),
        None => config,
    })
}

/// What this machine is called in its own network. Only names that nobody can register on the internet: a name of
/// somebody else's domain could lead a browser here.
fn machine_names() -> Vec<String> {
    let told = rustix::system::uname();
    let own = told.nodename().to_string_lossy().into_owned();
    let short = own.split('.').next().unwrap_or_default().to_owned();
    let home = ["local", "lan", "home.arpa", "internal"].map(|domain| format!("{short}.{domain}"));
    [own, short].into_iter().chain(home).filter(|name| !name.starts_with('.') && !name.is_empty()).collect()
}

fn address(args: &ServeArgs) -> SocketAddr {
    let mut address: SocketAddr = args.listen.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 7171)));
    if args.lan {
        address.set_ip(IpAddr::from([0, 0, 0, 0]));
    }
    address
}

async fn listen(address: SocketAddr, out: &Out) -> Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        let args = [("address", address.to_string().into()), ("why", error.to_string().into())];
        Failure::new(out.say("serve-no-address", &args)).into()
    })
}

fn greet(address: SocketAddr, lan: bool, lines: &[String], out: &mut Out) -> Result<()> {
    let mut seen = address;
    if lan && let Some(own) = own_address() {
        seen.set_ip(own);
    }
    let at = format!("http://{seen}");
    let ready = out.say("serve-ready", &[("address", (&at).into())]);
    out.line(&ready)?;
    if lan && io::stdout().is_terminal() {
        out.line(&qr(&at))?;
    }
    let hint = out.say(if lan { "serve-lan-on" } else { "serve-lan-off" }, &[]);
    out.line(&hint)?;
    let (kept, warnings) = lines.split_first().map_or((None, lines), |(kept, rest)| (Some(kept), rest));
    let stop = out.say("serve-stop", &[]);
    for line in kept.into_iter().chain([&stop]).chain(warnings) {
        out.line(line)?;
    }
    out.flush()
}

/// An address as a QR code, two lines of squares in each line of text. Dark on light whatever the terminal's colours.
fn qr(address: &str) -> String {
    let Ok(code) = QrCode::new(address) else { return String::new() };
    let (width, edge) = (code.width(), 2);
    let dark = |x: usize, y: usize| {
        let inside = (edge..edge + width).contains(&x) && (edge..edge + width).contains(&y);
        inside && code[(x - edge, y - edge)] == Color::Dark
    };
    let line = |y: usize| {
        let squares = (0..width + 2 * edge).map(|x| match (dark(x, y), dark(x, y + 1)) {
            (false, false) => '█',
            (false, true) => '▀',
            (true, false) => '▄',
            (true, true) => ' ',
        });
        format!("\x1b[97;40m{}\x1b[0m", squares.collect::<String>())
    };
    (0..width + 2 * edge).step_by(2).map(line).collect::<Vec<_>>().join("\n")
}

/// The address that others in the network see. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// What asks the server to stop, from now on.
fn stop_signals() -> io::Result<[Signal; 3]> {
    let [interrupt, terminate, hang_up] =
        [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
    Ok([interrupt?, terminate?, hang_up?])
}

/// Waits until somebody wants the server to stop.
async fn stopped([mut interrupt, mut terminate, mut hang_up]: [Signal; 3], closing: CancellationToken) {
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
    }
    tracing::info!("stopping: no new requests are taken");
    closing.cancel();
}

/// A rules file that somebody else wrote is tried out, under limits.
pub(crate) fn judge() -> Result<ExitCode> {
    kosti_site::try_out(io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}
