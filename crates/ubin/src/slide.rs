//! Sliding tiles: boards, goals, parity, heuristics, solving, generating.
//!
//! Words: **board**, **cell**, **tile**, **blank** ([`Board`]); **goal**, **puzzle** ([`Puzzle`]); **KURANG**, **X**
//! ([`Kurang`]); **bound** ([`HeuristicName`]).

mod answer;
mod anytime;
mod board;
pub(crate) mod compare;
mod count;
mod course;
mod dispatch;
pub mod distances;
mod domain;
mod engine;
pub mod generate;
mod goal;
mod grid;
mod heuristic;
mod knots;
mod learned;
mod mend;
mod method;
mod multi;
mod options;
mod order;
mod parity;
mod pattern;
mod policy;
mod proof;
mod quality;
mod quick;
pub mod solve;
mod spread;
pub mod store;
pub mod text;
mod trace;
pub mod tree;
pub mod units;

pub use self::{
    board::{Board, BoardError, Dir, Notation, Size, letters},
    compare::{contenders, fits, fitting},
    course::Variant,
    goal::{Goal, Puzzle},
    heuristic::HeuristicName,
    method::{Method, Metric},
    order::MoveOrder,
    parity::{Kurang, Parity},
    quality::{BoundQuality, quality},
    store::TableStore,
    trace::trace,
};
