//! The module's two functions and what it wants of its worker. The one place of this crate that needs `unsafe`.
//!
//! A question is written by the worker into memory that [`room`] gives; [`ask`] answers it. All that comes back goes through one function of the worker's, `told(name, bytes)`: events on the way, and the answer as the
//! last of them (`result`, `refused`, or the media type of a file). Bytes are read before that function returns. Text is UTF-8.
//!
//! No generator of bindings: six functions with numbers for arguments need none, the build stays plain `cargo build`, and there is no second tool whose version must match.
#![allow(unsafe_code)]

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::{Answer, Engine, Host};

// SAFETY: the worker gives functions of these names and types (`page/engine/module.js`); a module that is given others does not begin. Pointers and lengths name memory that the caller holds until the function returns;
// the worker reads it, and writes only into what `load_table` was given.
#[link(wasm_import_module = "ubin")]
unsafe extern "C" {
    /// `performance.now()`.
    safe fn now() -> f64;
    /// 1 while an answer is wanted.
    safe fn is_wanted() -> i32;
    /// An event with its bytes.
    safe fn told(name: *const u8, name_length: usize, bytes: *const u8, length: usize);
    /// The length of the list of tables that are kept, one name a line, or of the tables of a name; -1 when there are none.
    safe fn table_length(name: *const u8, name_length: usize) -> f64;
    /// Writes what `table_length` gave the length of; 1 when it was there.
    safe fn load_table(name: *const u8, name_length: usize, into: *mut u8, length: usize) -> i32;
    /// Keeps tables under a name.
    safe fn keep_table(name: *const u8, name_length: usize, bytes: *const u8, length: usize);
}

/// The worker that the module runs in.
struct Worker;

fn tell(name: &str, bytes: &[u8]) {
    told(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len());
}

impl Host for Worker {
    fn is_wanted(&self) -> bool {
        is_wanted() == 1
    }

    fn event(&self, name: &str, json: &str) {
        tell(name, json.as_bytes());
    }

    /// The list of names is what is kept under no name.
    fn kept(&self) -> Vec<String> {
        let list = self.load("").unwrap_or_default();
        String::from_utf8_lossy(&list).lines().map(String::from).collect()
    }

    fn load(&self, name: &str) -> Option<Vec<u8>> {
        let length = table_length(name.as_ptr(), name.len());
        // More than an address space is no table.
        let length = (0.0..=f64::from(u32::MAX)).contains(&length).then_some(length as usize)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).ok()?;
        bytes.resize(length, 0);
        (load_table(name.as_ptr(), name.len(), bytes.as_mut_ptr(), length) == 1).then_some(bytes)
    }

    fn keep(&self, name: &str, image: &[u8]) {
        keep_table(name.as_ptr(), name.len(), image.as_ptr(), image.len());
    }
}

/// Where the worker writes a question.
static ROOM: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Memory for a question of so many bytes. It is the module's: the next call takes it away.
// SAFETY: the name is taken by nothing else in the module.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let mut room = ROOM.lock().unwrap_or_else(PoisonError::into_inner);
    *room = vec![0; length];
    room.as_mut_ptr()
}

/// Answers the question that was written into the room.
// SAFETY: the name is taken by nothing else in the module.
#[unsafe(no_mangle)]
extern "C" fn ask() {
    static ENGINE: OnceLock<Engine<Worker>> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| {
        ubin_front::clock::use_source(|| now());
        // The worker shows it; then the module is not used again.
        std::panic::set_hook(Box::new(|info| tell("panic", info.to_string().as_bytes())));
        Engine::new(Worker)
    });
    let question = std::mem::take(&mut *ROOM.lock().unwrap_or_else(PoisonError::into_inner));
    match engine.answer(&String::from_utf8_lossy(&question)) {
        Answer::Json(report) => tell("result", report.as_bytes()),
        Answer::Refused(refusal) => tell("refused", refusal.as_bytes()),
        Answer::File(media, bytes) => tell(media, &bytes),
    }
}
