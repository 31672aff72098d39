//! By which names the server may be called.
//!
//! A page of another site whose name is made to point here (DNS rebinding) sends its own name as `Host`. So a name
//! must be one of ours; an address as a number cannot be rebound. Where only this computer can reach the server, its port may
//! be any: the near end of a tunnel (`ssh -L`) has one of its own.

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
        let (Some(host), None) = (named.next(), named.next()) else { return Err(Kind::UnknownHost.into()) };
        let host: Option<Authority> = host.to_str().ok().and_then(|host| host.parse().ok());
        let is_ours = host.is_some_and(|host| self.is_ours(&host)) && uri.authority().is_none_or(|a| self.is_ours(a));
        if is_ours { Ok(()) } else { Err(Kind::UnknownHost.into()) }
    }

    /// The address by which it is called, as others would write it. A proxy, whose name the operator has given, tells
    /// whether it speaks TLS; nobody else is believed.
    pub(crate) fn origin(&self, headers: &HeaderMap) -> Option<String> {
        let host = headers.get(HOST)?.to_str().ok()?;
        let named = |host: Authority| self.names.contains(&host.host().to_ascii_lowercase());
        let is_safe = headers.get("x-forwarded-proto").is_some_and(|scheme| scheme.as_bytes() == b"https");
        let scheme = if is_safe && host.parse().is_ok_and(named) { "https" } else { "http" };
        Some(format!("{scheme}://{host}"))
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
        let plain = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
        let ip = if name == "localhost" { Some(self.addr.ip()) } else { plain.parse::<IpAddr>().ok() };
        let is_near = self.addr.ip().is_loopback() && ip.is_some_and(|ip| ip.is_loopback());
        is_near || host.port_u16().unwrap_or(80) == self.addr.port() && ip.is_some_and(|ip| self.is_address(ip))
    }

    fn is_address(&self, ip: IpAddr) -> bool {
        ip == self.addr.ip() || ip.is_loopback() || self.addr.ip().is_unspecified()
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
        for host in ["127.0.0.1:8080", "LOCALHOST:8080", "[::1]:8080", "arena.example", "arena.example:443"] {
            assert!(admits("127.0.0.1:8080", host), "{host}");
        }
        for host in [
            "evil.example:8080",
            "192.168.1.4:8080",
            "localhost.evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "a@localhost:8080",
            "[::2]:8080",
        ] {
            assert!(!admits("127.0.0.1:8080", host), "{host}");
        }
    }

    #[test]
    fn a_tunnel_has_a_port_of_its_own() {
        for host in ["localhost:9000", "127.0.0.1:9000", "[::1]:9000", "localhost"] {
            assert!(admits("127.0.0.1:8080", host) && admits("[::1]:8080", host), "{host}");
            assert!(!admits("0.0.0.0:8080", host), "{host}: others reach it, too");
        }
        assert!(!admits("127.0.0.1:8080", "evil.example:9000"));
    }

    #[test]
    fn a_server_for_all_addresses_is_called_by_any_number_but_by_no_strange_name() {
        assert!(admits("0.0.0.0:8080", "192.168.1.4:8080"));
        assert!(admits("0.0.0.0:8080", "localhost:8080"));
        assert!(!admits("0.0.0.0:8080", "evil.example:8080"));
    }

    #[test]
    fn a_proxy_says_whether_it_speaks_tls_and_nobody_else_does() {
        let doors = Doors::new("127.0.0.1:8080".parse().expect("an address"), &["arena.example".to_string()]);
        let origin = |host: &'static str, scheme: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().expect(host));
            if let Some(scheme) = scheme {
                headers.insert("x-forwarded-proto", scheme.parse().expect(scheme));
            }
            doors.origin(&headers).expect("a host")
        };
        assert_eq!(origin("Arena.example", Some("https")), "https://Arena.example");
        assert_eq!(origin("arena.example:8443", Some("https")), "https://arena.example:8443");
        assert_eq!(origin("arena.example", None), "http://arena.example");
        assert_eq!(origin("arena.example", Some("javascript")), "http://arena.example");
        assert_eq!(origin("127.0.0.1:8080", Some("https")), "http://127.0.0.1:8080");
    }
}
