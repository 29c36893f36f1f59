//! The server: accepts connections, answers requests, and stops in order.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use kosti_app::AppError;
use kosti_web::Problem;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::api;
use crate::connection_limits::NetworkLimit;
use crate::middleware::apply_middleware;
use crate::share_image;
use crate::site::Site;
use crate::web_files::WebFiles;

/// The time that an answer may stay unread, as a multiple of the request timeout.
const UNREAD: u32 = 3;
/// The most concurrent connections.
const MOST_CONNECTIONS: usize = 50_000;
/// The most bytes of a request head, and of the read buffer.
const MOST_HEAD: usize = 16 * 1024;

/// All routes.
pub fn router(site: Arc<Site>) -> Router {
    let files = site.web.clone().map(WebFiles::router).unwrap_or_default();
    api::router()
        .merge(Router::new().route("/t/{table}/card.png", get(share_image::show)))
        .with_state(site.clone())
        .merge(kosti_web::router(site.app.clone()).merge(files).layer(CompressionLayer::new()))
        .layer(CatchPanicLayer::custom(panic_answer))
        .layer(middleware::from_fn_with_state(site, apply_middleware))
}

/// The answer after a panic of a handler; the panic itself is in the log.
fn panic_answer(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::from(AppError::Broken).into_response()
}

/// Serves until the site is closing, then lets running requests finish.
pub async fn serve(listener: TcpListener, site: Arc<Site>) {
    accept(listener, router(site.clone()), &site).await;
}

/// Serves only `/metrics`, to every caller, until the site is closing.
pub async fn serve_metrics(listener: TcpListener, site: Arc<Site>) {
    let metrics = Router::new().route("/metrics", get(api::metrics)).with_state(site.clone());
    accept(listener, metrics, &site).await;
}

async fn accept(listener: TcpListener, router: Router, site: &Site) {
    let graceful = GracefulShutdown::new();
    let free_slots = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let connections = NetworkLimit::of_connections();
    let mut refused = 0_u64;
    loop {
        let Ok(permit) = free_slots.clone().acquire_owned().await else { break };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // One line a minute is enough.
                    if refused.is_multiple_of(1200) {
                        tracing::warn!(%error, "a connection was not accepted");
                    }
                    refused += 1;
                    // Probably out of file descriptors: some will be free again.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = site.closing.cancelled() => break,
        };
        // Behind a proxy, all connections are the proxy's.
        let payer = (!site.behind_proxy).then_some(peer.ip());
        let Ok(of_network) = connections.acquire(payer) else { continue };
        // Moves have small answers that people wait for.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(UNREAD * site.times.request));
        let from = move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            request
        };
        let service = TowerToHyperService::new(router.clone().map_request(from));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(site.times.request)
            .max_buf_size(MOST_HEAD)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A broken connection is not an error of the server.
            if let Err(error) = connection.await {
                tracing::trace!(%error, "a connection ended");
            }
            drop((permit, of_network));
        });
    }
    drop(listener);
    if tokio::time::timeout(site.times.stop, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were not finished");
    }
}
