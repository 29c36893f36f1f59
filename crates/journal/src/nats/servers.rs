//! The servers: their addresses, the checks, and the connection.

use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use futures_util::future::join_all;
use tokio::time::Instant;

use super::{ConnectError, OLDEST};
use crate::MAX_BODY;

/// The time to connect to one server.
const CONNECT: Duration = Duration::from_secs(1);
/// The interval of pings. After two without an answer the client takes another server.
const PING: Duration = Duration::from_secs(1);
/// The longest pause between two tries to connect, in milliseconds.
const RETRY: u64 = 1000;
/// The most bytes of a message besides its body.
const HEADERS: usize = 1024;

/// Parses `nats://a:4222,b:4222`; each server may have its own scheme.
pub(super) fn addresses(given: &str) -> Result<Vec<ServerAddr>, ConnectError> {
    let wrong =
        |why: &dyn std::fmt::Display| ConnectError::Address { given: given.into(), why: why.to_string() };
    let scheme = given.split_once("://").map_or("nats", |(scheme, _)| scheme);
    let named = given.split(',').map(str::trim).filter(|server| !server.is_empty());
    let whole = named.map(|server| match server.contains("://") {
        true => server.to_owned(),
        false => format!("{scheme}://{server}"),
    });
    let servers = whole.map(|server| server.parse()).collect::<Result<Vec<ServerAddr>, _>>();
    let servers = servers.map_err(|error| wrong(&error))?;
    let nameless = servers.is_empty() || servers.iter().any(|server| server.host().is_empty());
    if nameless { Err(wrong(&"a name is missing")) } else { Ok(servers) }
}

/// The address of a server without its secrets.
pub(super) fn plain_address(server: &ServerAddr) -> String {
    format!("{}:{}", server.host(), server.port())
}

/// Checks every server that answers. If none does, waits for slow ones.
pub(super) async fn check_all(servers: &[ServerAddr], patience: Duration) -> Result<(), ConnectError> {
    let end = Instant::now() + patience;
    loop {
        let seen = join_all(
            servers.iter().map(|server| ConnectOptions::new().connection_timeout(CONNECT).connect(server)),
        );
        let (mut away, mut any, mut slow) = (Vec::new(), false, false);
        for (server, client) in servers.iter().zip(seen.await) {
            match client {
                Ok(client) => {
                    check(&plain_address(server), &client)?;
                    any = true;
                }
                Err(error) => {
                    slow |= error.kind() == ConnectErrorKind::TimedOut;
                    away.push(format!("{}: {}", plain_address(server), super::read::error_chain(&error)));
                }
            }
        }
        if any {
            for why in away {
                tracing::warn!(why, "a NATS server cannot be reached");
            }
            return Ok(());
        }
        if !slow || Instant::now() >= end {
            return Err(ConnectError::Unreachable { why: away });
        }
    }
}

fn check(server: &str, client: &Client) -> Result<(), ConnectError> {
    let (server, info) = (server.to_owned(), client.server_info());
    if !client.is_server_compatible(OLDEST.0, OLDEST.1, OLDEST.2) {
        let needed = format!("{}.{}.{}", OLDEST.0, OLDEST.1, OLDEST.2);
        return Err(ConnectError::TooOld { server, version: info.version, needed });
    }
    if !info.jetstream {
        return Err(ConnectError::NoJetStream { server });
    }
    let (most, needed) = (info.max_payload, MAX_BODY + HEADERS);
    if most < needed {
        return Err(ConnectError::SmallPayload { server, most, needed });
    }
    Ok(())
}

/// Connects to one of the servers, and to another whenever that fails. Does not wait for the first connection:
/// `check_all` has just reached a server.
pub(super) async fn connect(servers: &[ServerAddr]) -> Result<Client, ConnectError> {
    let options = ConnectOptions::new()
        .name("kosti")
        .connection_timeout(CONNECT)
        .ping_interval(PING)
        .max_reconnects(None)
        .retry_on_initial_connect()
        .reconnect_delay_callback(|tries| Duration::from_millis((tries as u64 * 50).min(RETRY)))
        .event_callback(async |event| match event {
            Event::Connected => tracing::info!("connected to a NATS server"),
            Event::Disconnected => tracing::warn!("the connection to the NATS server is lost: trying others"),
            Event::ServerError(_) | Event::ClientError(_) => tracing::debug!(%event, "NATS"),
            event => tracing::info!(%event, "NATS"),
        });
    let connected = options.connect(servers).await;
    connected.map_err(|error| ConnectError::Unreachable { why: vec![super::read::error_chain(&error)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_of(given: &str) -> Result<Vec<String>, String> {
        addresses(given).map(|all| all.iter().map(plain_address).collect()).map_err(|error| error.to_string())
    }

    #[test]
    fn many_in_one() {
        let all = Ok(["a:4222", "b:4223", "c:4222"].map(str::to_owned).to_vec());
        assert_eq!(told_of("nats://a:4222,b:4223,c"), all);
        assert_eq!(told_of("nats://a, nats://b:4223, nats://c:4222"), all);
        assert_eq!(told_of("nats://user:secret@a,"), Ok(vec!["a:4222".into()]));
        assert!(addresses("tls://a,b").unwrap().iter().all(ServerAddr::tls_required));
    }

    #[test]
    fn what_is_no_address_is_told() {
        for wrong in ["", "nats://", ",", "nats://a b"] {
            let why = told_of(wrong).unwrap_err();
            assert!(why.starts_with(&format!("`{wrong}` names no NATS servers")), "{why}");
        }
    }
}
