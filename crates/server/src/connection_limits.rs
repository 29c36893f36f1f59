//! `NetworkLimit`: how many connections and event streams one network may have open at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use kosti_app::{AppError, is_local, network};
use parking_lot::Mutex;

/// The most connections of one network.
const MOST_CONNECTIONS: usize = 1000;
/// The most event streams of one network: many people may share an address.
const MOST_STREAMS: usize = 500;
/// When a network with too many may try again.
const RETRY_AFTER_SECONDS: u64 = 10;

/// Limits what each remote network has open at once. This machine and its own network have no limit.
#[derive(Debug)]
pub(crate) struct NetworkLimit {
    open: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

/// Counts as open until it is dropped.
#[derive(Debug)]
pub(crate) struct Permit(Option<(Arc<NetworkLimit>, IpAddr)>);

impl NetworkLimit {
    fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { open: Mutex::default(), most })
    }

    /// The limit of connections.
    pub(crate) fn of_connections() -> Arc<Self> {
        Self::new(MOST_CONNECTIONS)
    }

    /// The limit of event streams.
    pub(crate) fn of_streams() -> Arc<Self> {
        Self::new(MOST_STREAMS)
    }

    /// Counts one more for an address, unless its network has too many.
    pub(crate) fn acquire(self: &Arc<Self>, address: Option<IpAddr>) -> Result<Permit, AppError> {
        let Some(network) = address.filter(|address| !is_local(*address)).map(network) else {
            return Ok(Permit(None));
        };
        let mut open = self.open.lock();
        let count = open.entry(network).or_insert(0);
        if *count >= self.most {
            return Err(AppError::TooMany { seconds: RETRY_AFTER_SECONDS });
        }
        *count += 1;
        Ok(Permit(Some((self.clone(), network))))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Some((limit, network)) = &self.0 else { return };
        let mut open = limit.open.lock();
        if let Some(count) = open.get_mut(network) {
            *count -= 1;
            if *count == 0 {
                open.remove(network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_only_so_many_open() {
        let limit = NetworkLimit::new(2);
        let acquire = |address: &str| limit.acquire(Some(address.parse().unwrap()));
        let first = acquire("2001:db8::1").unwrap();
        let _second = acquire("2001:db8::2").unwrap();
        assert!(acquire("2001:db8::3").is_err());
        let _other = acquire("2001:db8:0:1::1").unwrap();
        drop(first);
        let _third = acquire("2001:db8::3").unwrap();
        assert!(acquire("2001:db8::4").is_err());
    }

    #[test]
    fn nothing_is_kept_of_who_is_gone() {
        let limit = NetworkLimit::new(1);
        for number in 0..100_u32 {
            drop(limit.acquire(Some(IpAddr::V4((0x5000_0000 + number).into()))));
        }
        assert!(limit.open.lock().is_empty());
    }

    #[test]
    fn nobody_at_home_is_counted() {
        let limit = NetworkLimit::new(1);
        for address in [Some("127.0.0.1"), Some("192.168.1.2"), None] {
            let acquire = || limit.acquire(address.map(|address| address.parse().unwrap()));
            assert!([acquire(), acquire()].iter().all(Result::is_ok));
        }
    }
}
