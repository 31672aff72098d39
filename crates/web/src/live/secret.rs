//! Seats are held by secrets: 128 bits nobody can guess, of which only sums are kept.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::Asker;

/// Seats one browser remembers; older ones are given up for newer ones, so that its requests stay short.
const MOST_SEATS: usize = 40;

/// How long a browser keeps a seat, in seconds: a month.
const KEPT: u32 = 30 * 24 * 3600;

/// The secret of a seat, or of an invitation to one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; 16]);

impl Secret {
    /// A new one.
    pub(crate) fn fresh() -> Secret {
        Secret(random())
    }

    /// The secret that belongs to an invitation: whoever has one cannot find the other without the key.
    pub(crate) fn behind(self, key: &Sum) -> Secret {
        let sum = Sha256::new().chain_update(key.0).chain_update(self.0).finalize();
        let mut secret = [0; 16];
        secret.copy_from_slice(&sum[..16]);
        Secret(secret)
    }

    /// What is kept of it.
    pub(crate) fn sum(self) -> Sum {
        Sum(Sha256::digest(self.0).into())
    }
}

/// Random bytes of the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("an operating system has random bytes");
    bytes
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// A secret does not get into a log by accident.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = ();

    fn from_str(text: &str) -> Result<Secret, ()> {
        unhex(text).map(Secret).ok_or(())
    }
}

/// The SHA-256 of a secret, or a key.
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct Sum([u8; 32]);

impl Sum {
    /// Random bytes as a key.
    pub(crate) fn key() -> Sum {
        Sum(random())
    }
}

/// Comparing takes the same time wherever the difference is.
impl PartialEq for Sum {
    fn eq(&self, other: &Sum) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Sum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sum, D::Error> {
        let text = String::deserialize(deserializer)?;
        unhex(&text).map(Sum).ok_or_else(|| serde::de::Error::custom("64 hexadecimal digits are a sum"))
    }
}

/// The cookies that give an asker a seat, and take away its oldest ones if it has too many.
pub fn seat_cookies(asker: &Asker, game: i64, secret: &Secret) -> Vec<String> {
    let mut old: Vec<i64> = asker.seats.iter().map(|(id, _)| *id).filter(|id| *id != game).collect();
    old.sort_unstable();
    let surplus = (old.len() + 1).saturating_sub(MOST_SEATS);
    let given_up = old[..surplus].iter().map(|id| cookie(*id, "", 0));
    [cookie(game, &secret.to_string(), KEPT)].into_iter().chain(given_up).collect()
}

fn cookie(game: i64, value: &str, seconds: u32) -> String {
    format!("seat-{game}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={seconds}")
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    let mut bytes = [0; N];
    if digits.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let [high, low] = [pair[0], pair[1]].map(|digit| (digit as char).to_digit(16));
        *byte = (high? * 16 + low?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_and_nothing_else_is_one() {
        let secret = Secret::fresh();
        assert_eq!(secret.to_string().parse(), Ok(secret));
        assert_ne!(Secret::fresh(), secret);
        for text in ["", "0", "g0000000000000000000000000000000", "+0000000000000000000000000000000", "é"] {
            assert_eq!(text.parse::<Secret>(), Err(()), "{text}");
        }
        assert!(!format!("{secret:?}").contains(&secret.to_string()));
    }

    #[test]
    fn the_secret_behind_an_invitation_needs_its_key() {
        let (invitation, key) = (Secret::fresh(), Sum::key());
        assert_eq!(invitation.behind(&key), invitation.behind(&key));
        assert_ne!(invitation.behind(&key), invitation.behind(&Sum::key()));
        assert_ne!(invitation.behind(&key), invitation);
    }
}
