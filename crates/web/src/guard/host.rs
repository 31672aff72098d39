//! By which names the server may be called.
//!
//! A page of another site whose name is made to point here (DNS rebinding) sends its own name as `Host`. So a name
//! must be one of ours; an address as a number cannot be rebound.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::HOST;
use axum::http::{HeaderMap, Uri, uri::Authority};

use crate::{Kind, Trouble};

/// The names of this server.
pub(crate) struct Doors {
    addr: SocketAddr,
    names: Vec<String>,
}

impl Doors {
    /// Of a server that listens on `addr` and is known by some names besides.
    pub(crate) fn new(addr: SocketAddr, names: &[String]) -> Doors {
        Doors { addr, names: names.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Checks by which name the server is called.
    pub(crate) fn check(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), Trouble> {
        let mut named = headers.get_all(HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else { return Err(Kind::CrossSite.into()) };
        let host: Option<Authority> = host.to_str().ok().and_then(|host| host.parse().ok());
        let is_ours = host.is_some_and(|host| self.is_ours(&host)) && uri.authority().is_none_or(|a| self.is_ours(a));
        if is_ours { Ok(()) } else { Err(Kind::CrossSite.into()) }
    }

    fn is_ours(&self, host: &Authority) -> bool {
        if host.as_str().contains('@') {
            return false;
        }
        let name = host.host().to_ascii_lowercase();
        // Behind a proxy the port is the proxy's.
        if self.names.contains(&name) {
            return true;
        }
        let port = host.port_u16().unwrap_or(80);
        port == self.addr.port() && self.is_address(&name)
    }

    fn is_address(&self, name: &str) -> bool {
        if name == "localhost" {
            return true;
        }
        let plain = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        plain
            .parse::<IpAddr>()
            .is_ok_and(|ip| ip == self.addr.ip() || ip.is_loopback() || self.addr.ip().is_unspecified())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(addr: &str, host: &str) -> bool {
        let doors = Doors::new(addr.parse().expect(addr), &["arena.example".to_string()]);
        host.parse::<Authority>().is_ok_and(|host| doors.is_ours(&host))
    }

    #[test]
    fn only_our_own_names_are_answered() {
        for host in
            ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080", "arena.example", "arena.example:443"]
        {
            assert!(admits("127.0.0.1:8080", host), "{host}");
        }
        for host in [
            "evil.example:8080",
            "localhost",
            "127.0.0.1:8081",
            "192.168.1.4:8080",
            "localhost.evil.example:8080",
            "a@localhost:8080",
        ] {
            assert!(!admits("127.0.0.1:8080", host), "{host}");
        }
    }

    #[test]
    fn a_server_for_all_addresses_is_called_by_any_number_but_by_no_strange_name() {
        assert!(admits("0.0.0.0:8080", "192.168.1.4:8080"));
        assert!(!admits("0.0.0.0:8080", "evil.example:8080"));
    }
}
