//! What every verb answers, ready to be serialised: the JSON that all front ends speak.

pub mod pack;
pub mod slide;
pub mod tree;
