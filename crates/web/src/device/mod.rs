//! Pages that only a device without a server has: its tables and its storage, tables brought from elsewhere, and the dice of
//! other servers checked.

mod bundle;
mod storage;
mod table_address;
mod transfer;
mod verify;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::routing::get;
use futures_core::future::BoxFuture;
use kosti_app::App;
use kosti_projections::MemoryLists;

/// Bytes of a file that is sent to the device: records of many tables.
const MOST_FILE: usize = 16 * 1024 * 1024;

/// What a browser says about the storage of the device.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StorageUse {
    /// Bytes that this site uses, and the most that it may use, where the browser tells.
    pub used: Option<(f64, f64)>,
    /// Whether the browser has promised to keep them.
    pub kept: bool,
}

/// Why a record could not be fetched from another server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchError {
    /// Nothing answers, or the browser may not read the answer.
    Unreachable,
    /// The server answered that it has no such record.
    Status(u16),
    /// The record is longer than a file may be.
    TooLong,
}

/// What the pages ask of the browser itself.
pub trait DeviceHost: Send + Sync + 'static {
    /// How much is stored, and whether it is kept; `None` if the browser does not say.
    fn storage(&self) -> BoxFuture<'static, Option<StorageUse>>;

    /// Fetches a record from another server, without cookies and at most `most` bytes.
    fn fetch_record(&self, address: String, most: usize) -> BoxFuture<'static, Result<String, FetchError>>;
}

/// What the handlers share.
#[derive(Clone)]
struct DeviceState {
    app: Arc<App>,
    lists: Arc<MemoryLists>,
    host: Arc<dyn DeviceHost>,
}

impl FromRef<DeviceState> for Arc<App> {
    fn from_ref(state: &DeviceState) -> Self {
        state.app.clone()
    }
}

/// The pages of a device.
pub fn device_router(app: Arc<App>, lists: Arc<MemoryLists>, host: Arc<dyn DeviceHost>) -> Router {
    Router::new()
        .route("/device", get(storage::show))
        .route("/device/tables.kosti", get(transfer::export))
        .route("/device/import", get(storage::show).post(transfer::import))
        .route("/verify", get(verify::form).post(verify::check))
        .layer(DefaultBodyLimit::max(MOST_FILE))
        .with_state(DeviceState { app, lists, host })
}
