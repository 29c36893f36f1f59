//! `Here`: whose clients are connected now. Nothing of it is kept.

use std::collections::BTreeMap;

use kosti_table::Key;

/// Who listens to a table.
#[derive(Debug, Default)]
pub(crate) struct Here {
    listeners: BTreeMap<u64, Listener>,
    last: u64,
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

    /// Whether a client of this seat listens that answers when it is asked for a link.
    pub(crate) fn can_be_asked(&self, seat: usize) -> bool {
        self.listeners.values().any(|listener| listener.witness && listener.seats.contains(&seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
