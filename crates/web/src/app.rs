//! What all handlers share, and how their routes are put together.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;

use crate::api::Reviews;
use crate::fleet::{self, Fleet};
use crate::guard::{self, Doors, Limiter};
use crate::league::League;
use crate::live::Hall;
use crate::openings::Librarian;
use crate::{Bounds, Config, api, assets, packing, pages};

/// The server behind its routes.
pub struct App {
    /// What it was made of.
    pub config: Config,
    /// The games being played.
    pub hall: Arc<Hall>,
    /// Reads games for those who ask about openings.
    pub(crate) librarian: Librarian,
    /// The tournaments.
    pub(crate) league: League,
    /// The reviews of finished games.
    pub(crate) reviews: Reviews,
    /// Engines that look at positions, so many at once.
    pub(crate) analyses: Arc<tokio::sync::Semaphore>,
    /// By which names it is called.
    pub(crate) doors: Doors,
    pub(crate) limiter: Limiter,
    /// Workers on other machines.
    pub(crate) fleet: Fleet,
    is_public: bool,
}

impl App {
    /// The server's insides, for the address it listens on. Call it inside of a runtime.
    pub fn new(config: Config, addr: SocketAddr) -> Arc<App> {
        Arc::new(App {
            hall: Hall::new(&config),
            librarian: Librarian::default(),
            league: League::default(),
            reviews: Reviews::default(),
            analyses: Arc::new(tokio::sync::Semaphore::new(config.bounds.analyses)),
            doors: Doors::new(addr, &config.hosts),
            limiter: Limiter::new(&config.bounds),
            fleet: Fleet::default(),
            is_public: !addr.ip().is_loopback() || config.hosts.iter().any(|name| name != "localhost"),
            config,
        })
    }

    /// Whether others than the people at this computer reach it: by an address or by the name of a proxy.
    pub(crate) fn is_public(&self) -> bool {
        self.is_public
    }

    /// How much of everything there may be.
    pub fn bounds(&self) -> &Bounds {
        &self.config.bounds
    }
}

/// All routes behind the guard; what they answer is packed.
pub fn router(app: &Arc<App>) -> Router {
    Router::new()
        .merge(pages::router())
        .merge(assets::router())
        .merge(guard::router())
        .merge(fleet::router())
        .nest("/api", api::router())
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(packing::layer())
        .with_state(app.clone())
}
