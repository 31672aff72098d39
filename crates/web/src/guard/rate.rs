//! How much a client may ask for: buckets of tokens, a few for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::{Bounds, Rate};

/// Addresses remembered at once; beyond that those with full buckets are forgotten, then all.
const MOST_CLIENTS: usize = 10_000;

/// What a request is measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Any request.
    Request,
    /// One that changes something.
    Change,
    /// One that costs much.
    Effort,
}

/// The buckets of all clients.
pub(crate) struct Limiter {
    rates: [Rate; 3],
    clients: Mutex<HashMap<IpAddr, [Bucket; 3]>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Bucket {
    fn filled(self, rate: Rate, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.at).as_secs_f64();
        (self.tokens + since * rate.per_second).min(rate.burst)
    }
}

impl Limiter {
    /// Full buckets for everybody.
    pub(crate) fn new(bounds: &Bounds) -> Limiter {
        Limiter { rates: [bounds.requests, bounds.changes, bounds.efforts], clients: Mutex::default() }
    }

    /// Takes a token; `false` where there is none left.
    pub(crate) fn take(&self, client: IpAddr, measure: Measure) -> bool {
        self.take_at(client, measure, Instant::now())
    }

    fn take_at(&self, client: IpAddr, measure: Measure, now: Instant) -> bool {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MOST_CLIENTS {
            clients.retain(|_, buckets| !self.is_full(buckets, now));
            if clients.len() >= MOST_CLIENTS {
                clients.clear();
            }
        }
        let fresh = self.rates.map(|rate| Bucket { tokens: rate.burst, at: now });
        let bucket = &mut clients.entry(network(client)).or_insert(fresh)[measure as usize];
        let tokens = bucket.filled(self.rates[measure as usize], now);
        let has_one = tokens >= 1.0;
        *bucket = Bucket { tokens: if has_one { tokens - 1.0 } else { tokens }, at: now };
        has_one
    }

    fn is_full(&self, buckets: &[Bucket; 3], now: Instant) -> bool {
        buckets.iter().zip(self.rates).all(|(bucket, rate)| bucket.filled(rate, now) >= rate.burst)
    }
}

/// Whoever has an IPv6 address has a whole network of them.
pub(crate) fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() & !u128::from(u64::MAX)).into()),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_runs_dry_and_fills_again_for_each_client_alone() {
        let bounds = Bounds { changes: Rate::new(3.0, 2.0), ..Bounds::default() };
        let limiter = Limiter::new(&bounds);
        let [ann, bob] = ["10.0.0.1", "10.0.0.2"].map(|ip| ip.parse().expect("an address"));
        let now = Instant::now();
        let taken = |client, at| (0..5).filter(|_| limiter.take_at(client, Measure::Change, at)).count();
        assert_eq!(taken(ann, now), 3);
        assert_eq!(taken(bob, now), 3);
        assert_eq!(taken(ann, now + Duration::from_secs(1)), 2);
        assert_eq!(taken(ann, now + Duration::from_secs(60)), 3);
    }

    #[test]
    fn one_network_of_ipv6_is_one_client() {
        let limiter = Limiter::new(&Bounds { changes: Rate::new(1.0, 0.0), ..Bounds::default() });
        let taken = |ip: &str| limiter.take(ip.parse().expect("an address"), Measure::Change);
        assert!(taken("2001:db8::1"));
        assert!(!taken("2001:db8::2"));
        assert!(taken("2001:db8:0:1::1"));
        assert!(taken("::ffff:10.0.0.1"));
        assert!(!taken("10.0.0.1"));
    }
}
