//! `Device`: answers requests as a server would.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use http_body_util::BodyExt as _;
use kosti_app::{App, AppConfig, AppError, Host, Master, Quotas, RegistryConfig, RemoteSolver};
use kosti_journal::{DeviceError, DeviceJournal, DeviceStore, ReadError};
use kosti_projections::MemoryLists;
use kosti_web::extract::{Origin, is_from_other_site};
use kosti_web::{DeviceHost, Preferences, Problem, WITHOUT_SERVER};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::api;
use crate::cookies::CookieJar;
use crate::folding_journal::FoldingJournal;
use crate::settings::Settings;

/// The setting of the key that tokens and dice come from.
const MASTER: &str = "master";
/// How long a page that is asked for its part in a throw has to answer. It is on the same device, or gone.
const WITNESS: Duration = Duration::from_secs(2);
/// How long computations may take: nobody else waits for the device.
const COMPUTATION_LIMIT: Duration = Duration::from_secs(3600);
/// Attributes of elements that hold an address.
const ADDRESSES: [&str; 6] = ["href", "src", "action", "formaction", "data-plain", "data-turn"];

/// Why the tables of a device cannot be opened.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpenError {
    /// The storage cannot be used.
    #[error(transparent)]
    Store(#[from] DeviceError),
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] ReadError),
}

/// What a device is made of.
pub struct Platform {
    /// Time, tasks and randomness.
    pub host: Arc<dyn Host>,
    /// The journal's storage.
    pub store: Arc<dyn DeviceStore>,
    /// The storage of small values.
    pub settings: Arc<dyn Settings>,
    /// What pages ask of the browser.
    pub browser: Arc<dyn DeviceHost>,
    /// Solves games elsewhere.
    pub solver: Option<Box<dyn RemoteSolver>>,
}

/// Kosti on this device.
pub struct Device {
    app: Arc<App>,
    router: Router,
    settings: Arc<dyn Settings>,
    cookies: CookieJar,
    origin: String,
    base: String,
}

impl Device {
    /// Opens the tables of this device. `origin` and `base` are where the pages are: `https://example.org` and `/kosti`, or
    /// nothing where they are at the root.
    ///
    /// # Errors
    /// If the storage cannot be read or written.
    pub async fn open(platform: Platform, origin: &str, base: &str) -> Result<Self, OpenError> {
        let Platform { host, store, settings, browser, solver } = platform;
        let known = settings.load().await?;
        let master = load_master(&*host, &*settings, &known).await?;
        let lists = Arc::new(MemoryLists::default());
        let journal = FoldingJournal::new(DeviceJournal::open(store).await?, lists.clone()).await?;
        let (journal, projections) = (Arc::new(journal), lists.clone());
        let app = App::new(&host, journal, projections, master, config(solver), CancellationToken::new());
        let pages =
            kosti_web::router(app.clone()).merge(kosti_web::device_router(app.clone(), lists, browser));
        let router = pages.merge(api::router(app.clone()));
        let cookies = CookieJar::from_settings(&known);
        Ok(Self { app, router, settings, cookies, origin: origin.to_owned(), base: base.to_owned() })
    }

    /// Answers a request.
    pub async fn answer(&self, mut request: Request<Body>) -> Response {
        let path = self.remove_base(&mut request);
        request.headers_mut().insert(WITHOUT_SERVER, HeaderValue::from_static("here"));
        let is_page = kosti_web::is_page(&path);
        if let Some(cookies) = self.cookies.header() {
            request.headers_mut().insert(header::COOKIE, cookies);
        }
        let headers = request.headers();
        let preferences = if is_page { Preferences::of(headers) } else { Preferences::of_program(headers) };
        request.extensions_mut().insert(Origin(format!("{}{}", self.origin, self.base)));
        let answered = if !request.method().is_safe() && is_from_other_site(request.headers()) {
            Problem::OtherOrigin.into_response()
        } else {
            self.router.clone().oneshot(request).await.unwrap_or_else(|never| match never {})
        };
        let mut response = self.describe_problem(answered, is_page, &preferences);
        let changes = self.cookies.take(response.headers_mut());
        if !changes.is_empty() && self.settings.save(changes).await.is_err() {
            // Without its token a table cannot be played.
            let problem = Problem::from(AppError::NotSaved);
            response = self.describe_problem(problem.into_response(), is_page, &preferences);
        }
        self.finish(response, is_page).await
    }

    /// Whether another instance may answer a request for this address: one that computes what the page shows.
    #[must_use]
    pub fn is_computed(&self, address: &str) -> bool {
        kosti_web::is_computed(self.path_below_base(address).split('?').next().unwrap_or_default())
    }

    fn path_below_base(&self, address: &str) -> String {
        let rest = address.strip_prefix(&*self.base).unwrap_or(address);
        if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") }
    }

    /// Removes the base from the address of a request, and returns the path.
    fn remove_base<B>(&self, request: &mut Request<B>) -> String {
        let rest = self.path_below_base(request.uri().path_and_query().map_or("/", |whole| whole.as_str()));
        if let Ok(uri) = rest.parse::<Uri>() {
            *request.uri_mut() = uri;
        }
        request.uri().path().to_owned()
    }

    fn describe_problem(&self, response: Response, is_page: bool, preferences: &Preferences) -> Response {
        let Some(problem) = response.extensions().get::<Arc<Problem>>().cloned() else { return response };
        if is_page {
            kosti_web::problem_page(&self.app, preferences, &problem)
        } else {
            problem.to_response(self.app.words(preferences.language))
        }
    }

    /// Adds the headers of every answer, and puts the base before addresses.
    async fn finish(&self, mut response: Response, is_page: bool) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if is_page {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(kosti_web::POLICY));
        }
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        if self.base.is_empty() {
            return response;
        }
        let moved = headers.get(header::LOCATION).and_then(|to| to.to_str().ok());
        let moved = moved.filter(|to| to.starts_with('/')).map(|to| format!("{}{to}", self.base));
        if let Some(to) = moved.and_then(|to| HeaderValue::from_str(&to).ok()) {
            headers.insert(header::LOCATION, to);
        }
        if !is_html(headers) {
            return response;
        }
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
        Response::from_parts(parts, Body::from(insert_base(&String::from_utf8_lossy(&bytes), &self.base)))
    }
}

/// Puts the base before every address. Text cannot look like an attribute, because it has no quotes.
fn insert_base(html: &str, base: &str) -> String {
    ADDRESSES.iter().fold(html.to_owned(), |html, name| {
        html.replace(&format!(" {name}=\"/"), &format!(" {name}=\"{base}/"))
    })
}

fn is_html(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

/// The key of this device; a new device gets one.
async fn load_master(
    host: &dyn Host,
    settings: &dyn Settings,
    known: &[(String, String)],
) -> Result<Master, DeviceError> {
    let kept = known.iter().find(|(name, _)| name == MASTER).map(|(_, value)| parse_key(value));
    if let Some(key) = kept {
        return key
            .map(Master::from_bytes)
            .ok_or_else(|| DeviceError::Failed("its key is damaged".to_owned()));
    }
    let mut key = [0; 32];
    host.fill_random(&mut key);
    settings.save(vec![(MASTER.to_owned(), Some(HEXLOWER.encode(&key)))]).await?;
    Ok(Master::from_bytes(key))
}

fn parse_key(text: &str) -> Option<[u8; 32]> {
    HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok()
}

/// Nobody but the owner of the device uses it: no limits.
fn config(solver: Option<Box<dyn RemoteSolver>>) -> AppConfig {
    AppConfig {
        registry: RegistryConfig { tables_in_memory: 100, ..RegistryConfig::default() },
        rates: None,
        quotas: Quotas { tables: None, kilobytes: None },
        answer_time: COMPUTATION_LIMIT,
        work_time: COMPUTATION_LIMIT,
        witness_time: WITNESS,
        sandbox: None,
        solver,
    }
}
