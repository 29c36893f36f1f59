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

    /// The clients of this seat were asked as witnesses, and did not answer.
    pub(crate) fn does_not_answer(&mut self, seat: usize) {
        for listener in self.listeners.values_mut().filter(|listener| listener.seats.contains(&seat)) {
            listener.witness = false;
        }
    }

    /// How many only watch.
    pub(crate) fn watching(&self) -> usize {
        self.listeners.values().filter(|listener| listener.seats.is_empty()).count()
    }

    /// Who is here, as JSON.
    pub(crate) fn to_json(&self) -> String {
        format!("{{\"seats\":{:?},\"watching\":{}}}", self.seats(), self.watching())
    }

    /// Seats whose clients answer when they are asked for a link.
    pub(crate) fn witnesses(&self) -> impl Iterator<Item = usize> {
        self.listeners.values().filter(|listener| listener.witness).flat_map(|l| l.seats.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_answer_is_asked_again_when_it_is_back() {
        let mut here = Here::default();
        let asleep = here.came(None, vec![0], true);
        here.came(None, vec![1], true);
        here.does_not_answer(0);
        assert!(here.witnesses().eq([1]));
        assert_eq!(here.seats(), [0, 1], "it is still there");
        here.went(asleep);
        here.came(None, vec![0], true);
        assert!(here.witnesses().eq([1, 0]));
    }
}
