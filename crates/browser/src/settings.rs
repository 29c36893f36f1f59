//! `Settings`: small values that a device keeps beside its journal.

use futures_util::future::BoxFuture;
use kosti_journal::DeviceError;

/// Small values by name: cookies, and the key that secrets are derived from.
pub trait Settings: Send + Sync + 'static {
    /// All values.
    fn load(&self) -> BoxFuture<'static, Result<Vec<(String, String)>, DeviceError>>;

    /// Keeps values, and removes those that are `None`; all or nothing. Durable once the answer is `Ok`.
    fn save(&self, values: Vec<(String, Option<String>)>) -> BoxFuture<'static, Result<(), DeviceError>>;
}
