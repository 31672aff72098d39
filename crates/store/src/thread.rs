//! Threads of the store's own, each with a runtime.
//!
//! Whoever awaits a store may do so from any runtime, or from several that come and go. A connection must not depend on
//! them: it would stand still while its runtime does something else, and be dead when that ends.

use std::future::Future;
use std::thread::Builder;

use tokio::runtime;

use crate::StoreError;

/// Runs what `work` makes to its end, on a thread of its own. The thread ends by itself.
pub(crate) fn start<W, F>(place: &str, name: &str, work: W) -> Result<(), StoreError>
where
    W: FnOnce(runtime::Handle) -> F + Send + 'static,
    F: Future<Output = ()>,
{
    let failed = |error: std::io::Error| StoreError::Other {
        place: place.to_string(),
        why: format!("cannot start a thread: {error}. Is the limit of processes reached?"),
    };
    let runtime = runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let body = move || runtime.block_on(work(runtime.handle().clone()));
    Builder::new().name(name.to_string()).spawn(body).map_err(failed)?;
    Ok(())
}
