//! How much one network may have open at once: connections, and event streams.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::limit::network;
use crate::problem::Problem;
use crate::quota::is_local;

/// Event streams of one network at once: many people may share an address.
const MOST_STREAMS: usize = 500;
/// When whoever has too many may try again: some are closed now and then.
const LATER: u64 = 10;

/// What networks elsewhere have open. Those of this machine and its own network are not counted.
#[derive(Debug)]
pub(crate) struct Counts {
    open: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

/// Something that is open until this is dropped.
#[derive(Debug)]
pub(crate) struct Counted(Option<(Arc<Counts>, IpAddr)>);

impl Counts {
    pub(crate) fn new(most: usize) -> Self {
        Self { open: Mutex::default(), most }
    }

    /// Counts one more of an address; nothing where its network has too many.
    pub(crate) fn open(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Counted> {
        let Some(network) = address.filter(|address| !is_local(*address)).map(network) else {
            return Some(Counted(None));
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(network).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Counted(Some((self.clone(), network))))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let Some((counts, network)) = &self.0 else { return };
        let mut open = counts.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(network) {
            *count -= 1;
            if *count == 0 {
                open.remove(network);
            }
        }
    }
}

/// The event streams that networks have open.
#[derive(Debug)]
pub(crate) struct Streams(Arc<Counts>);

impl Default for Streams {
    fn default() -> Self {
        Self(Arc::new(Counts::new(MOST_STREAMS)))
    }
}

impl Streams {
    pub(crate) fn open(&self, address: Option<IpAddr>) -> Result<Counted, Problem> {
        self.0.open(address).ok_or(Problem::TooMany { seconds: LATER })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_only_so_many_open() {
        let counts = Arc::new(Counts::new(2));
        let open = |address: &str| counts.open(Some(address.parse().unwrap()));
        let first = open("2001:db8::1").unwrap();
        let _second = open("2001:db8::2").unwrap();
        assert!(open("2001:db8::3").is_none());
        let _other = open("2001:db8:0:1::1").unwrap();
        drop(first);
        let _third = open("2001:db8::3").unwrap();
        assert!(open("2001:db8::4").is_none());
    }

    #[test]
    fn nothing_is_kept_of_who_is_gone() {
        let counts = Arc::new(Counts::new(1));
        for number in 0..100_u32 {
            counts.open(Some(IpAddr::V4((0x5000_0000 + number).into())));
        }
        assert!(counts.open.lock().unwrap().is_empty());
    }

    #[test]
    fn nobody_at_home_is_counted() {
        let counts = Arc::new(Counts::new(1));
        let open = |address: Option<&str>| counts.open(address.map(|address| address.parse().unwrap()));
        let all =
            [Some("127.0.0.1"), Some("192.168.1.2"), None].map(|address| [open(address), open(address)]);
        assert!(all.as_flattened().iter().all(Option::is_some));
    }
}
