//! What the command says about long runs: checkpoints, units and jobs.

use std::fmt::Display;

use ubin_front::Language;

use super::{counted, language, phrases};

pub(crate) fn units(number: u64) -> String {
    counted(number, "unit", "units", "unit")
}

pub(crate) fn records(number: u64) -> String {
    counted(number, "record", "records", "catatan")
}

pub(crate) fn workers(number: u64) -> String {
    counted(number, "worker", "workers", "pekerja")
}

/// A time that nobody knows to the second: `40 s`, `12 min`, `3 h`, `5 d`.
pub(crate) fn duration(seconds: f64) -> String {
    let (number, english, indonesian) = match seconds {
        s if s < 90.0 => (s, "s", "detik"),
        s if s < 5400.0 => (s / 60.0, "min", "menit"),
        s if s < 172_800.0 => (s / 3600.0, "h", "jam"),
        s => (s / 86_400.0, "d", "hari"),
    };
    let unit = if language() == Language::En { english } else { indonesian };
    format!("{} {unit}", super::grouped(number.round() as u64))
}

phrases! {
    // Progress.
    go_on(command) "to go on: {command}" | "untuk melanjutkan: {command}";
    folded(states) "the states of this count are kept whenever {states} more are done; --method cover is kept every few seconds, and takes longer" | "keadaan hitungan ini disimpan setiap {states} lagi selesai; --method cover disimpan setiap beberapa detik, dan lebih lama";
    nothing_kept() "nothing is kept yet: the same command begins anew" | "belum ada yang disimpan: perintah yang sama mulai dari awal";
    share_done(percent, left) ", about {percent} %, {left} to go" | ", kira-kira {percent} %, sisa {left}";
    units_known(done, open) ", {done} done, {open} open" | ", {done} selesai, {open} terbuka";
    units_running(running) ", {running} with workers" | ", {running} pada pekerja";
    under_way(seconds, nodes) "{seconds} s, {nodes} under way" | "{seconds} s, {nodes} sedang dikerjakan";

    round_done(bound) "no path of up to {bound} moves: the next round is being cut" | "tidak ada lintasan sampai {bound} langkah: putaran berikutnya sedang dipotong";
    round_begun(bound, job) "the round of up to {bound} moves has begun: job {job}" | "putaran sampai {bound} langkah sudah dimulai: pekerjaan {job}";
    uncollected(job) "job {job}: no unit is left at the server, and no collector has ended it; 'ubin share collect --job {job} LEDGER' adds it up" | "pekerjaan {job}: tidak ada unit tersisa di server, dan belum ada pengumpul yang mengakhirinya; 'ubin share collect --job {job} LEDGER' menjumlahkannya";
    tries_again(fault) "{fault}; trying again" | "{fault}; dicoba lagi";

    // Jobs.
    job_done(job, units) "job {job}: {units} done" | "pekerjaan {job}: {units} selesai";
    job_open(open) ", {open} open" | ", {open} terbuka";
    so_far(found) "incomplete; so far {found}" | "belum lengkap; sejauh ini {found}";
    expanded(nodes, hash) "{nodes} expanded, hash {hash}" | "{nodes} ekspan, hash {hash}";
    given_up(units) "given up: {units}" | "dilepas: {units}";
    rechecked(records, units) "checked: what {records} left, {units} done again" | "diperiksa: sisa dari {records}, {units} dikerjakan lagi";
    path_of(bound, path) "a path of {bound} moves: {path}" | "lintasan {bound} langkah: {path}";
    no_path(bound, next) "no path of up to {bound} moves; the next round is that of {next}" | "tidak ada lintasan sampai {bound} langkah; putaran berikutnya {next}";
    round_of(bound) "the round of up to {bound} moves" | "putaran sampai {bound} langkah";
    answered(lines) "{lines} answered" | "{lines} terjawab";
    folder_job(folder, units, job) "{folder}: {units}, job {job}" | "{folder}: {units}, pekerjaan {job}";
    written(records) "{records} written" | "{records} ditulis";
    written_until(records, stop) "{records} written (stopped: {stop})" | "{records} ditulis (berhenti: {stop})";
    work_done(units, nodes) "{units} done, {nodes}" | "{units} selesai, {nodes}";
    no_jobs() "no jobs" | "tidak ada pekerjaan";
    job_status(job, verb, done, queued, running, waiting) "{job}: {verb}, {done} done, {queued} queued, {running} running, {waiting} waiting" | "{job}: {verb}, {done} selesai, {queued} antre, {running} dikerjakan, {waiting} menunggu";
    ended_complete() ", complete" | ", lengkap";
    ended_incomplete() ", ended incomplete" | ", berakhir tidak lengkap";
    ended_by_conflict() ", stopped: records contradict each other" | ", dihentikan: ada catatan yang bertentangan";
    digest_of(path, digest) "{path}: digest {digest}" | "{path}: sidik {digest}";
}
