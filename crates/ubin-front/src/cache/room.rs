//! Which table files leave when the folder is full.
//!
//! When a set is written and the folder has more bytes than its cap, files leave one by one: first what killed programs
//! left, then sets that no catalogue names (odd goals have many of them, and they are built in no time), then catalogued
//! ones; of each kind those used least recently first. The set just written stays, and so do those that were **asked
//! for** by name: the file `asked.txt` lists them, a name a line.
//!
//! Access times of files are not kept on most systems, so a file that a search uses is marked by its time of modification.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{TableCache, TableFile};
use crate::tables::NamedSet;
use ubin::slide::store::TableSet;

/// The list of sets that were asked for by name.
const ASKED: &str = "asked.txt";

/// A file that was marked as used less than this ago is not marked again.
const RECENT: Duration = Duration::from_secs(3600);

/// Marks a file as used now. On a disk that cannot be written to, the oldest file is the first that was written.
pub(super) fn mark_used(path: &Path) {
    let now = SystemTime::now();
    let age = |time: SystemTime| now.duration_since(time).unwrap_or_default();
    let recent = fs::metadata(path).and_then(|about| about.modified()).is_ok_and(|time| age(time) < RECENT);
    if !recent && let Ok(file) = File::options().append(true).open(path) {
        let _ = file.set_modified(now);
    }
}

impl TableCache {
    /// Notes that a set was asked for by name: it does not leave to make room for others.
    ///
    /// # Errors
    /// When the list cannot be written.
    pub fn ask_for(&self, set: &TableSet) -> io::Result<()> {
        let name = set.to_string();
        if self.asked_for().contains(&name) {
            return Ok(());
        }
        fs::create_dir_all(self.folder())?;
        let mut list = File::options().create(true).append(true).open(self.asked_list())?;
        list.write_all(format!("{name}\n").as_bytes())
    }

    /// Where the names of the sets that were asked for are listed.
    #[must_use]
    pub fn asked_list(&self) -> PathBuf {
        self.folder().join(ASKED)
    }

    /// The names of the sets that were asked for.
    fn asked_for(&self) -> Vec<String> {
        let list = fs::read_to_string(self.asked_list()).unwrap_or_default();
        list.lines().map(str::to_string).collect()
    }

    /// Removes files until the cap is kept. What cannot be removed stays, for another program may use it.
    pub(super) fn make_room(&self, written: &Path) {
        let Ok(files) = self.files() else { return };
        let mut bytes: u64 = files.iter().map(|file| file.bytes).sum();
        if bytes <= self.cap {
            return;
        }
        for file in self.unfinished().unwrap_or_default() {
            let _ = fs::remove_file(file.path);
        }
        for file in leaving(files, written, &self.asked_for()) {
            if bytes <= self.cap {
                return;
            }
            if fs::remove_file(&file.path).is_ok() {
                bytes -= file.bytes;
            }
        }
    }
}

/// The files that may leave, in the order in which they do.
fn leaving(files: Vec<TableFile>, written: &Path, asked: &[String]) -> Vec<TableFile> {
    let stays = |file: &TableFile| !file.ours || file.path == written || asked.contains(&file.set.to_string());
    let mut leaving: Vec<TableFile> = files.into_iter().filter(|file| !stays(file)).collect();
    let catalogued: Vec<TableSet> = NamedSet::catalogued().map(|named| named.set).collect();
    leaving.sort_by_key(|file| (catalogued.contains(&file.set), file.used));
    leaving
}

#[cfg(test)]
mod tests {
    use ubin::run::{Control, Limits, Run};
    use ubin::slide::store::{FilledTables, TableFiles as _};

    use super::super::CacheFiles;
    use super::*;

    /// Sets of 2x3 boards, each for another home of the blank.
    fn tables(blank: usize) -> FilledTables {
        let picture: String = (0..6).map(|cell| if cell == blank { '.' } else { 'A' }).collect();
        let control = Control::new();
        TableSet::named(&format!("3x2-{picture}"))
            .unwrap()
            .build(1, &mut Run::new(Limits::default(), &control))
            .unwrap()
    }

    fn is_there(cache: &TableCache, tables: &[FilledTables]) -> Vec<bool> {
        tables.iter().map(|tables| cache.path(&tables.set()).exists()).collect()
    }

    fn age(cache: &TableCache, tables: &FilledTables, days: u64) {
        let file = File::options().append(true).open(cache.path(&tables.set())).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(days * 24 * 3600)).unwrap();
    }

    #[test]
    fn the_least_recently_used_leaves_first_and_what_was_asked_for_stays() {
        let folder = tempfile::tempdir().unwrap();
        let sets: Vec<FilledTables> = (0..5).map(tables).collect();
        let bytes = sets[0].image().len() as u64;
        let cache = TableCache::new(folder.path().into()).with_cap(3 * bytes);
        for (at, days) in [(0, 9), (1, 8), (2, 7)] {
            cache.save(&sets[at]).unwrap();
            age(&cache, &sets[at], days);
        }
        cache.ask_for(&sets[0].set()).unwrap();
        CacheFiles::new(cache.clone(), |remark| panic!("{remark}")).load(&sets[1].set()).unwrap();
        cache.save(&sets[3]).unwrap();
        assert_eq!(
            is_there(&cache, &sets),
            [true, true, false, true, false],
            "the second was used, the first asked for"
        );
        age(&cache, &sets[1], 6);
        cache.save(&sets[4]).unwrap();
        assert_eq!(is_there(&cache, &sets), [true, false, false, true, true]);
        let tight = cache.with_cap(1);
        tight.save(&sets[2]).unwrap();
        assert_eq!(is_there(&tight, &sets), [true, false, true, false, false], "the one just written stays");
    }

    #[test]
    fn uncatalogued_sets_leave_before_catalogued_ones_and_foreign_files_stay() {
        let file = |set: TableSet, used, ours| {
            let path = PathBuf::from(set.to_string());
            TableFile { path, set, bytes: 1, ours, used: SystemTime::UNIX_EPOCH + Duration::from_secs(used) }
        };
        let catalogued = NamedSet::catalogued().next().unwrap().set;
        let [odd, other, foreign, written] = [0, 1, 2, 3].map(|blank| tables(blank).set());
        let files = vec![
            file(catalogued.clone(), 1, true),
            file(odd.clone(), 3, true),
            file(other.clone(), 2, true),
            file(foreign, 0, false),
            file(written.clone(), 0, true),
        ];
        let order = leaving(files, Path::new(&written.to_string()), &[]);
        assert_eq!(order.into_iter().map(|file| file.set).collect::<Vec<_>>(), [other, odd, catalogued]);
    }
}
