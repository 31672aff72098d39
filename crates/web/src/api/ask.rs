//! Reading the address of a request. What cannot be read is refused like everything else: as JSON, with what is wrong.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::{App, Kind, Trouble};

/// The parts of the path.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<App>> for Path<T> {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Path<T>, Trouble> {
        match axum::extract::Path::from_request_parts(parts, app).await {
            Ok(axum::extract::Path(read)) => Ok(Path(read)),
            Err(error) => Err(Trouble::detailed(Kind::BadRequest, &error)),
        }
    }
}

/// What stands behind the question mark.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Query<T>, Trouble> {
        match axum::extract::Query::from_request_parts(parts, app).await {
            Ok(axum::extract::Query(read)) => Ok(Query(read)),
            Err(error) => Err(Trouble::detailed(Kind::BadRequest, &error)),
        }
    }
}
