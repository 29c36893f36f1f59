//! `Presence`: whose clients are connected now. Nothing of it is kept.

use std::collections::BTreeMap;
use std::time::Duration;

use kosti_table::Key;
use serde::Serialize;

#[cfg(feature = "openapi")]
use crate::schema::SeatNumber;

/// The options of a listener.
#[derive(Debug, Clone, Copy, Default)]
pub struct ListenerOptions {
    /// Whether the client answers when it is asked for a link.
    pub witness: bool,
    /// Whether it gets the whole table with each update.
    pub views: bool,
}

/// The listeners of a table.
#[derive(Debug)]
pub struct Presence {
    /// The least time between two broadcasts: clients that connect in a loop must not keep all others busy.
    pause: Duration,
    listeners: BTreeMap<u64, Listener>,
    last: u64,
    /// When it was last broadcast.
    broadcast_at: Option<Duration>,
    /// Whether a broadcast is scheduled.
    scheduled: bool,
}

#[derive(Debug)]
struct Listener {
    key: Option<Key>,
    seats: Vec<usize>,
    witness: bool,
    views: bool,
}

/// The connected people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = HereView))]
pub struct PresenceView {
    /// The seats whose players are connected.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<SeatNumber>))]
    pub seats: Vec<usize>,
    /// The number of spectators.
    pub watching: usize,
}

impl Presence {
    /// Without listeners.
    #[must_use]
    pub fn new(pause: Duration) -> Self {
        Self { pause, listeners: BTreeMap::new(), last: 0, broadcast_at: None, scheduled: false }
    }

    /// Adds a listener. Returns its number, for [`Presence::disconnect`].
    pub fn connect(&mut self, key: Option<Key>, seats: Vec<usize>, options: ListenerOptions) -> u64 {
        self.last += 1;
        let ListenerOptions { witness, views } = options;
        self.listeners.insert(self.last, Listener { key, seats, witness, views });
        self.last
    }

    /// Removes a listener.
    pub fn disconnect(&mut self, number: u64) {
        self.listeners.remove(&number);
    }

    /// Assigns the seats of all listeners again. Returns whether any has changed.
    pub fn reseat(&mut self, seats_of: impl Fn(&Key) -> Vec<usize>) -> bool {
        let mut changed = false;
        for listener in self.listeners.values_mut() {
            let seats = listener.key.as_ref().map(&seats_of).unwrap_or_default();
            changed |= seats != listener.seats;
            listener.seats = seats;
        }
        changed
    }

    /// The seats whose clients are connected, each once.
    pub fn seats(&self) -> Vec<usize> {
        let mut seats: Vec<usize> = self.listeners.values().flat_map(|l| l.seats.iter().copied()).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// The number of listeners without a seat.
    pub fn watching(&self) -> usize {
        self.listeners.values().filter(|listener| listener.seats.is_empty()).count()
    }

    /// The connected people.
    pub fn view(&self) -> PresenceView {
        PresenceView { seats: self.seats(), watching: self.watching() }
    }

    /// Whether any listener gets the whole table with each update.
    pub fn wants_views(&self) -> bool {
        self.listeners.values().any(|listener| listener.views)
    }

    /// Returns the delay before the next broadcast, or nothing if one is scheduled already.
    pub fn schedule_broadcast(&mut self, now: Duration) -> Option<Duration> {
        if std::mem::replace(&mut self.scheduled, true) {
            return None;
        }
        let since = self.broadcast_at.map(|at| now.saturating_sub(at));
        Some(since.map_or(Duration::ZERO, |since| self.pause.saturating_sub(since)))
    }

    /// Returns the presence to broadcast when the delay is over. It is sent even if it equals the previous broadcast:
    /// a page that was rendered in between shows who was here then.
    pub fn broadcast(&mut self, now: Duration) -> PresenceView {
        self.scheduled = false;
        self.broadcast_at = Some(now);
        self.view()
    }

    /// Whether a client of this seat listens that answers when it is asked for a link.
    pub fn can_be_asked(&self, seat: usize) -> bool {
        self.listeners.values().any(|listener| listener.witness && listener.seats.contains(&seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSE: Duration = Duration::from_secs(2);
    const LISTENER: ListenerOptions = ListenerOptions { witness: false, views: false };

    #[test]
    fn coming_and_going_in_a_loop_is_broadcast_now_and_then() {
        let (mut presence, begun) = (Presence::new(PAUSE), Duration::from_secs(60));
        presence.connect(None, vec![0], LISTENER);
        assert_eq!(presence.schedule_broadcast(begun), Some(Duration::ZERO));
        assert_eq!(presence.broadcast(begun), PresenceView { seats: vec![0], watching: 0 });
        let mut scheduled = 0;
        for tenth in 1..=100 {
            let now = begun + Duration::from_millis(100 * tenth);
            let spectator = presence.connect(None, vec![], LISTENER);
            scheduled += usize::from(presence.schedule_broadcast(now).is_some());
            presence.disconnect(spectator);
            assert_eq!(presence.schedule_broadcast(now), None, "scheduled already");
            if tenth % 20 == 0 {
                presence.broadcast(now);
            }
        }
        assert_eq!(scheduled, 5);
    }

    #[test]
    fn who_came_and_went_between_two_broadcasts_is_corrected_by_the_second() {
        let (mut presence, begun) = (Presence::new(PAUSE), Duration::from_secs(60));
        presence.connect(None, vec![0], LISTENER);
        let before = presence.broadcast(begun);
        let visitor = presence.connect(None, vec![1], LISTENER);
        assert!(presence.schedule_broadcast(begun).is_some());
        // A page that is rendered now shows the visitor.
        assert_eq!(presence.seats(), [0, 1]);
        presence.disconnect(visitor);
        assert_eq!(presence.schedule_broadcast(begun), None);
        assert_eq!(presence.broadcast(begun + PAUSE), before);
    }

    #[test]
    fn only_a_client_that_listens_as_a_witness_can_be_asked() {
        let mut presence = Presence::new(PAUSE);
        let asks = presence.connect(None, vec![0], ListenerOptions { witness: true, views: false });
        presence.connect(None, vec![0, 1], LISTENER);
        assert!(presence.can_be_asked(0) && !presence.can_be_asked(1));
        presence.disconnect(asks);
        assert!(!presence.can_be_asked(0));
        assert_eq!(presence.seats(), [0, 1], "it is still there");
    }
}
