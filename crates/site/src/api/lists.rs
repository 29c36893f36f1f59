//! A player's tables, finished games, statistics.
