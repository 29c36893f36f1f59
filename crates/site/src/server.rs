//! The server: connections in, answers out, and an end in good order.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use axum::routing::get;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;

use crate::guard::guard;
use crate::site::Site;
use crate::streams::Counts;
use crate::{api, pages, problem};

/// How long the head of a request may take, and an answer that is not read.
const HEAD_TIME: Duration = Duration::from_secs(10);
const UNREAD_TIME: Duration = Duration::from_secs(30);
/// Connections at once.
const MOST_CONNECTIONS: usize = 50_000;
/// Connections of one network elsewhere at once.
const MOST_OF_NETWORK: usize = 1000;
/// How long open requests have when the server ends.
const LAST_TIME: Duration = Duration::from_secs(5);
/// Bytes of a request's head, and what a connection keeps for reading.
const MOST_HEAD: usize = 16 * 1024;

/// Everything that is answered.
pub fn router(site: Arc<Site>) -> Router {
    api::router()
        .merge(pages::router())
        .layer(CatchPanicLayer::custom(problem::broken))
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

/// Answers until the site is closing, then lets those who are being served finish.
pub async fn serve(listener: TcpListener, site: Arc<Site>) {
    accept(listener, router(site.clone()), &site).await;
}

/// Answers `/metrics` and nothing else, to whoever asks, until the site is closing.
pub async fn serve_metrics(listener: TcpListener, site: Arc<Site>) {
    let metrics = Router::new().route("/metrics", get(api::metrics)).with_state(site.clone());
    accept(listener, metrics, &site).await;
}

async fn accept(listener: TcpListener, router: Router, site: &Site) {
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let connections = Arc::new(Counts::new(MOST_OF_NETWORK));
    let mut refused = 0_u64;
    loop {
        let Ok(permit) = room.clone().acquire_owned().await else { break };
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // One line a minute says enough.
                    if refused.is_multiple_of(1200) {
                        tracing::warn!(%error, "a connection was not accepted");
                    }
                    refused += 1;
                    // No more file descriptors, most likely: some will be free again.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = site.closing.cancelled() => break,
        };
        // Behind a proxy all connections are the proxy's.
        let payer = (!site.behind_proxy).then_some(peer.ip());
        let Some(counted) = connections.open(payer) else { continue };
        // A move is a small answer that somebody waits for.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(UNREAD_TIME));
        let from = move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer);
            request
        };
        let service = TowerToHyperService::new(router.clone().map_request(from));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(MOST_HEAD)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A connection that breaks off is nobody's fault.
            if let Err(error) = connection.await {
                tracing::trace!(%error, "a connection ended");
            }
            drop((permit, counted));
        });
    }
    drop(listener);
    if tokio::time::timeout(LAST_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were not finished");
    }
}
