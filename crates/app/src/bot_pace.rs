//! `BotPace`: how long the bots of a table wait before they play. Waiting players may change it.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::select;
use tokio::sync::Notify;

use crate::host::Host;

/// The pause before a bot's turn, so that the player before can take a decision back. `kosti serve --bot-pause` sets another.
pub(crate) const BOT_PAUSE: Duration = Duration::from_millis(1200);
/// The pause between two decisions of one turn, as a share of the pause before the turn: people watch the dice.
const WITHIN_TURN: (u32, u32) = (2, 3);
/// A hurried pause, as a share of the usual one: still long enough to see the dice.
const HURRIED: u32 = 8;

/// The pace of the bots of a table.
#[derive(Debug, Default)]
pub struct BotPace {
    /// Whether somebody has asked the bots to hurry, until it is a person's turn.
    hurried: AtomicBool,
    wake: Notify,
}

impl BotPace {
    /// Ends the pause that a bot makes now, and shortens the next ones until it is a person's turn.
    pub fn hurry(&self) {
        self.hurried.store(true, Ordering::Release);
        self.wake.notify_one();
    }

    /// Waits for the pause before a decision of a bot: `usual` before the first one of a turn.
    pub(crate) async fn pause(&self, host: &dyn Host, usual: Duration, first_of_turn: bool) {
        let pause = if first_of_turn { usual } else { usual * WITHIN_TURN.0 / WITHIN_TURN.1 };
        let hurried = self.hurried.load(Ordering::Acquire);
        let pause = host.sleep(if hurried { pause / HURRIED } else { pause });
        select(pause, pin!(self.wake.notified())).await;
    }

    /// Returns to the usual pace, because it is a person's turn.
    pub(crate) fn relax(&self) {
        self.hurried.store(false, Ordering::Release);
        // A wish that came after the last pause is void.
        let _ = self.wake.notified().now_or_never();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_host::TestHost;

    /// Longer than any test runs: a pause ends because somebody hurries, or not at all.
    const LONG: Duration = Duration::from_secs(86_400);

    #[tokio::test]
    async fn a_pause_ends_when_somebody_hurries() {
        let host: std::sync::Arc<dyn Host> = TestHost::new();
        let pace = BotPace::default();
        let mut pause = pin!(pace.pause(&*host, LONG, true));
        assert!(pause.as_mut().now_or_never().is_none());
        pace.hurry();
        pause.await;
        // The wish was for the pause that has ended; the next one is only shorter.
        let mut next = pin!(pace.pause(&*host, LONG, true));
        assert!(next.as_mut().now_or_never().is_none());
        pace.hurry();
        next.await;
    }

    #[tokio::test]
    async fn a_wish_ends_with_the_turn_of_the_bots() {
        let host: std::sync::Arc<dyn Host> = TestHost::new();
        let pace = BotPace::default();
        pace.hurry();
        pace.relax();
        assert!(pace.pause(&*host, LONG, true).now_or_never().is_none());
        assert!(!pace.hurried.load(Ordering::Acquire));
    }
}
