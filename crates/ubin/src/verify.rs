//! Independent checks: every answer passes one before it leaves the library.
//!
//! They share no code with the engines: own reading of boards, own rules of moving. Slow, small, plain.

pub mod slide;
