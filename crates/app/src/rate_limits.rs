//! `RateLimits`: how often an address and a seat may ask.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use kosti_table::Key;

use crate::error::AppError;
use crate::host::Host;

/// A rate limiter by key that reads the host's clock.
pub(crate) type KeyedLimiter<K> = RateLimiter<K, DashMapStateStore<K>, HostClock, NoOpMiddleware<Duration>>;

/// The host's clock, for rate limiters.
#[derive(Clone)]
pub(crate) struct HostClock(pub(crate) Arc<dyn Host>);

impl HostClock {
    pub(crate) fn limiter<K: Hash + Eq + Clone>(&self, quota: Quota) -> KeyedLimiter<K> {
        RateLimiter::dashmap_with_clock(quota, self.clone())
    }
}

impl Clock for HostClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.now()
    }
}

/// The average rates of a caller.
#[derive(Debug, Clone, Copy)]
pub struct Rates {
    /// Requests of an address.
    pub requests: NonZeroU32,
    /// In how much time.
    pub period: Duration,
}

impl Rates {
    /// So many requests a second.
    #[must_use]
    pub const fn per_second(requests: NonZeroU32) -> Self {
        Self { requests, period: Duration::from_secs(1) }
    }
}

impl Default for Rates {
    fn default() -> Self {
        Self::per_second(NonZeroU32::MIN.saturating_add(49))
    }
}

/// The burst of requests, as a multiple of a period's requests.
const BURST: u32 = 4;
/// The rate of a seat is this share of an address': a family plays from one address.
const OF_SEAT: u32 = 2;
/// The rate of costly requests, such as opening a table, is this share of an address'.
const OF_COSTLY: u32 = 25;
/// The rate of trying invitations is a 60th of the rate of requests, so that nobody can guess one.
const OF_GUESSES: u32 = 60;
/// The burst of tries, as a multiple of 60 periods' tries: a whole class joins from one address.
const GUESS_BURST: u32 = 2;

/// The rate limits of all callers.
pub(crate) struct RateLimits {
    by_address: KeyedLimiter<IpAddr>,
    by_seat: KeyedLimiter<Key>,
    costly: KeyedLimiter<IpAddr>,
    guesses: KeyedLimiter<IpAddr>,
    clock: HostClock,
}

impl RateLimits {
    pub(crate) fn new(host: &Arc<dyn Host>, rates: Rates) -> Self {
        let clock = HostClock(host.clone());
        let Rates { requests, period } = rates;
        let share = |of: u32, burst: u32| {
            let rate = NonZeroU32::MIN.saturating_add(requests.get() / of - u32::from(of == 1));
            quota(rate, period, burst)
        };
        let guesses = quota(requests, OF_GUESSES * period, GUESS_BURST);
        Self {
            by_address: clock.limiter(share(1, BURST)),
            by_seat: clock.limiter(share(OF_SEAT, BURST)),
            costly: clock.limiter(share(OF_COSTLY, 10 * BURST)),
            guesses: clock.limiter(guesses),
            clock,
        }
    }

    pub(crate) fn charge_address(&self, address: IpAddr) -> Result<(), AppError> {
        self.check(&self.by_address, &network(address))
    }

    pub(crate) fn charge_seat(&self, key: &Key) -> Result<(), AppError> {
        self.check(&self.by_seat, key)
    }

    pub(crate) fn charge_costly(&self, address: IpAddr) -> Result<(), AppError> {
        self.check(&self.costly, &network(address))
    }

    /// An address tries an invitation. Every try is charged before it is looked at, the right one too: otherwise the
    /// answer after too many tries would still tell which one is right.
    pub(crate) fn charge_guess(&self, address: IpAddr) -> Result<(), AppError> {
        self.check(&self.guesses, &network(address))
    }

    fn check<K: Hash + Eq + Clone>(&self, limiter: &KeyedLimiter<K>, of: &K) -> Result<(), AppError> {
        limiter.check_key(of).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            AppError::TooMany { seconds: wait.as_secs() + 1 }
        })
    }

    /// Forgets the callers without recent requests.
    pub(crate) fn forget(&self) {
        self.by_address.retain_recent();
        self.by_seat.retain_recent();
        self.costly.retain_recent();
        self.guesses.retain_recent();
        self.by_address.shrink_to_fit();
        self.by_seat.shrink_to_fit();
        self.costly.shrink_to_fit();
        self.guesses.shrink_to_fit();
    }
}

/// A quota of `many` in a period, with bursts of `burst` times as many.
fn quota(many: NonZeroU32, period: Duration, burst: u32) -> Quota {
    let at_once = many.saturating_mul(NonZeroU32::MIN.saturating_add(burst - 1));
    let each = (period / many.get()).max(Duration::from_nanos(1));
    Quota::with_period(each).unwrap_or(Quota::per_second(many)).allow_burst(at_once)
}

/// One household has a whole network of IPv6 addresses.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 64 << 64)),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_host::TestHost;

    const PERIOD: Duration = Duration::from_secs(4000);

    fn limits(requests: u32) -> (RateLimits, Arc<TestHost>) {
        let host = TestHost::new();
        let requests = NonZeroU32::new(requests).expect("some requests are allowed");
        let limits = RateLimits::new(&(host.clone() as Arc<dyn Host>), Rates { requests, period: PERIOD });
        (limits, host)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// How often something is allowed.
    fn count_allowed(ask: impl Fn() -> Result<(), AppError>) -> usize {
        let asked = std::iter::repeat_with(ask).take(10_000);
        asked.take_while(Result::is_ok).count()
    }

    #[test]
    fn an_address_may_ask_four_times_as_often_at_once() {
        let (limits, _) = limits(5);
        assert_eq!(count_allowed(|| limits.charge_address(address("198.51.100.7"))), 20);
        assert_eq!(count_allowed(|| limits.charge_address(address("198.51.100.8"))), 20);
    }

    #[test]
    fn one_household_has_a_whole_network() {
        let (limits, _) = limits(5);
        assert_eq!(count_allowed(|| limits.charge_address(address("2001:db8::1"))), 20);
        assert_eq!(count_allowed(|| limits.charge_address(address("2001:db8::ffff"))), 0);
        assert_eq!(count_allowed(|| limits.charge_address(address("2001:db8:0:1::1"))), 20);
    }

    #[test]
    fn everything_else_is_a_share() {
        let ((limits, _), here) = (limits(50), address("198.51.100.7"));
        for seat in ["one", "another"].map(Key::of) {
            assert_eq!(count_allowed(|| limits.charge_seat(&seat)), 104);
        }
        assert_eq!(count_allowed(|| limits.charge_costly(here)), 120);
        assert_eq!(count_allowed(|| limits.charge_guess(here)), 100);
    }

    #[test]
    fn a_refusal_tells_how_long_to_wait() {
        let (limits, host) = limits(4);
        let ask = || limits.charge_address(address("198.51.100.7"));
        count_allowed(ask);
        assert!(matches!(ask(), Err(AppError::TooMany { seconds: 1001 })), "{:?}", ask());
        host.advance(PERIOD / 4);
        assert_eq!(count_allowed(ask), 1);
        host.advance(PERIOD / 2);
        assert_eq!(count_allowed(ask), 2);
    }
}
