//! The servers: which ones there are, whether they will do, and how to stay connected to one.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::future::join_all;

use super::{ConnectError, OLDEST};
use crate::MAX_BODY;

/// How long it may take to be connected to one server.
const CONNECT: Duration = Duration::from_secs(1);
/// How often a server is asked whether it is there. After two without an answer another one is taken.
const PING: Duration = Duration::from_secs(1);
/// The longest time between one try to connect and the next.
const RETRY: u64 = 1000;
/// What comes on top of a body in a message.
const HEADERS: usize = 1024;

/// The servers of `nats://a:4222,b:4222`; each may have its own scheme.
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

/// A server's address without what may be secret in it.
pub(super) fn told(server: &ServerAddr) -> String {
    format!("{}:{}", server.host(), server.port())
}

/// Looks at every server that can be reached.
pub(super) async fn look(servers: &[ServerAddr]) -> Result<(), ConnectError> {
    let seen = join_all(servers.iter().map(async |server| {
        let client = ConnectOptions::new().connection_timeout(CONNECT).connect(server).await;
        client.map_err(|error| format!("{}: {}", told(server), super::read::told(&error)))
    }));
    let (mut away, mut any) = (Vec::new(), false);
    for (server, client) in servers.iter().zip(seen.await) {
        match client {
            Ok(client) => {
                check(&told(server), &client)?;
                any = true;
            }
            Err(why) => away.push(why),
        }
    }
    if !any {
        return Err(ConnectError::Unreachable { why: away });
    }
    for why in away {
        tracing::warn!(why, "a NATS server cannot be reached");
    }
    Ok(())
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

/// Connects to one of them, and from then on always to another when it goes away.
pub(super) async fn connect(servers: &[ServerAddr]) -> Result<Client, ConnectError> {
    let options = ConnectOptions::new()
        .name("kosti")
        .connection_timeout(CONNECT)
        .ping_interval(PING)
        .max_reconnects(None)
        .reconnect_delay_callback(|tries| Duration::from_millis((tries as u64 * 50).min(RETRY)))
        .event_callback(async |event| match event {
            Event::Connected => tracing::info!("connected to a NATS server"),
            Event::Disconnected => tracing::warn!("the connection to the NATS server is lost: trying others"),
            Event::ServerError(_) | Event::ClientError(_) => tracing::debug!(%event, "NATS"),
            event => tracing::info!(%event, "NATS"),
        });
    let connected = options.connect(servers).await;
    connected.map_err(|error| ConnectError::Unreachable { why: vec![super::read::told(&error)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_of(given: &str) -> Result<Vec<String>, String> {
        addresses(given).map(|all| all.iter().map(told).collect()).map_err(|error| error.to_string())
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
