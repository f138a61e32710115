//! A solution that is watched: played, paused, stepped both ways, faster and slower.

use std::time::Duration;

use super::keys::GameKey;
use crate::phrases;
use crate::phrases::game as say;

/// Milliseconds of a step, from slow to fast.
const SPEEDS: [u64; 7] = [1600, 800, 400, 200, 100, 50, 25];

/// Where the watching stands.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    at: usize,
    length: usize,
    is_playing: bool,
    speed: usize,
    waited: Duration,
}

impl Replay {
    /// At the start of so many steps, playing.
    pub(super) fn new(length: usize) -> Replay {
        Replay { at: 0, length, is_playing: length > 0, speed: 2, waited: Duration::ZERO }
    }

    /// At the start of so many steps, waiting for the first key.
    pub(super) fn paused(length: usize) -> Replay {
        Replay { is_playing: false, ..Replay::new(length) }
    }

    /// Steps shown.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_playing(&self) -> bool {
        self.is_playing
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.length
    }

    /// Steps a second, for people.
    pub(super) fn speed(&self) -> String {
        let ms = SPEEDS[self.speed];
        if ms > 1000 { say::speed_s(phrases::seconds(Duration::from_millis(ms))) } else { say::speed_ms(ms) }
    }

    /// Time has passed.
    pub(super) fn tick(&mut self, passed: Duration) {
        if !self.is_playing {
            return;
        }
        self.waited += passed;
        let step = Duration::from_millis(SPEEDS[self.speed]);
        while self.waited >= step && self.at < self.length {
            self.waited -= step;
            self.at += 1;
        }
        if self.at == self.length {
            self.is_playing = false;
        }
    }

    /// Whether the key was for the replay.
    pub(super) fn key(&mut self, key: GameKey) -> bool {
        match key {
            GameKey::Char(' ') if self.is_at_end() => (self.at, self.is_playing) = (0, self.length > 0),
            GameKey::Char(' ') => self.is_playing = !self.is_playing,
            GameKey::Char(',') | GameKey::Left => (self.at, self.is_playing) = (self.at.saturating_sub(1), false),
            GameKey::Char('.') | GameKey::Right => (self.at, self.is_playing) = ((self.at + 1).min(self.length), false),
            GameKey::Home => (self.at, self.is_playing) = (0, false),
            GameKey::End => (self.at, self.is_playing) = (self.length, false),
            GameKey::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            GameKey::Char('-' | '_') => self.speed = self.speed.saturating_sub(1),
            _ => return false,
        }
        self.waited = Duration::ZERO;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_to_the_end_and_stays_there() {
        let mut replay = Replay::new(3);
        replay.tick(Duration::from_millis(399));
        assert_eq!(replay.at(), 0);
        replay.tick(Duration::from_millis(1));
        assert_eq!(replay.at(), 1);
        replay.tick(Duration::from_secs(9));
        assert_eq!((replay.at(), replay.is_playing()), (3, false));
        assert!(replay.key(GameKey::Char(' ')));
        assert_eq!((replay.at(), replay.is_playing()), (0, true), "and again");
    }

    #[test]
    fn steps_pause_it_and_stop_at_both_ends() {
        let mut replay = Replay::new(2);
        for (key, at) in [(',', 0), ('.', 1), ('.', 2), ('.', 2), (',', 1)] {
            assert!(replay.key(GameKey::Char(key)));
            assert_eq!((replay.at(), replay.is_playing()), (at, false));
        }
        assert!(!replay.key(GameKey::Char('x')));
    }

    #[test]
    fn speeds_have_ends() {
        let mut replay = Replay::new(2);
        (0..20).for_each(|_| assert!(replay.key(GameKey::Char('+'))));
        assert_eq!(replay.speed(), "25 ms a step");
        (0..20).for_each(|_| assert!(replay.key(GameKey::Char('-'))));
        assert_eq!(replay.speed(), "a step in 1.6 s");
    }
}
