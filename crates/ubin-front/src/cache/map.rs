//! Memory of the system's own kind: files mapped into it, and huge pages. The one place of this crate that needs `unsafe`.
//!
//! A large set of tables is used a few pages at a time; mapped, a second run starts in milliseconds, and two programs
//! share one copy. A solve with the 7-8 tables takes 0.06 s mapped, and 0.38 s when the 196 MB are read instead.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapMut};

/// The bytes of a file, for as long as they are asked for.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a map must not change while it is read. Table files are never written in place: this program replaces them
    // by renaming a whole new file, and the map keeps the old one. Another program that truncates one brings the reader down with
    // a signal; that is outside what any reader of a mapped file can promise, and no wrong answer comes of it.
    unsafe { Mmap::map(file) }
}

/// A copy of bytes in huge pages; `None` where the system has no such thing or no room.
pub(super) fn huge(bytes: &[u8]) -> Option<MmapMut> {
    let mut memory = MmapMut::map_anon(bytes.len()).ok()?;
    #[cfg(target_os = "linux")]
    memory.advise(memmap2::Advice::HugePage).ok()?;
    memory.copy_from_slice(bytes);
    Some(memory)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_map_is_what_reading_gives() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let bytes: Vec<u8> = (0..100_000u32).flat_map(u32::to_le_bytes).collect();
        std::fs::write(file.path(), &bytes).unwrap();
        assert_eq!(&super::map(&std::fs::File::open(file.path()).unwrap()).unwrap()[..], bytes);
    }

    #[test]
    fn a_copy_in_huge_pages_is_a_copy() {
        let bytes: Vec<u8> = (0..3_000_000_u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
        // A system without huge pages gives none; a copy that is given is right.
        if let Some(copy) = super::huge(&bytes) {
            assert_eq!(&copy[..], bytes);
        }
    }
}
