//! `kosti serve`: the server of tables.

use std::io::{self, IsTerminal as _};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use kosti_journal::{Feed, Journal, Position};
use kosti_projections::Lists;
use kosti_server::{
    Config, Master, PublicUrl, Quotas, RegistryConfig, Site, TimeLimits, WEB_PLACE, WebFiles,
};
use qrcode::{Color, QrCode};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use crate::args::ServeArgs;
use crate::data_dir::{DataDir, data_failure};
use crate::failure::Failure;
use crate::nats;
use crate::out::Out;
use crate::values::TimeLimit;

/// The most threads for blocking work. Each thread keeps some memory of its own, and waiting work is short.
const MOST_THREADS: usize = 32;

pub(crate) fn run(args: &ServeArgs, out: &mut Out) -> Result<ExitCode> {
    start_log(args.log.as_deref() == Some("json"));
    allow_many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(MOST_THREADS)
        .enable_all()
        .build()?;
    let code = runtime.block_on(serve(args, out));
    // Do not wait for computations that are still running.
    runtime.shutdown_timeout(Duration::from_secs(1));
    code
}

/// Raises the limit of open files to the maximum: every connection is a file.
fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Keep the lower limit if the system refuses.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Starts the log on standard error, in colour only on a terminal that wants colours; `KOSTI_LOG` sets the filter.
fn start_log(json: bool) {
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
    if args.journal.is_some() {
        nats::check_built_in(out)?;
    }
    let config = config(args, out)?;
    let data_dir = DataDir::new(args.data.as_deref(), out)?;
    if let Some(servers) = &args.journal {
        let patience = args.limit.iter().rfind(|(limit, _)| *limit == TimeLimit::Journal);
        let patience = patience.map(|(_, patience)| *patience);
        let (journal, master) = nats::connect(servers, args.replicas, patience, &data_dir, out).await?;
        let lines = nats::describe(&journal, &data_dir, out).await;
        return run_on(Arc::new(journal), &data_dir.shared_lists(), master, config, args, &lines, out).await;
    }
    let journal = data_dir.open(out)?;
    let line = |id| out.say(id, &[("place", data_dir.to_text().into())]);
    let mut lines = vec![line("serve-data")];
    if args.web.is_some() {
        lines.push(out.say("serve-web", &[("path", WEB_PLACE.into())]));
    }
    if journal.is_damaged() {
        lines.push(line("serve-damaged"));
    }
    // Existing tables had a key before.
    if !data_dir.key().exists() && *journal.watch_end().borrow() > Position::START {
        lines.push(line("serve-new-key"));
    }
    run_on(Arc::new(journal), &data_dir.lists(), data_dir.master(out)?, config, args, &lines, out).await
}

/// Serves until a signal asks to stop. The lines name the place of the tables and its problems.
async fn run_on<J: Journal + Feed>(
    journal: Arc<J>,
    lists: &Path,
    master: Master,
    config: Config,
    args: &ServeArgs,
    lines: &[String],
    out: &mut Out,
) -> Result<ExitCode> {
    let lists = Lists::open(lists).map_err(|error| data_failure(out, lists, &error))?;
    let listener = listen(address(args), out).await?;
    let metrics = match args.metrics {
        Some(address) => Some(listen(address, out).await?),
        None => None,
    };
    let closing = CancellationToken::new();
    let site = Site::new(journal, lists, master, config, closing.clone());
    // Before the server announces itself.
    tokio::spawn(wait_for_signal(stop_signals()?, closing));
    print_addresses(listener.local_addr()?, args.lan, lines, out)?;
    if let Some(metrics) = metrics {
        tokio::spawn(kosti_server::serve_metrics(metrics, site.clone()));
    }
    kosti_server::serve(listener, site).await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

fn config(args: &ServeArgs, out: &Out) -> Result<Config> {
    let standard = Config::default();
    let tables = standard.registry;
    let url = |url: &String| {
        url.parse::<PublicUrl>().map_err(|_| Failure::usage(out.say("serve-bad-url", &[("url", url.into())])))
    };
    let per_day = |given: Option<u32>, standard| given.map_or(standard, NonZeroU32::new);
    let kilobytes = args.megabytes_per_day.map(|megabytes| megabytes.saturating_mul(1024));
    let config = Config {
        registry: RegistryConfig {
            idle: args.idle.map_or(tables.idle, Duration::from_secs),
            bot_pause: args.bot_pause.map_or(tables.bot_pause, Duration::from_millis),
            shared: args.journal.is_some(),
            tables_in_memory: args.tables_in_memory.unwrap_or(tables.tables_in_memory),
            ..tables
        },
        quotas: Quotas {
            tables: per_day(args.tables_per_day, standard.quotas.tables),
            kilobytes: per_day(kilobytes, standard.quotas.kilobytes),
        },
        times: time_limits(&args.limit),
        public_urls: args.public_url.iter().map(url).collect::<Result<_, _>>()?,
        machine_names: machine_names(),
        metrics: args.metrics.is_none(),
        behind_proxy: args.behind_proxy,
        web: args.web.as_deref().map(|folder| read_web(folder, out)).transpose()?,
        sandbox: Some((std::env::current_exe()?, vec!["judge".to_owned()])),
        ..standard
    };
    Ok(match args.rate {
        Some(rate) => config.with_rate(rate),
        None => config,
    })
}

/// The files of the application without a server.
fn read_web(folder: &Path, out: &Out) -> Result<WebFiles> {
    let place = folder.display().to_string();
    let bad = |error: io::Error| {
        let message = error.to_string();
        let args = [("place", (&place).into()), ("message", (&message).into())];
        Failure::usage(out.say("serve-bad-web", &args))
    };
    Ok(WebFiles::read(folder).map_err(bad)?)
}

/// The default limits with the given ones.
fn time_limits(given: &[(TimeLimit, Duration)]) -> TimeLimits {
    let mut times = TimeLimits::default();
    for &(name, limit) in given {
        match name {
            TimeLimit::Request => times.request = limit,
            TimeLimit::Answer => times.answer = limit,
            TimeLimit::Work => times.work = limit,
            TimeLimit::Witness => times.witness = limit,
            TimeLimit::Stop => times.stop = limit,
            // The journal has its own options.
            TimeLimit::Journal => {}
        }
    }
    times
}

/// The names of this machine in its own network. Only names that nobody can register on the internet: the owner of
/// such a domain could direct browsers to this machine.
fn machine_names() -> Vec<String> {
    let system = rustix::system::uname();
    let own = system.nodename().to_string_lossy().into_owned();
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

fn print_addresses(address: SocketAddr, lan: bool, lines: &[String], out: &mut Out) -> Result<()> {
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

/// An address as a QR code, two rows of squares per line of text; dark on light in any colours of the terminal.
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

/// The address of this machine in its network. Sends nothing.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// The signals that stop the server.
fn stop_signals() -> io::Result<[Signal; 3]> {
    let [interrupt, terminate, hang_up] =
        [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
    Ok([interrupt?, terminate?, hang_up?])
}

/// Waits for a signal to stop.
async fn wait_for_signal(
    [mut interrupt, mut terminate, mut hang_up]: [Signal; 3],
    closing: CancellationToken,
) {
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hang_up.recv() => {}
    }
    tracing::info!("stopping: no new requests are taken");
    closing.cancel();
}

/// Examines a rules file of a stranger, under limits.
pub(crate) fn run_sandbox() -> Result<ExitCode> {
    kosti_server::run_sandbox(io::stdin().lock())?;
    Ok(ExitCode::SUCCESS)
}
