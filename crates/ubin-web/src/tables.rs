//! The cache of pattern tables, over HTTP.

use std::fmt::Display;

use ubin::run::{Limits, Run};
use ubin_front::Desk as _;
use ubin_front::cache::{FileState, NotBuilt, TableCache};
use ubin_front::clock::{Clock, Moment};
use ubin_front::question::LimitFields;
use ubin_front::tables::{BuildFields, NamedSet, TableRow};

use crate::job::WebJob;
use crate::refusal::HttpRefusal;
use crate::service::{JobOrder, Reply};

/// No place for tables.
pub(crate) fn absent() -> HttpRefusal {
    HttpRefusal::input("no-cache", "there is no place for tables: the server was given no cache folder and found none")
}

/// The place for tables cannot be used.
fn unusable(why: impl Display) -> HttpRefusal {
    HttpRefusal::input("bad-cache", why.to_string())
}

/// What is in the cache and what could be built.
pub(crate) fn list(cache: &TableCache) -> Result<Vec<TableRow>, HttpRefusal> {
    let listed = cache.list().map_err(|error| unusable(format!("{}: {error}", cache.folder().display())))?;
    Ok(listed.iter().map(|(named, state)| TableRow::new(named, whole(*state))).collect())
}

/// The size of a file that is whole.
fn whole(state: FileState) -> Option<u64> {
    match state {
        FileState::Built { bytes } => Some(bytes),
        FileState::Absent | FileState::Damaged { .. } => None,
    }
}

/// The job that builds the set of a name, or the best of a board.
pub(crate) fn order(fields: BuildFields, cache: TableCache, asked: Moment) -> Result<JobOrder, HttpRefusal> {
    let (named, limits) = (fields.set(list(&cache)?)?, fields.limits.clone());
    let work = Box::new(move |job: &WebJob| build(&cache, &named, &fields.limits, job));
    Ok(JobOrder { asked, limits, work, gives_parts: false })
}

fn build(cache: &TableCache, named: &NamedSet, asked: &LimitFields, job: &WebJob) -> Result<Reply, HttpRefusal> {
    let allowed = job.allowance().lowered(asked);
    let watch = Clock::new(job.asked(), allowed.time).watch(job, None);
    let mut run = Run::new(Limits { nodes: allowed.nodes, memory: allowed.memory }, watch.control());
    if cache.has_whole(&named.set) {
        // Now it is one that was asked for. A list that cannot be written only means that it may leave one day.
        let _ = cache.ask_for(&named.set);
    } else if let Err(error) = cache.build(&named.set, allowed.threads, &mut run) {
        return Err(match (error, watch.control().stopped()) {
            (NotBuilt::Build(_), Some(stop)) => stop.into(),
            (error, _) => unusable(error),
        });
    }
    job.tables().look_again();
    let bytes = named.set.bytes().unwrap_or(0);
    Ok(Reply::json(&TableRow::new(named, Some(bytes))))
}
