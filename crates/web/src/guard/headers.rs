//! What every answer carries.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// Nothing from elsewhere, no scripts or styles inside of pages, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const FIXED: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Where pages lie that others may put into frames.
const EMBEDS: &str = "/embed/";

/// The same for these. Scripts and forms they have none.
const POLICY_OF_EMBEDS: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; \
                                form-action 'none'; frame-ancestors *";

/// Puts on what every answer carries. Embeds and pictures may be shown on other sites.
pub(super) fn dress(headers: &mut HeaderMap, path: &str) {
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let is_embed = path.starts_with(EMBEDS);
    if is_embed {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY_OF_EMBEDS));
    }
    let is_picture = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"image/"));
    if is_embed || is_picture {
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    }
    // A page depends on who asks for it.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}
