//! Runs the model: connects it to the terminal, files, the clock and randomness.

use std::collections::HashMap;
use std::io::{self, Stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use kosti_engine::{Action, State};
use kosti_query::SeededRng;
use kosti_solver::DiceRng as _;
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
use crate::input::{CoachMessage, Effect, Input, Key};
use crate::store::{self, GameLock};
use crate::view::view;
use kosti_coach::{Bot, Coach, Level};

/// The pause before a bot's action, so that people can follow.
const PAUSE: Duration = Duration::from_millis(900);
/// The longest sleep of the loop before it checks signals and threads.
const NAP: Duration = Duration::from_millis(100);
/// The same while a thread is working.
const DOZE: Duration = Duration::from_millis(10);
/// The time for the loop to end by itself: short if the terminal is gone, longer if it can still show a message.
const GRACE: Duration = Duration::from_secs(1);
const LONG_GRACE: Duration = Duration::from_secs(60);

/// The settings of a run.
pub struct RunOptions {
    /// Whether bots pause, so that people can follow.
    pub pause: bool,
    /// The file of the game; a new file among the user's games if `None`.
    pub save: Option<PathBuf>,
}

/// Runs the screen until the user leaves, and always restores the terminal.
///
/// # Errors
/// If the terminal can't be used.
pub fn run(app: &mut App, options: RunOptions) -> io::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    let _screen = Screen::enter()?;
    let _guard = Guard::new(stop.clone());
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let (sender, receiver) = mpsc::channel();
    let mut outside = Outside {
        options,
        sender,
        receiver,
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

/// Ends the program if its loop can't: a read from a terminal that is gone may never return. Everything is
/// saved by then.
struct Guard(Arc<AtomicBool>);

impl Guard {
    fn new(stop: Arc<AtomicBool>) -> Self {
        let left = Arc::new(AtomicBool::new(false));
        let guard = Self(left.clone());
        thread::spawn(move || {
            let mut asked = None;
            while !left.load(Ordering::Relaxed) {
                thread::sleep(NAP);
                let gone = is_gone();
                if !gone && !stop.load(Ordering::Relaxed) {
                    continue;
                }
                let grace = if gone { GRACE } else { LONG_GRACE };
                let over = asked.get_or_insert_with(Instant::now).elapsed() > grace;
                if over && !left.load(Ordering::Relaxed) {
                    restore();
                    std::process::exit(0);
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

/// Whether the terminal has been closed.
fn is_gone() -> bool {
    let stdin = io::stdin();
    let mut ends = [PollFd::new(&stdin, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut ends, Some(&at_once)).is_ok() && ends[0].revents().intersects(PollFlags::HUP | PollFlags::NVAL)
}

/// The terminal while it shows the screen. Dropping it restores the terminal.
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

/// Restores the terminal; errors do not matter if it is gone.
fn restore() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// The bots created so far, by level and by whether they have a coach.
type Bots = Arc<Mutex<HashMap<(Level, bool), Arc<Bot>>>>;

struct Outside {
    options: RunOptions,
    /// The channel for messages from threads.
    sender: Sender<Input>,
    receiver: Receiver<Input>,
    bots: Bots,
    /// The lock of the game, once it is saved.
    held: Option<GameLock>,
    /// Whether the screen is closing.
    stop: Arc<AtomicBool>,
    /// The number of threads at work.
    busy: usize,
    leave: bool,
}

impl Outside {
    fn size(&mut self, app: &mut App, terminal: &Terminal<CrosstermBackend<Stdout>>) {
        if let Ok(size) = terminal.size() {
            self.process(app, Input::Size(size.width, size.height));
        }
    }

    /// Waits for the next input and processes it.
    fn wait(&mut self, app: &mut App) -> io::Result<()> {
        if event::poll(if self.busy > 0 { DOZE } else { NAP })? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if let Some(key) = convert_key(key) {
                        self.process(app, Input::Key(key));
                    }
                }
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    self.process(app, Input::Click(mouse.column, mouse.row));
                }
                Event::Resize(width, height) => self.process(app, Input::Size(width, height)),
                _ => {}
            }
        }
        while let Ok(input) = self.receiver.try_recv() {
            let goes_on = matches!(input, Input::Coach(CoachMessage::Share(_)));
            self.busy -= usize::from(!goes_on);
            self.process(app, input);
        }
        Ok(())
    }

    /// Updates the model and performs its effects.
    fn process(&mut self, app: &mut App, input: Input) {
        let mut inputs = vec![input];
        while let Some(input) = inputs.pop() {
            for effect in app.update(input) {
                inputs.extend(self.perform(effect));
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Save(record) => Some(self.save(&record)),
            Effect::SaveTo(path) => {
                self.options.save = Some(path);
                None
            }
            Effect::Throw { count, sides, draw } => {
                let mut chance = SeededRng::new(draw.seed, 0, draw.after as u64);
                Some(Input::Fell((0..count).map(|_| chance.below(u32::from(sides)) as u8 + 1).collect()))
            }
            Effect::Bot { level, state, coach, draw } => {
                let mut chance = SeededRng::new(draw.seed, 1, draw.after as u64);
                let pause = if self.options.pause { PAUSE } else { Duration::ZERO };
                let bots = self.bots.clone();
                self.spawn(move |_| {
                    thread::sleep(pause);
                    let bot = bot(&bots, level, &state, coach);
                    let nothing = || state.legal_actions().first().copied().unwrap_or(Action::first_throw());
                    let action = bot.map_or_else(nothing, |bot| bot.choose(&state, &mut chance));
                    Input::Bot { action, after: draw.after }
                });
                None
            }
            Effect::Solve { rules, seats } => {
                self.spawn(move |sender| {
                    let sender = sender.clone();
                    // The receiver is gone once the screen is closed.
                    let watch = move |done: f64| drop(sender.send(Input::Coach(CoachMessage::Share(done))));
                    Input::Coach(match Coach::solve(rules, seats, &watch) {
                        Ok(coach) => CoachMessage::Ready(Arc::new(coach)),
                        Err(why) => CoachMessage::Failed(why),
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

    /// Runs a long computation in a thread.
    fn spawn(&mut self, work: impl FnOnce(&Sender<Input>) -> Input + Send + 'static) {
        let sender = self.sender.clone();
        self.busy += 1;
        let stop = self.stop.clone();
        thread::spawn(move || {
            // The game can't continue without the result, and the panic hook has restored the terminal.
            let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(&sender))) else {
                return stop.store(true, Ordering::Relaxed);
            };
            // The receiver is gone once the screen is closed.
            let _ = sender.send(done);
        });
    }

    fn save(&mut self, record: &kosti_engine::Record) -> Input {
        let path = match &self.options.save {
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
            self.held = GameLock::new(&path)?;
        }
        if self.held.is_none() {
            return Ok(Input::Taken);
        }
        store::save(record, &path)?;
        let place = path.display().to_string();
        self.options.save = Some(path);
        Ok(Input::Saved(place))
    }
}

/// The bot of this level; `None` if it can't play the game.
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

fn convert_key(key: KeyEvent) -> Option<Key> {
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
