//! `Here`: whose clients are connected now. Nothing of it is kept.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kosti_table::Key;

/// How long who comes and goes is not told again: connecting in a loop must not keep everybody else busy.
const PAUSE: Duration = Duration::from_secs(2);

/// Who listens to a table.
#[derive(Debug, Default)]
pub(crate) struct Here {
    listeners: BTreeMap<u64, Listener>,
    last: u64,
    /// When who is here was last told, and what.
    told: Option<(Instant, String)>,
    /// Whether it is going to be told already.
    waits: bool,
}

#[derive(Debug)]
struct Listener {
    key: Option<Key>,
    seats: Vec<usize>,
    witness: bool,
}

impl Here {
    /// Somebody has come; the number is for leaving.
    pub(crate) fn came(&mut self, key: Option<Key>, seats: Vec<usize>, witness: bool) -> u64 {
        self.last += 1;
        self.listeners.insert(self.last, Listener { key, seats, witness });
        self.last
    }

    pub(crate) fn went(&mut self, number: u64) {
        self.listeners.remove(&number);
    }

    /// Seats have changed hands, or their numbers; whether anybody who is here is concerned.
    pub(crate) fn reseat(&mut self, seats_of: impl Fn(&Key) -> Vec<usize>) -> bool {
        let mut changed = false;
        for listener in self.listeners.values_mut() {
            let seats = listener.key.as_ref().map(&seats_of).unwrap_or_default();
            changed |= seats != listener.seats;
            listener.seats = seats;
        }
        changed
    }

    /// The seats whose clients are here, each once.
    pub(crate) fn seats(&self) -> Vec<usize> {
        let mut seats: Vec<usize> = self.listeners.values().flat_map(|l| l.seats.iter().copied()).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// How many only watch.
    pub(crate) fn watching(&self) -> usize {
        self.listeners.values().filter(|listener| listener.seats.is_empty()).count()
    }

    /// Who is here, as JSON.
    pub(crate) fn to_json(&self) -> String {
        format!("{{\"seats\":{:?},\"watching\":{}}}", self.seats(), self.watching())
    }

    /// After how long who is here is to be told; nothing where that is arranged already.
    pub(crate) fn tells_after(&mut self, now: Instant) -> Option<Duration> {
        if std::mem::replace(&mut self.waits, true) {
            return None;
        }
        let since = self.told.as_ref().map(|(at, _)| now.saturating_duration_since(*at));
        Some(since.map_or(Duration::ZERO, |since| PAUSE.saturating_sub(since)))
    }

    /// What is to be told, as JSON, once it is time; nothing where it was told before.
    pub(crate) fn tell(&mut self, now: Instant) -> Option<String> {
        self.waits = false;
        let here = self.to_json();
        if self.told.as_ref().is_some_and(|(_, told)| *told == here) {
            return None;
        }
        self.told = Some((now, here.clone()));
        Some(here)
    }

    /// Whether a client of this seat listens that answers when it is asked for a link.
    pub(crate) fn can_be_asked(&self, seat: usize) -> bool {
        self.listeners.values().any(|listener| listener.witness && listener.seats.contains(&seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coming_and_going_in_a_loop_is_told_now_and_then() {
        let (mut here, begun) = (Here::default(), Instant::now());
        here.came(None, vec![0], false);
        assert_eq!(here.tells_after(begun), Some(Duration::ZERO));
        assert_eq!(here.tell(begun).as_deref(), Some(r#"{"seats":[0],"watching":0}"#));
        let mut told = 0;
        for tenth in 1..=100 {
            let now = begun + Duration::from_millis(100 * tenth);
            let spectator = here.came(None, vec![], false);
            told += usize::from(here.tells_after(now).is_some());
            here.went(spectator);
            assert_eq!(here.tells_after(now), None, "arranged already");
            if tenth % 20 == 0 {
                assert_eq!(here.tell(now), None, "nothing is new");
            }
        }
        assert_eq!(told, 5);
        here.came(None, vec![], false);
        assert!(here.tells_after(begun + PAUSE / 2).is_some_and(|wait| wait > Duration::ZERO));
        assert_eq!(here.tell(begun + PAUSE).as_deref(), Some(r#"{"seats":[0],"watching":1}"#));
    }

    #[test]
    fn only_a_client_that_listens_as_a_witness_can_be_asked() {
        let mut here = Here::default();
        let asks = here.came(None, vec![0], true);
        here.came(None, vec![0, 1], false);
        assert!(here.can_be_asked(0) && !here.can_be_asked(1));
        here.went(asks);
        assert!(!here.can_be_asked(0));
        assert_eq!(here.seats(), [0, 1], "it is still there");
    }
}
