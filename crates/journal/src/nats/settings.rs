//! The settings of the stream, and the differences of an existing one.

use std::collections::HashMap;

use async_nats::jetstream::stream::{Config, DiscardPolicy, PersistenceMode, RetentionPolicy, StorageType};

use super::NatsOptions;
use super::record::Subjects;

/// The version of the record format. A stream with a newer format is not used.
pub(super) const FORMAT: u32 = 1;
/// The metadata key of the format.
const FORMAT_KEY: &str = "kosti.format";
/// The metadata key of the fingerprint.
const FINGERPRINT_KEY: &str = "kosti.key";

/// The settings of a stream that keeps all records.
pub(super) fn stream_config(options: &NatsOptions) -> Config {
    let mut metadata = HashMap::from([(FORMAT_KEY.to_owned(), FORMAT.to_string())]);
    metadata.extend(options.fingerprint.iter().map(|key| (FINGERPRINT_KEY.to_owned(), key.clone())));
    Config {
        name: options.stream.clone(),
        description: Some("Tables of Kosti: nothing in it may be changed or removed by hand".into()),
        subjects: vec![Subjects::of(&options.stream).all()],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        num_replicas: options.replicas,
        max_messages: -1,
        max_bytes: -1,
        max_messages_per_subject: -1,
        max_message_size: -1,
        max_consumers: -1,
        // At a limit, the server must refuse a new record rather than drop an old one.
        discard: DiscardPolicy::New,
        deny_delete: true,
        // Purging the subject of a deleted table erases it.
        deny_purge: false,
        metadata,
        ..Config::default()
    }
}

/// All settings that could lose records, as texts.
pub(super) fn faults(found: &Config, options: &NatsOptions) -> Vec<String> {
    let wanted = stream_config(options);
    let no_limit = |limit: i64| limit <= 0;
    let right = [
        (found.subjects == wanted.subjects, format!("its subjects are not {:?}", wanted.subjects)),
        (found.storage == StorageType::File, "it is kept in memory and not in files".into()),
        (
            found.num_replicas == options.replicas,
            format!("it has {} replicas, and {} are wanted", found.num_replicas, options.replicas),
        ),
        (found.retention == RetentionPolicy::Limits, "its retention is not `limits`".into()),
        (found.discard == DiscardPolicy::New, "its discard policy is not `new`".into()),
        (no_limit(found.max_messages), "it has a limit of messages".into()),
        (no_limit(found.max_bytes), "it has a limit of bytes".into()),
        (no_limit(found.max_messages_per_subject), "it has a limit of messages per subject".into()),
        (no_limit(found.max_message_size.into()), "it has a limit of bytes in a message".into()),
        (found.max_age.is_zero(), "it has a greatest age of messages".into()),
        (!found.no_ack, "it does not acknowledge".into()),
        (!found.sealed, "it is sealed".into()),
        (found.deny_delete, "messages can be deleted (deny_delete is off)".into()),
        (!found.allow_rollup, "messages can be rolled up".into()),
        (!found.allow_message_ttl, "messages can have a time to live".into()),
        (found.mirror.is_none() && found.sources.is_none(), "it copies from other streams".into()),
        (found.subject_transform.is_none(), "it changes subjects".into()),
        (
            found.persist_mode.as_ref().is_none_or(|mode| *mode == PersistenceMode::Default),
            "it acknowledges before it has stored (persist_mode)".into(),
        ),
    ];
    right.into_iter().filter(|(right, _)| !right).map(|(_, fault)| fault).collect()
}

/// The record format of a stream, if its metadata has it.
pub(super) fn format(found: &Config) -> Option<u32> {
    found.metadata.get(FORMAT_KEY)?.parse().ok()
}

/// The comparison of the stream's fingerprint with ours.
pub(super) enum Key {
    /// Equal, or no fingerprint was given.
    Same,
    /// The stream has none yet; holds the settings with ours.
    New(Box<Config>),
    Other,
}

pub(super) fn key(found: &Config, options: &NatsOptions) -> Key {
    let Some(own) = &options.fingerprint else { return Key::Same };
    match found.metadata.get(FINGERPRINT_KEY) {
        Some(there) if there == own => Key::Same,
        Some(_) => Key::Other,
        None => {
            let mut with = found.clone();
            with.metadata.insert(FINGERPRINT_KEY.to_owned(), own.clone());
            Key::New(Box::new(with))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_has_no_faults() {
        let options = NatsOptions { replicas: 1, ..NatsOptions::default() };
        assert_eq!(faults(&stream_config(&options), &options), [""; 0]);
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let options = NatsOptions::default();
        let mut config = stream_config(&options);
        config.storage = StorageType::Memory;
        config.max_bytes = 1000;
        config.num_replicas = 1;
        assert_eq!(
            faults(&config, &options),
            [
                "it is kept in memory and not in files",
                "it has 1 replicas, and 3 are wanted",
                "it has a limit of bytes"
            ]
        );
    }
}
