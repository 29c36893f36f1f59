//! The browser on one side, the device on the other: functions that JavaScript calls, and functions of JavaScript that are
//! called here. The storage is in `crates/browser/js/store.js`.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::{HeaderName, HeaderValue, Request};
use futures_util::future::{BoxFuture, Either, select};
use http_body_util::BodyExt as _;
use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use kosti_app::{AppError, Host, Job, Lane, RemoteSolver, SolveCase};
use kosti_journal::{DeviceError, DeviceRecord, DeviceStore};
use kosti_web::{DeviceHost, FetchError, StorageUse};
use tokio::sync::{Notify, oneshot};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::device::{Device, Platform};
use crate::settings::Settings;

/// An integer that JavaScript counts without loss.
const EXACT: f64 = 9_007_199_254_740_991.0;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, milliseconds: f64) -> JsValue;
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(bytes: &Uint8Array);
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(message: &str);

    #[wasm_bindgen(js_namespace = kostiStore, js_name = append)]
    fn store_append(table: &str, number: f64, command: &str, body: &str, checksum: u32) -> Promise;
    #[wasm_bindgen(js_namespace = kostiStore, js_name = read)]
    fn store_read(table: &str, after: f64) -> Promise;
    #[wasm_bindgen(js_namespace = kostiStore, js_name = log)]
    fn store_log(after: f64, most: f64) -> Promise;
    #[wasm_bindgen(js_namespace = kostiStore, js_name = end)]
    fn store_end() -> Promise;
    #[wasm_bindgen(js_namespace = kostiStore, js_name = erase)]
    fn store_erase(tables: Array) -> Promise;
    #[wasm_bindgen(js_namespace = kostiStore, js_name = load)]
    fn store_load() -> Promise;
    #[wasm_bindgen(js_namespace = kostiStore, js_name = save)]
    fn store_save(values: Array) -> Promise;

    #[wasm_bindgen(js_namespace = kostiStore, js_name = usage)]
    fn store_usage() -> Promise;

    #[wasm_bindgen(js_namespace = kostiSolver, js_name = solve)]
    fn solver_solve(name: &str, case: &str) -> Promise;
    #[wasm_bindgen(js_namespace = kostiSolver, js_name = report)]
    fn solver_report(share: f64);

    #[wasm_bindgen(js_namespace = kostiRecords, js_name = fetch)]
    fn records_fetch(address: &str, most: f64) -> Promise;
}

/// Runs the application on the event loop of a browser. In the service worker it does not compute what pages show.
struct BrowserHost {
    computes: bool,
}

impl Host for BrowserHost {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(performance_now() / 1000.0)
    }

    fn wall_clock(&self) -> i64 {
        js_sys::Date::now() as i64
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let (sender, receiver) = oneshot::channel();
        call_later(duration, move || {
            // An error means that nobody waits any more.
            let _ = sender.send(());
        });
        Box::pin(async move {
            let _ = receiver.await;
        })
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        spawn_local(task);
    }

    fn run_blocking(&self, job: Job) {
        call_later(Duration::ZERO, job);
    }

    fn run_in_lane(&self, _: Lane, _: usize, job: Job) {
        call_later(Duration::ZERO, job);
    }

    fn computes_pages(&self) -> bool {
        self.computes
    }

    fn report_progress(&self, share: f64) {
        if self.computes {
            solver_report(share);
        }
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        let random = Uint8Array::new_with_length(u32::try_from(bytes.len()).expect("it is short"));
        get_random_values(&random);
        random.copy_to(bytes);
    }
}

fn call_later(duration: Duration, call: impl FnOnce() + 'static) {
    set_timeout(Closure::once_into_js(call).unchecked_ref(), duration.as_secs_f64() * 1000.0);
}

/// Waits for JavaScript in a future that may be sent, which a promise may not.
fn wait_for<T: Send + 'static>(
    call: impl FnOnce() -> Promise + 'static,
    read: impl FnOnce(JsValue) -> Option<T> + 'static,
) -> BoxFuture<'static, Result<T, DeviceError>> {
    let (sender, receiver) = oneshot::channel();
    spawn_local(async move {
        let answer = match JsFuture::from(call()).await {
            Ok(value) => read(value).ok_or_else(|| failed("the storage gave an unexpected answer")),
            Err(error) => Err(read_error(&error)),
        };
        let _ = sender.send(answer);
    });
    Box::pin(async move { receiver.await.unwrap_or_else(|_| Err(failed("the storage did not answer"))) })
}

fn failed(why: &str) -> DeviceError {
    DeviceError::Failed(why.to_owned())
}

fn field(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn whole(value: &JsValue) -> Option<u64> {
    value.as_f64().filter(|number| (0.0..=EXACT).contains(number)).map(|number| number as u64)
}

/// An error of the storage; store.js names its kind.
fn read_error(error: &JsValue) -> DeviceError {
    match field(error, "name").as_string().as_deref() {
        Some("Taken") => DeviceError::Conflict {
            records: whole(&field(error, "records")).unwrap_or(0),
            command: field(error, "command").as_string(),
        },
        Some("QuotaExceededError") => DeviceError::Full,
        _ => failed(&field(error, "message").as_string().unwrap_or_else(|| format!("{error:?}"))),
    }
}

/// A record; one that is not written as such has a wrong checksum.
fn read_record(value: &JsValue) -> DeviceRecord {
    let text = |name: &str| field(value, name).as_string().unwrap_or_default();
    DeviceRecord {
        position: whole(&field(value, "place")).unwrap_or(0),
        table: text("table"),
        number: whole(&field(value, "number")).unwrap_or(0),
        command: text("command"),
        body: text("body"),
        checksum: field(value, "checksum").as_f64().map_or(0, |number| number as u32),
    }
}

fn read_records(value: JsValue) -> Option<Vec<DeviceRecord>> {
    value.dyn_into::<Array>().ok().map(|all| all.iter().map(|record| read_record(&record)).collect())
}

/// The storage of the browser.
struct BrowserStore;

impl DeviceStore for BrowserStore {
    fn append(&self, record: DeviceRecord) -> BoxFuture<'static, Result<u64, DeviceError>> {
        let DeviceRecord { table, number, command, body, checksum, .. } = record;
        wait_for(
            move || store_append(&table, number as f64, &command, &body, checksum),
            |position| whole(&position),
        )
    }

    fn read(&self, table: &str, after: u64) -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>> {
        let table = table.to_owned();
        wait_for(move || store_read(&table, after as f64), read_records)
    }

    fn read_log(
        &self,
        after: u64,
        most: usize,
    ) -> BoxFuture<'static, Result<Vec<DeviceRecord>, DeviceError>> {
        wait_for(move || store_log(after as f64, most as f64), read_records)
    }

    fn end(&self) -> BoxFuture<'static, Result<u64, DeviceError>> {
        wait_for(store_end, |end| whole(&end))
    }

    fn erase(&self, tables: Vec<String>) -> BoxFuture<'static, Result<(), DeviceError>> {
        wait_for(
            move || store_erase(tables.iter().map(|table| JsValue::from_str(table)).collect()),
            |_| Some(()),
        )
    }
}

impl Settings for BrowserStore {
    fn load(&self) -> BoxFuture<'static, Result<Vec<(String, String)>, DeviceError>> {
        wait_for(store_load, |all| {
            let pair = |pair: JsValue| {
                let pair: Array = pair.dyn_into().ok()?;
                Some((pair.get(0).as_string()?, pair.get(1).as_string()?))
            };
            all.dyn_into::<Array>().ok().map(|all| all.iter().filter_map(pair).collect())
        })
    }

    fn save(&self, values: Vec<(String, Option<String>)>) -> BoxFuture<'static, Result<(), DeviceError>> {
        let pair = |(name, value): (String, Option<String>)| -> JsValue {
            Array::of2(&name.into(), &value.map_or(JsValue::NULL, Into::into)).into()
        };
        wait_for(move || store_save(values.into_iter().map(pair).collect()), |_| Some(()))
    }
}

/// The browser itself, for the pages about this device.
struct Browser;

impl DeviceHost for Browser {
    fn storage(&self) -> BoxFuture<'static, Option<StorageUse>> {
        let read = |answer: JsValue| {
            let number = |name: &str| field(&answer, name).as_f64();
            let used = number("used").zip(number("most"));
            Some(StorageUse { used, kept: field(&answer, "kept").as_bool().unwrap_or(false) })
        };
        let asking = wait_for(store_usage, read);
        Box::pin(async move { asking.await.ok() })
    }

    fn fetch_record(&self, address: String, most: usize) -> BoxFuture<'static, Result<String, FetchError>> {
        // The text of the record, or the status of an answer without one.
        let read = |answer: JsValue| match (answer.as_string(), answer.as_f64()) {
            (Some(text), _) => Some(Ok(text)),
            (None, Some(0.0)) => Some(Err(FetchError::TooLong)),
            (None, Some(status)) => Some(Err(FetchError::Status(status as u16))),
            (None, None) => None,
        };
        let fetching = wait_for(move || records_fetch(&address, most as f64), read);
        Box::pin(async move { fetching.await.unwrap_or(Err(FetchError::Unreachable)) })
    }
}

/// Solves games in a worker of a page, so that the service worker answers meanwhile.
struct PageSolver;

impl RemoteSolver for PageSolver {
    fn solve(&self, case: SolveCase) -> BoxFuture<'_, Result<Option<Vec<u8>>, AppError>> {
        let Ok(text) = serde_json::to_string(&case) else { return Box::pin(async { Ok(None) }) };
        let name = case.name();
        let bytes = |value: JsValue| Some(value.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec()));
        let solving = wait_for(move || solver_solve(&name, &text), bytes);
        Box::pin(async move { Ok(solving.await.unwrap_or(None)) })
    }
}

/// Solves a game that a service worker sent, and returns the coach as bytes; `undefined` if it cannot be solved.
#[wasm_bindgen]
#[must_use]
pub fn solve(case: &str) -> Option<Vec<u8>> {
    std::panic::set_hook(Box::new(|panic| console_error(&panic.to_string())));
    let case: SolveCase = serde_json::from_str(case).ok()?;
    case.solve(&solver_report)
}

/// Kosti on this device, for the service worker.
#[wasm_bindgen]
pub struct Kosti {
    device: Rc<Device>,
}

#[wasm_bindgen]
impl Kosti {
    /// Opens the tables of this device, for pages at this origin below this path. `computes` says whether this instance computes
    /// what pages show, which may take long.
    ///
    /// # Errors
    /// The reason as text.
    pub async fn open(origin: String, base: String, computes: bool) -> Result<Kosti, JsValue> {
        std::panic::set_hook(Box::new(|panic| console_error(&panic.to_string())));
        let platform = Platform {
            host: Arc::new(BrowserHost { computes }),
            store: Arc::new(BrowserStore),
            settings: Arc::new(BrowserStore),
            browser: Arc::new(Browser),
            solver: Some(Box::new(PageSolver)),
        };
        match Device::open(platform, &origin, &base).await {
            Ok(device) => Ok(Self { device: Rc::new(device) }),
            Err(error) => Err(JsValue::from_str(&error.to_string())),
        }
    }

    /// Whether an instance that computes may answer a request for this address.
    #[must_use]
    pub fn is_computed(&self, address: &str) -> bool {
        self.device.is_computed(address)
    }

    /// Answers a request. `headers` are names and values in turn.
    ///
    /// # Errors
    /// If it is no request.
    pub fn answer(&self, method: &str, address: &str, headers: Vec<String>, body: Vec<u8>) -> Promise {
        let device = self.device.clone();
        let request = build_request(method, address, &headers, body);
        wasm_bindgen_futures::future_to_promise(async move {
            let request = request.ok_or_else(|| JsValue::from_str("this is no request"))?;
            Ok(Answer::new(device.answer(request).await).into())
        })
    }
}

fn build_request(method: &str, address: &str, headers: &[String], body: Vec<u8>) -> Option<Request<Body>> {
    let mut request = Request::builder().method(method).uri(address).body(Body::from(body)).ok()?;
    for pair in headers.chunks_exact(2) {
        let name = HeaderName::try_from(&*pair[0]).ok()?;
        request.headers_mut().append(name, HeaderValue::from_str(&pair[1]).ok()?);
    }
    Some(request)
}

/// An answer, whose body comes in pieces.
#[wasm_bindgen]
pub struct Answer {
    status: u16,
    headers: Vec<String>,
    whole: bool,
    body: Rc<RefCell<Option<Body>>>,
    cancelled: Rc<Notify>,
}

#[wasm_bindgen]
impl Answer {
    /// The status.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Names and values in turn.
    #[wasm_bindgen(getter)]
    pub fn headers(&self) -> Vec<String> {
        self.headers.clone()
    }

    /// Whether the first piece of the body is all of it.
    #[wasm_bindgen(getter)]
    pub fn whole(&self) -> bool {
        self.whole
    }

    /// The next piece of the body; `undefined` at its end.
    pub fn piece(&self) -> Promise {
        let (place, cancelled) = (self.body.clone(), self.cancelled.clone());
        wasm_bindgen_futures::future_to_promise(async move {
            // Taken out while it waits, so that cancelling drops it.
            let Some(mut body) = place.borrow_mut().take() else { return Ok(JsValue::UNDEFINED) };
            let piece = {
                let (frame, cancel) =
                    (std::pin::pin!(next_piece(&mut body)), std::pin::pin!(cancelled.notified()));
                match select(frame, cancel).await {
                    Either::Left((piece, _)) => piece,
                    Either::Right(_) => None,
                }
            };
            let Some(piece) = piece else { return Ok(JsValue::UNDEFINED) };
            *place.borrow_mut() = Some(body);
            Ok(Uint8Array::from(&*piece).into())
        })
    }

    /// Drops the rest of the body: nobody reads it.
    pub fn cancel(&self) {
        self.body.borrow_mut().take();
        self.cancelled.notify_one();
    }
}

impl Answer {
    fn new(response: axum::response::Response) -> Self {
        let (parts, body) = response.into_parts();
        let named = |(name, value): (&HeaderName, &HeaderValue)| {
            [name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()]
        };
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers.iter().flat_map(named).collect(),
            whole: body.size_hint().exact().is_some(),
            body: Rc::new(RefCell::new(Some(body))),
            cancelled: Rc::new(Notify::new()),
        }
    }
}

async fn next_piece(body: &mut Body) -> Option<Bytes> {
    loop {
        match body.frame().await?.ok()?.into_data() {
            Ok(data) => return Some(data),
            // Trailers are no part of the body.
            Err(_) => {}
        }
    }
}
