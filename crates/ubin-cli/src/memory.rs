//! How much memory a search may hold when nobody says: 2 GiB, or less where the machine has less.
//!
//! The least of four decides: 2 GiB, the limit on the address space of this process, the limit of its control group (a
//! container's), and what is free. Of the last three a quarter stays for the program itself and the tables in use. Where the
//! system does not tell, 2 GiB stand.

use std::fs;
use std::sync::OnceLock;

/// The most that is taken without being asked for.
const MOST: u64 = 2 << 30;
/// Below this a search gets nowhere, and nothing is gained by asking for less.
const LEAST: u64 = 64 << 20;

/// What a search may hold: found out once, so that all searches of a command are told the same.
pub(crate) fn by_default() -> u64 {
    static FOUND: OnceLock<u64> = OnceLock::new();
    *FOUND.get_or_init(found)
}

fn found() -> u64 {
    let read = |path: &str| fs::read_to_string(path).ok();
    let address_space = read("/proc/self/limits").as_deref().and_then(address_space);
    let free = read("/proc/meminfo").as_deref().and_then(free);
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let group = group_files(&groups).iter().filter_map(|path| read(path)?.trim().parse().ok()).min();
    least([address_space, group, free])
}

fn least(told: [Option<u64>; 3]) -> u64 {
    let share = |bytes: u64| bytes / 4 * 3;
    told.into_iter().flatten().map(share).min().map_or(MOST, |bytes| bytes.clamp(LEAST, MOST))
}

/// The soft limit on the address space, from `/proc/self/limits`.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What can be had without swapping, from `/proc/meminfo`.
fn free(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// The files that have the limits of the groups of this process and of all above them, from `/proc/self/cgroup`; of both
/// versions of control groups.
fn group_files(groups: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { continue };
        let (root, name) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|one| one == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("{root}{path}/{name}"));
            let Some((above, _)) = path.rsplit_once('/') else { break };
            path = above;
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_decides_and_a_quarter_of_it_stays() {
        assert_eq!(least([None, None, None]), MOST);
        assert_eq!(least([None, Some(64 << 30), Some(8 << 30)]), MOST);
        assert_eq!(least([Some(4 << 30), Some(1 << 30), Some(2 << 30)]), 3 << 28);
        assert_eq!(least([Some(1 << 20), None, None]), LEAST);
    }

    #[test]
    fn what_the_system_tells_is_read() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
                      Max stack size            8388608              unlimited            bytes\n\
                      Max address space         4194304              unlimited            bytes\n";
        assert_eq!(address_space(limits), Some(4 << 20));
        assert_eq!(address_space("Max address space         unlimited            unlimited            bytes\n"), None);
        assert_eq!(free("MemTotal:  9 kB\nMemAvailable:    2048 kB\n"), Some(2 << 20));
        let group = "/sys/fs/cgroup";
        assert_eq!(
            group_files("0::/user/one\n"),
            [format!("{group}/user/one/memory.max"), format!("{group}/user/memory.max"), format!("{group}/memory.max")]
        );
        assert_eq!(group_files("5:cpu,memory:/\n6:pids:/x\nodd"), [format!("{group}/memory/memory.limit_in_bytes")]);
    }
}
