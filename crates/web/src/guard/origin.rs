//! Changes come from our own pages.
//!
//! Every browser sends `Origin` with a request that changes something, and today's send `Sec-Fetch-Site`; scripts
//! of other sites can forge neither. A program that is no browser sends none of them and has no cookies to abuse.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::{Kind, Trouble};

/// Checks where a request that changes something comes from.
pub(super) fn check(headers: &HeaderMap) -> Result<(), Trouble> {
    let is_near = |site: &[u8]| matches!(site, b"same-origin" | b"none");
    let site_is_ours = headers.get_all("sec-fetch-site").iter().all(|site| is_near(site.as_bytes()));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_own = |origin: &str| ["http://", "https://"].iter().any(|scheme| origin.strip_prefix(scheme) == Some(host));
    let origin_is_ours = headers.get_all(ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(is_own));
    if site_is_ours && origin_is_ours { Ok(()) } else { Err(Kind::CrossSite.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(pairs: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, "127.0.0.1:8080".parse().expect("a host"));
        for (name, value) in pairs {
            headers.append(*name, value.parse().expect(value));
        }
        check(&headers).is_ok()
    }

    #[test]
    fn other_sites_are_refused() {
        assert!(admits(&[]));
        assert!(admits(&[("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "same-origin")]));
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8081", "http://127.0.0.1:8080.evil.example"] {
            assert!(!admits(&[("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site", ""] {
            assert!(!admits(&[("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", site)]), "{site}");
        }
    }
}
