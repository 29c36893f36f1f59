//! The limits of concurrent connections and event streams per network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use kosti_app::{AppError, is_local, network};
use parking_lot::Mutex;

/// The most event streams of one network: many people may share an address.
const MOST_STREAMS: usize = 500;
/// The retry time in seconds for a network with too many streams.
const LATER: u64 = 10;

/// The number of open connections or streams by remote network. This machine and its own network are not counted.
#[derive(Debug)]
pub(crate) struct Counts {
    open: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

/// Counts as open until it is dropped.
#[derive(Debug)]
pub(crate) struct OpenCount(Option<(Arc<Counts>, IpAddr)>);

impl Counts {
    pub(crate) fn new(most: usize) -> Self {
        Self { open: Mutex::default(), most }
    }

    /// Counts one more for an address; `None` if its network has too many.
    pub(crate) fn open(self: &Arc<Self>, address: Option<IpAddr>) -> Option<OpenCount> {
        let Some(network) = address.filter(|address| !is_local(*address)).map(network) else {
            return Some(OpenCount(None));
        };
        let mut open = self.open.lock();
        let count = open.entry(network).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(OpenCount(Some((self.clone(), network))))
    }
}

impl Drop for OpenCount {
    fn drop(&mut self) {
        let Some((counts, network)) = &self.0 else { return };
        let mut open = counts.open.lock();
        if let Some(count) = open.get_mut(network) {
            *count -= 1;
            if *count == 0 {
                open.remove(network);
            }
        }
    }
}

/// The open event streams by network.
#[derive(Debug)]
pub(crate) struct Streams(Arc<Counts>);

impl Default for Streams {
    fn default() -> Self {
        Self(Arc::new(Counts::new(MOST_STREAMS)))
    }
}

impl Streams {
    pub(crate) fn open(&self, address: Option<IpAddr>) -> Result<OpenCount, AppError> {
        self.0.open(address).ok_or(AppError::TooMany { seconds: LATER })
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
        assert!(counts.open.lock().is_empty());
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
