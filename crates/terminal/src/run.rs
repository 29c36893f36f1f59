//! The edge: the terminal, files, the clock and chance, around the model.

use std::io::{self, Stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

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
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::app::App;
use crate::coach::{Bot, Coach, Level};
use crate::input::{Effect, Input, Key, News};
use crate::store;
use crate::view::view;

/// How long a bot seems to think, so that people can follow.
const PAUSE: Duration = Duration::from_millis(900);
/// How long the loop sleeps at most: signals and threads are looked at then.
const NAP: Duration = Duration::from_millis(100);

/// What a screen needs from outside.
pub struct Edge {
    /// What decides the dice and the bots.
    pub seed: u64,
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
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let (tell, news) = mpsc::channel();
    let mut outside = Outside { edge, tell, news, bot: None, leave: false };
    outside.size(app, &terminal);
    while !outside.leave && !stop.load(Ordering::Relaxed) {
        terminal.draw(|frame| view(app, frame))?;
        outside.wait(app)?;
    }
    Ok(())
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

/// A bot that has been asked, and when it answers.
struct Thinking {
    level: Level,
    state: Box<State>,
    coach: Option<Arc<Coach>>,
    after: usize,
    at: Instant,
}

struct Outside {
    edge: Edge,
    tell: Sender<News>,
    news: Receiver<News>,
    bot: Option<Thinking>,
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
        let until_bot = self.bot.as_ref().map(|bot| bot.at.saturating_duration_since(Instant::now()));
        if event::poll(until_bot.unwrap_or(NAP).min(NAP))? {
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
        while let Ok(news) = self.news.try_recv() {
            self.give(app, Input::Coach(news));
        }
        if self.bot.as_ref().is_some_and(|bot| bot.at <= Instant::now())
            && let Some(bot) = self.bot.take()
        {
            let action = self.think(&bot);
            self.give(app, Input::Bot(action));
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
            Effect::Throw { count, sides, after } => {
                let mut chance = Seeded::new(self.edge.seed, 0, after as u64);
                Some(Input::Fell((0..count).map(|_| chance.below(u32::from(sides)) as u8 + 1).collect()))
            }
            Effect::Bot { level, state, coach, after } => {
                let pause = if self.edge.pause { PAUSE } else { Duration::ZERO };
                self.bot = Some(Thinking { level, state, coach, after, at: Instant::now() + pause });
                None
            }
            Effect::Solve { rules, seats } => {
                let tell = self.tell.clone();
                thread::spawn(move || {
                    let share = tell.clone();
                    // Nobody hears it once the screen is left.
                    let watch = move |done: f64| drop(share.send(News::Share(done)));
                    let news = match Coach::solve(rules, seats, &watch) {
                        Ok(coach) => News::Ready(Arc::new(coach)),
                        Err(why) => News::Failed(why.to_string()),
                    };
                    let _ = tell.send(news);
                });
                None
            }
            Effect::Leave => {
                self.leave = true;
                None
            }
        }
    }

    fn think(&self, bot: &Thinking) -> Action {
        let mut chance = Seeded::new(self.edge.seed, 1, bot.after as u64);
        let level =
            if bot.coach.is_none() && bot.level == Level::Perfect { Level::Regular } else { bot.level };
        Bot::new(level, bot.state.rules().clone(), bot.coach.clone()).choose(&bot.state, &mut chance)
    }

    fn save(&mut self, record: &kosti_engine::Record) -> Input {
        let path = match &self.edge.save {
            Some(path) => Ok(path.clone()),
            None => store::games().map(|place| {
                let moment = jiff::Zoned::now().strftime("%Y-%m-%d-%H%M").to_string();
                store::new_name(&place, &record.tags.game, &moment)
            }),
        };
        let saved = path.and_then(|path| store::save(record, &path).map(|()| path));
        match saved {
            Ok(path) => {
                let told = path.display().to_string();
                self.edge.save = Some(path);
                Input::Saved(told)
            }
            Err(error) => Input::NotSaved(error.to_string()),
        }
    }
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
