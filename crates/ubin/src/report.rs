//! What the front ends answer, ready for JSON.

pub mod pack;
