//! How much to test: seconds by default, `SCHWARM_LONG=1` for everything.

/// Whether the long run was asked for.
pub fn is_long() -> bool {
    std::env::var_os("SCHWARM_LONG").is_some_and(|value| value == "1")
}
