//! Tables over HTTP, with the program as a server in a process of its own: what people and programs meet there.

mod advice;
mod bodies;
mod bots;
mod chains;
mod cheats;
mod concurrent;
mod games;
mod headers;
mod house;
mod limits;
mod load;
mod log;
mod opening;
mod operators;
mod own_rules;
mod pages;
mod player;
mod program;
mod real_dice;
mod retries;
mod seats;
mod shutdown;
mod streams;
mod telling;
mod whole_table;
