//! How often somebody may ask: by address, and by seat.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use kosti_table::Key;

use crate::problem::Problem;

/// What everybody may do, a second on average.
#[derive(Debug, Clone, Copy)]
pub struct Rates {
    /// Requests of an address.
    pub requests: NonZeroU32,
}

impl Default for Rates {
    fn default() -> Self {
        Self { requests: NonZeroU32::MIN.saturating_add(49) }
    }
}

/// Of a second's worth, so much may come at once.
const BURST: u32 = 4;
/// A seat may do this share of what an address may: a family plays from one address.
const OF_SEAT: u32 = 2;
/// Opening a table, and what else costs a lot: this share of what an address may ask.
const OF_COSTLY: u32 = 25;
/// Invitations may be tried as often in a minute as requests may come in a second, so that nobody can guess one. Of a
/// minute's worth, so much may come at once: a whole class joins from one address.
const GUESS_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);

/// How often somebody may ask.
pub(crate) struct Limits {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    by_seat: DefaultKeyedRateLimiter<Key>,
    costly: DefaultKeyedRateLimiter<IpAddr>,
    guesses: DefaultKeyedRateLimiter<IpAddr>,
    clock: DefaultClock,
}

impl Limits {
    pub(crate) fn new(rates: Rates) -> Self {
        let share = |of: u32, burst: u32| {
            let rate = NonZeroU32::MIN.saturating_add(rates.requests.get() / of - u32::from(of == 1));
            Quota::per_second(rate)
                .allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(burst - 1)))
        };
        let guesses =
            Quota::per_minute(rates.requests).allow_burst(rates.requests.saturating_mul(GUESS_BURST));
        Self {
            by_address: RateLimiter::keyed(share(1, BURST)),
            by_seat: RateLimiter::keyed(share(OF_SEAT, BURST)),
            costly: RateLimiter::keyed(share(OF_COSTLY, 10 * BURST)),
            guesses: RateLimiter::keyed(guesses),
            clock: DefaultClock::default(),
        }
    }

    pub(crate) fn address(&self, address: IpAddr) -> Result<(), Problem> {
        self.check(&self.by_address, &network(address))
    }

    pub(crate) fn seat(&self, key: &Key) -> Result<(), Problem> {
        self.check(&self.by_seat, key)
    }

    pub(crate) fn costly(&self, address: IpAddr) -> Result<(), Problem> {
        self.check(&self.costly, &network(address))
    }

    /// An address tries an invitation. Every try is charged before it is looked at, the right one too: otherwise the
    /// answer after too many tries would still tell which one is right.
    pub(crate) fn guess(&self, address: IpAddr) -> Result<(), Problem> {
        self.check(&self.guesses, &network(address))
    }

    fn check<K: Hash + Eq + Clone>(
        &self,
        limiter: &DefaultKeyedRateLimiter<K>,
        of: &K,
    ) -> Result<(), Problem> {
        limiter.check_key(of).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            Problem::TooMany { seconds: wait.as_secs() + 1 }
        })
    }

    /// Forgets those who have not asked lately.
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

/// One household has a whole network of IPv6 addresses.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 64 << 64)),
        v4 => v4,
    }
}
