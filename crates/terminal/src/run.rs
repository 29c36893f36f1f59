//! The edge: the terminal, files, the clock and chance, around the model.

use std::collections::HashMap;
use std::io::{self, Stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use kosti_ask::Seeded;
use kosti_engine::{Action, State};
use kosti_solver::Source as _;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::app::App;
use crate::input::{Effect, Input, Key, News};
use crate::store::{self, Held};
use crate::view::view;
use kosti_coach::{Bot, Coach, Level};

/// How long a bot seems to think, so that people can follow.
const PAUSE: Duration = Duration::from_millis(900);
/// How long the loop sleeps at most: signals and threads are looked at then.
const NAP: Duration = Duration::from_millis(100);
/// The same while a thread is at work.
const DOZE: Duration = Duration::from_millis(10);
/// How long the loop may take to end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// What a screen needs from outside.
pub struct Edge {
    /// Whether bots pause, so that people can follow.
    pub pause: bool,
    /// Where the game is saved; a new place among the user's games if nowhere in particular.
    pub save: Option<PathBuf>,
}

/// Shows the screen until it is left. The terminal is as before afterwards, whatever happens.
///
/// # Errors
/// When the terminal can't be used.
pub fn run(app: &mut App, edge: Edge) -> io::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let _screen = Screen::enter()?;
    let _guard = Guard::new(stop.clone());
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let (tell, told) = mpsc::channel();
    let mut outside = Outside {
        edge,
        tell,
        told,
        bots: Bots::default(),
        held: None,
        stop: stop.clone(),
        busy: 0,
        leave: false,
    };
    outside.size(app, &terminal);
    while !outside.leave && !stop.load(Ordering::Relaxed) {
        terminal.draw(|frame| view(app, frame))?;
        outside.wait(app)?;
    }
    Ok(())
}

/// Ends the program where its loop can't: who reads from a terminal that is gone may never come back. Everything is saved
/// by then.
struct Guard(Arc<AtomicBool>);

impl Guard {
    fn new(stop: Arc<AtomicBool>) -> Self {
        let left = Arc::new(AtomicBool::new(false));
        let guard = Self(left.clone());
        thread::spawn(move || {
            while !left.load(Ordering::Relaxed) {
                thread::sleep(NAP);
                if stop.load(Ordering::Relaxed) || is_gone() {
                    thread::sleep(GRACE);
                    if !left.load(Ordering::Relaxed) {
                        restore();
                        std::process::exit(0);
                    }
                }
            }
        });
        guard
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether nobody is at the other end of the terminal any more.
fn is_gone() -> bool {
    let stdin = io::stdin();
    let mut ends = [PollFd::new(&stdin, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut ends, Some(&at_once)).is_ok() && ends[0].revents().intersects(PollFlags::HUP | PollFlags::NVAL)
}

/// The terminal while it shows the screen. Dropping it gives the terminal back.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Self> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            before(panic);
        }));
        enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back; one that is gone needs nothing.
fn restore() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// The bots that have been made, by level and by whether a coach is there.
type Bots = Arc<Mutex<HashMap<(Level, bool), Arc<Bot>>>>;

struct Outside {
    edge: Edge,
    /// What threads tell.
    tell: Sender<Input>,
    told: Receiver<Input>,
    bots: Bots,
    /// The game, once it is saved.
    held: Option<Held>,
    /// Whether it is over with the screen.
    stop: Arc<AtomicBool>,
    /// How many threads are at work.
    busy: usize,
    leave: bool,
}

impl Outside {
    fn size(&mut self, app: &mut App, terminal: &Terminal<CrosstermBackend<Stdout>>) {
        if let Ok(size) = terminal.size() {
            self.give(app, Input::Size(size.width, size.height));
        }
    }

    /// Waits until something happens, and lets the model know.
    fn wait(&mut self, app: &mut App) -> io::Result<()> {
        if event::poll(if self.busy > 0 { DOZE } else { NAP })? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if let Some(key) = known(key) {
                        self.give(app, Input::Key(key));
                    }
                }
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    self.give(app, Input::Click(mouse.column, mouse.row));
                }
                Event::Resize(width, height) => self.give(app, Input::Size(width, height)),
                _ => {}
            }
        }
        while let Ok(told) = self.told.try_recv() {
            let goes_on = matches!(told, Input::Coach(News::Share(_)));
            self.busy -= usize::from(!goes_on);
            self.give(app, told);
        }
        Ok(())
    }

    /// Gives the model something, and does what it asks for then.
    fn give(&mut self, app: &mut App, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            for effect in app.update(input) {
                inputs.extend(self.carry_out(effect));
            }
        }
    }

    fn carry_out(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Save(record) => Some(self.save(&record)),
            Effect::SaveTo(path) => {
                self.edge.save = Some(path);
                None
            }
            Effect::Throw { count, sides, draw } => {
                let mut chance = Seeded::new(draw.seed, 0, draw.after as u64);
                Some(Input::Fell((0..count).map(|_| chance.below(u32::from(sides)) as u8 + 1).collect()))
            }
            Effect::Bot { level, state, coach, draw } => {
                let mut chance = Seeded::new(draw.seed, 1, draw.after as u64);
                let pause = if self.edge.pause { PAUSE } else { Duration::ZERO };
                let bots = self.bots.clone();
                self.work(move |_| {
                    thread::sleep(pause);
                    let bot = bot(&bots, level, &state, coach);
                    let nothing = || state.legal_actions().first().copied().unwrap_or(Action::first_throw());
                    let action = bot.map_or_else(nothing, |bot| bot.choose(&state, &mut chance));
                    Input::Bot { action, after: draw.after }
                });
                None
            }
            Effect::Solve { rules, seats } => {
                self.work(move |tell| {
                    let tell = tell.clone();
                    // Nobody hears it once the screen is left.
                    let watch = move |done: f64| drop(tell.send(Input::Coach(News::Share(done))));
                    Input::Coach(match Coach::solve(rules, seats, &watch) {
                        Ok(coach) => News::Ready(Arc::new(coach)),
                        Err(why) => News::Failed(why),
                    })
                });
                None
            }
            Effect::Leave => {
                self.leave = true;
                None
            }
        }
    }

    /// Does something long while the screen goes on.
    fn work(&mut self, work: impl FnOnce(&Sender<Input>) -> Input + Send + 'static) {
        let tell = self.tell.clone();
        self.busy += 1;
        let stop = self.stop.clone();
        thread::spawn(move || {
            // Without what it works out the game can't go on, and the terminal has been given back already.
            let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(&tell))) else {
                return stop.store(true, Ordering::Relaxed);
            };
            // Nobody hears it once the screen is left.
            let _ = tell.send(done);
        });
    }

    fn save(&mut self, record: &kosti_engine::Record) -> Input {
        let path = match &self.edge.save {
            Some(path) => Ok(path.clone()),
            None => store::games().map(|place| {
                let moment = jiff::Zoned::now().strftime("%Y-%m-%d-%H%M").to_string();
                store::new_name(&place, &record.tags.game, &moment)
            }),
        };
        match path.and_then(|path| self.save_there(record, path)) {
            Ok(input) => input,
            Err(error) => Input::NotSaved(error.to_string()),
        }
    }

    fn save_there(&mut self, record: &kosti_engine::Record, path: PathBuf) -> io::Result<Input> {
        if self.held.is_none() {
            self.held = Held::new(&path)?;
        }
        if self.held.is_none() {
            return Ok(Input::Taken);
        }
        store::save(record, &path)?;
        let told = path.display().to_string();
        self.edge.save = Some(path);
        Ok(Input::Saved(told))
    }
}

/// The bot of this level; none for a game in which it can't play.
fn bot(bots: &Bots, level: Level, state: &State, coach: Option<Arc<Coach>>) -> Option<Arc<Bot>> {
    let known = (level, coach.is_some());
    let mut bots = bots.lock().ok()?;
    if let Some(bot) = bots.get(&known) {
        return Some(bot.clone());
    }
    let bot = Arc::new(Bot::new(level, state.rules().clone(), coach).ok()?);
    bots.insert(known, bot.clone());
    Some(bot)
}

fn known(key: KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if control => Key::Interrupt,
        KeyCode::Char(_) if control || key.modifiers.contains(KeyModifiers::ALT) => return None,
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        _ => return None,
    })
}
