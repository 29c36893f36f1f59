//! Daily quotas of an address: the tables that it opens, and the kilobytes that it writes to the journal.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock as _;

use crate::error::AppError;
use crate::host::Host;
use crate::rate_limits::{HostClock, KeyedLimiter, network};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// The most networks that are counted one by one. More are counted together with their neighbours.
const MOST_NETWORKS: usize = 100_000;

/// The quotas of an address for a day; `None` is without limit.
#[derive(Debug, Clone, Copy)]
pub struct Quotas {
    /// Tables that it opens.
    pub tables: Option<NonZeroU32>,
    /// Kilobytes (1024 bytes) that its commands write. Each command counts as one at least.
    pub kilobytes: Option<NonZeroU32>,
}

impl Default for Quotas {
    fn default() -> Self {
        Self { tables: NonZeroU32::new(1000), kilobytes: NonZeroU32::new(64 * 1024) }
    }
}

/// The use of the quotas by address. A quota fills up again evenly over a day, so an address is forgotten the
/// sooner the less it has written.
pub(crate) struct Quota {
    tables: Option<KeyedLimiter<IpAddr>>,
    kilobytes: Option<KeyedLimiter<IpAddr>>,
    clock: HostClock,
    most_networks: usize,
}

impl Quota {
    pub(crate) fn new(host: &Arc<dyn Host>, quotas: Quotas) -> Self {
        let clock = HostClock(host.clone());
        let limiter = |most: Option<NonZeroU32>| {
            let quota =
                most.and_then(|most| Some(governor::Quota::with_period(DAY / most.get())?.allow_burst(most)));
            quota.map(|quota| clock.limiter(quota))
        };
        Self {
            tables: limiter(quotas.tables),
            kilobytes: limiter(quotas.kilobytes),
            clock,
            most_networks: MOST_NETWORKS,
        }
    }

    /// An address opens a table.
    pub(crate) fn open(&self, address: IpAddr) -> Result<(), AppError> {
        self.charge(self.tables.as_ref(), address, 1)
    }

    /// A command of an address writes so many bytes.
    pub(crate) fn write(&self, address: IpAddr, bytes: usize) -> Result<(), AppError> {
        self.charge(self.kilobytes.as_ref(), address, bytes.div_ceil(1024))
    }

    fn charge(
        &self,
        limiter: Option<&KeyedLimiter<IpAddr>>,
        address: IpAddr,
        count: usize,
    ) -> Result<(), AppError> {
        let Some(limiter) = limiter.filter(|_| !is_local(address)) else { return Ok(()) };
        let network = network(address);
        let payer = if limiter.len() < self.most_networks { network } else { neighbourhood(network) };
        let count = u32::try_from(count).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        let wait = match limiter.check_key_n(&payer, count) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(until)) => until.wait_time_from(self.clock.now()),
            // More at once than a whole day allows.
            Err(_) => DAY,
        };
        Err(AppError::OverQuota { minutes: wait.as_secs().div_ceil(60).max(1) })
    }

    /// Forgets the networks whose quotas are full again.
    pub(crate) fn forget(&self) {
        for limiter in self.tables.iter().chain(&self.kilobytes) {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Whether an address is of this machine or of its own network: a household at home has no quota.
pub fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// The large network around a small one. There are few of them.
fn neighbourhood(network: IpAddr) -> IpAddr {
    match network {
        IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from(u32::from(v4) >> 24 << 24)),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 112 << 112)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_host::TestHost;

    fn quota(tables: u32, kilobytes: u32) -> Quota {
        quota_on(&TestHost::new(), tables, kilobytes)
    }

    fn quota_on(host: &Arc<TestHost>, tables: u32, kilobytes: u32) -> Quota {
        let (tables, kilobytes) = (NonZeroU32::new(tables), NonZeroU32::new(kilobytes));
        Quota::new(&(host.clone() as Arc<dyn Host>), Quotas { tables, kilobytes })
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn minutes(charged: Result<(), AppError>) -> u64 {
        match charged.expect_err("it is over the quota") {
            AppError::OverQuota { minutes } => minutes,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tables_come_back_over_the_day() {
        let host = TestHost::new();
        let quota = quota_on(&host, 4, 0);
        for _ in 0..4 {
            quota.open(address("203.0.113.9")).unwrap();
        }
        assert_eq!(minutes(quota.open(address("203.0.113.9"))), 360);
        host.advance(DAY / 8);
        assert_eq!(minutes(quota.open(address("203.0.113.9"))), 180);
        host.advance(DAY / 8);
        quota.open(address("203.0.113.9")).unwrap();
        quota.open(address("203.0.113.10")).unwrap();
        quota.write(address("203.0.113.9"), usize::MAX).unwrap();
    }

    #[test]
    fn bytes_are_counted_by_network() {
        let quota = quota(0, 10);
        quota.write(address("2001:db8::1"), 9 * 1024).unwrap();
        quota.write(address("2001:db8::2"), 1).unwrap();
        minutes(quota.write(address("2001:db8::3"), 1));
        quota.write(address("2001:db8:0:1::1"), 1024).unwrap();
        assert_eq!(minutes(quota.write(address("2001:db8:0:2::1"), 11 * 1024)), 24 * 60);
    }

    #[test]
    fn nobody_at_home_has_one() {
        let quota = quota(1, 1);
        for home in [
            "127.0.0.1",
            "::1",
            "192.168.1.7",
            "10.1.2.3",
            "172.16.0.9",
            "169.254.1.1",
            "fe80::1",
            "fd00::1",
            "::ffff:192.168.1.7",
        ] {
            for _ in 0..3 {
                quota.open(address(home)).unwrap();
                quota.write(address(home), 1 << 30).unwrap();
            }
        }
    }

    #[test]
    fn a_crowd_takes_no_more_memory() {
        let quota = Quota { most_networks: 100, ..quota(2, 0) };
        for number in 0..50_000_u32 {
            let _ = quota.open(IpAddr::V4(Ipv4Addr::from(0x5000_0000 + number)));
        }
        let remembered = quota.tables.as_ref().unwrap().len();
        assert!(remembered <= 101, "{remembered}");
        // Neighbours of the crowd share what one may, others do not.
        minutes(quota.open(address("80.9.9.9")));
        quota.open(address("90.9.9.9")).unwrap();
        quota.forget();
    }
}
