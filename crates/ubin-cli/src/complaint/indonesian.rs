//! Complaints in Indonesian. English is `Display`.

use std::io;

use super::{AddressError, FileError, UsageError, dotted, ending};
use ubin_front::Language;
use ubin_front::cache::NotBuilt;
use ubin_share::{Falsehood, Mismatch, NoRound, ShareError};

/// What does not fit in the arguments.
pub(super) fn usage(error: &UsageError) -> String {
    match error {
        UsageError::NoOption(option) => format!("tidak ada opsi '{option}': --help mendaftarnya"),
        UsageError::NoVerb(verb) => format!("tidak ada perintah '{verb}': --help mendaftarnya"),
        UsageError::NoSet { name, nearest } => {
            format!("tidak ada set '{name}'{}: ubin generate pack --list menunjukkannya", meant(*nearest))
        }
        UsageError::NotAPuzzle { argument, nearest } => not_a_puzzle(argument, *nearest),
        UsageError::NotAGoal(argument) => not_a_goal(argument),
        UsageError::Goal(complaint) => {
            format!("--goal: {}; atau salah satu dari blank-last, blank-first, spiral", complaint.said())
        }
        UsageError::BatchOfSet => "--batch membaca puzzle dari berkas, bukan sebuah set".into(),
        UsageError::OnePuzzle(name) => format!("'{name}' satu puzzle terlalu banyak: perintah ini menerima satu"),
        UsageError::StepsOfBatch => "--steps tidak cocok dengan --batch, yang menulis JSON".into(),
        UsageError::SeveralPictures => {
            "beberapa puzzle tidak masuk ke satu berkas atau satu gambar: seharusnya satu puzzle".into()
        }
        UsageError::NoBoard { name } => format!("{name}: tidak ada papan di sini"),
        UsageError::NoAnswer(name) => format!("tidak ada berkas '{name}'"),
        UsageError::BothFromInput => "hanya satu dari puzzle dan jawaban yang bisa datang dari masukan standar".into(),
        UsageError::JsonOfPicture => "render menggambar: gambar tidak punya JSON".into(),
        UsageError::OutputOfServer => "serve menjawab lewat HTTP: --json dan -o tidak cocok dengannya".into(),
        #[cfg(feature = "site")]
        UsageError::OutputOfSite => "site menulis ke foldernya: --json dan -o tidak cocok dengannya".into(),
        UsageError::OutputOfGame => "play untuk layar: --json dan -o tidak cocok dengannya; W menulis solusinya".into(),
        UsageError::DumbTerminal => {
            "play menggambar di layar, yang tidak bisa dilakukan terminal bernama dumb: isi TERM dengan namanya".into()
        }
        UsageError::NoTerminal => "play perlu terminal: keluaran standar bukan terminal".into(),
        UsageError::KeyboardAsFile => "masukan standar adalah papan ketik di sini: seharusnya sebuah path".into(),
        UsageError::NotAFile(name) => format!("'{name}' bukan berkas"),
        UsageError::GameEnding { found, expected } => game_ending(found, expected),
        UsageError::LimitsOfBench => "bench tidak menerima batas: tandanya untuk seluruh daftar".into(),
        UsageError::OutputOfSuite => "suite menulis ke keluaran standar; pakai > BERKAS, bukan -o".into(),
        UsageError::NoSuiteBoard { id, most } => format!("suite tidak punya papan {id}: seharusnya 1 sampai {most}"),
        UsageError::LittleMemory => "batas memori terlalu kecil untuk tabel terbesar".into(),
        UsageError::Contradiction { id, found } => format!("papan {id}: {found}"),
        UsageError::NoCheckpoint { verb } => format!(
            "--checkpoint: {verb} bukan proses yang bisa dilanjutkan; count, solve --all, solve --prove, bench --suite, tables build dan --batch bisa"
        ),
        UsageError::CheckpointOfGuess => "--checkpoint menyimpan pembuktian: papan di atas 16 sel perlu --prove".into(),
        UsageError::CheckpointOfOne => "--checkpoint menyimpan daftar: puzzle pengisian perlu solve --all".into(),
        UsageError::SharedList => "share memberi jumlah; daftar disimpan oleh solve --all --checkpoint FILE".into(),
        UsageError::NothingToShare => {
            "sebutkan apa yang dibagi: count atau solve dengan sebuah puzzle, atau --after putaran yang sudah lengkap"
                .into()
        }
        UsageError::SeveralShared => "hanya satu puzzle yang dibagi sekaligus".into(),
        UsageError::NoCache => "tidak ada tempat untuk tabel: isi --cache atau UBIN_CACHE".into(),
        UsageError::NoTables(unknown) => {
            format!("tidak ada set tabel '{}': seharusnya salah satu dari {}", unknown.name, unknown.known.join(", "))
        }
        UsageError::NodesOfTables => "membuat tabel tidak mengekspan simpul: --node-limit tidak cocok".into(),
        UsageError::Unbuildable(error) => unbuildable(error),
        UsageError::Address(error) => address(error),
    }
}

/// What is neither a goal nor a file.
fn not_a_goal(argument: &str) -> String {
    format!(
        "--goal: tidak ada tujuan dan tidak ada berkas '{argument}': seharusnya blank-last, blank-first, spiral, \
         sebuah path, atau baris seperti \"- 1 2/3 4 5/6 7 8\""
    )
}

/// A name whose ending the game does not write.
fn game_ending(found: &str, expected: &[&str]) -> String {
    let expected = dotted(expected).replace(" or ", " atau ");
    format!("nama berkas berakhir {}: seharusnya {expected}", ending(found, "tanpa akhiran"))
}

/// What is neither a file nor a puzzle.
fn not_a_puzzle(argument: &str, nearest: Option<&str>) -> String {
    format!(
        "tidak ada berkas '{argument}', dan itu bukan puzzle{}: seharusnya sebuah path, - untuk masukan standar, \
         nama sebuah set (ubin generate pack --list), atau baris seperti \"1 2 3/4 5 6/7 8 -\"",
        meant(nearest)
    )
}

/// Why tables were not built.
fn unbuildable(error: &NotBuilt) -> String {
    match error {
        NotBuilt::Write { path, error } => format!("tidak bisa menulis '{}': {}", path.display(), cause(error)),
        NotBuilt::Build(_) => format!("tabel tidak bisa dibuat: {error}"),
    }
}

/// Why there is no server at an address.
fn address(error: &AddressError) -> String {
    match error {
        AddressError::NoHost(host) => format!("--host {host}: tidak ada alamat bernama itu"),
        AddressError::ForeignHost(host) => format!("--host {host} bukan alamat mesin ini"),
        AddressError::PortInUse { host, port } => {
            format!(
                "port {port} pada {host} sedang dipakai: pilih yang lain dengan --port, atau --port 0 untuk yang bebas"
            )
        }
        AddressError::PortRights(port) => {
            format!("port {port} perlu hak yang tidak dimiliki program ini: pilih mulai 1024")
        }
    }
}

/// `; mungkin maksudnya 'iq'?`.
fn meant(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; mungkin maksudnya '{name}'"))
}

/// What a file, a screen or a socket does not do.
pub(super) fn file(error: &FileError) -> String {
    match error {
        FileError::Open { name, error } => format!("tidak bisa membuka '{name}': {}", cause(error)),
        FileError::ReadFolder { name } => format!("'{name}' sebuah folder: seharusnya sebuah berkas"),
        FileError::Read { name, error } => format!("tidak bisa membaca '{name}': {}", cause(error)),
        FileError::TooLarge { name } => format!("'{name}' lebih dari 16 MiB: seharusnya sebuah puzzle"),
        FileError::Line { name, why } => format!("{name}: {why}"),
        FileError::Write { path, error } => format!("tidak bisa menulis '{}': {}", path.display(), cause(error)),
        FileError::IsFolder { path } => format!("tidak bisa menulis '{}': itu sebuah folder", path.display()),
        FileError::NoFolder { path, folder } => {
            format!("tidak bisa menulis '{}': tidak ada folder '{}'", path.display(), folder.display())
        }
        FileError::Ending { path, found, expected } => {
            let expected = dotted(expected).replace(" or ", " atau ");
            format!("tidak bisa menulis '{}': akhirannya '{found}', seharusnya {expected}", path.display())
        }
        FileError::Result(error) => format!("tidak bisa menulis hasilnya: {}", cause(error)),
        FileError::Terminal(error) => format!("tidak bisa memakai terminal: {}", cause(error)),
        FileError::Tables { path, error } => format!("{}: {error}", path.display()),
        FileError::Share { path, error } => format!("{}: {error}", path.display()),
        FileError::Listen { host, port, error } => format!("tidak bisa mendengar di {host}, port {port}: {error}"),
        FileError::Serve(error) => format!("tidak bisa melayani: {error}"),
    }
}

/// What the system says of a file, where it is one of the usual things.
fn cause(error: &io::Error) -> String {
    let said = match error.kind() {
        io::ErrorKind::NotFound => "tidak ada berkas atau folder itu",
        io::ErrorKind::PermissionDenied => "tidak ada izin untuk itu",
        io::ErrorKind::IsADirectory => "itu sebuah folder",
        io::ErrorKind::NotADirectory => "bagian dari namanya bukan folder",
        io::ErrorKind::ReadOnlyFilesystem => "di sana hanya bisa dibaca",
        io::ErrorKind::StorageFull => "tidak ada ruang tersisa",
        io::ErrorKind::InvalidFilename => "namanya terlalu panjang, atau tidak boleh",
        io::ErrorKind::BrokenPipe => "penerimanya sudah tidak ada",
        _ => return error.to_string(),
    };
    said.into()
}

/// What a ledger, a folder or a broker does not do.
pub(super) fn shared(error: &ShareError) -> String {
    match error {
        ShareError::Refused(refusal) => refusal.said(Language::Id),
        ShareError::Unit { unit, refusal } => format!("unit {unit}: {}", refusal.said(Language::Id)),
        ShareError::Mismatch(mismatch) => mismatched(mismatch),
        ShareError::File { path, error } => format!("{}: {error}", path.display()),
        ShareError::Broker(error) => format!("broker: {error}"),
        ShareError::TooLong(error) => {
            format!("broker: {error}: atur max_payload di konfigurasinya (8MB), atau bagikan unit sebagai berkas")
        }
        ShareError::NextRound(error) => format!("broker tidak menerima putaran berikutnya: {error}"),
    }
}

/// What does not belong together, or is not what it says.
fn mismatched(mismatch: &Mismatch) -> String {
    match mismatch {
        Mismatch::Busy { file } => format!("{file}: sedang dipakai proses lain"),
        Mismatch::NotALedger { file } => format!("{file}: ini bukan ledger ubin"),
        Mismatch::Damaged { file, line } => format!("{file}: baris {line} rusak"),
        Mismatch::OtherQuestion { file, found } => format!("{file}: dimulai dengan pertanyaan lain: {found}"),
        Mismatch::OtherSearch { place, found, ours } => {
            format!("{place}: dibuat oleh versi pencarian yang lain ({found}; program ini {ours})")
        }
        Mismatch::OtherForm { place, found, ours } => {
            format!("{place}: ditulis dalam bentuk {found}, dan program ini membaca bentuk {ours}")
        }
        Mismatch::OtherTables { place, found, ours } => {
            format!("{place}: dibuat dengan tabel yang lain ({found}; di sini {ours})")
        }
        Mismatch::OtherUnits { place } => format!("{place}: unit-unit pertamanya bukan milik pertanyaannya"),
        Mismatch::OtherLine { file, line } => {
            format!("{file}: baris {line} dari masukan berbeda dari yang sudah dijawab")
        }
        Mismatch::Conflict { unit, first, second } => {
            format!("unit {unit} punya dua catatan yang berbeda: {first} dan {second}")
        }
        Mismatch::FalseRecord { unit, why } => format!("catatan unit {unit} salah: {}", falsehood(why)),
        Mismatch::DamagedRecord { file } => format!("{file}: catatan ini rusak; unitnya harus dikerjakan lagi"),
        Mismatch::FalseUnit { file } => format!("{file}: ini bukan unit pekerjaan dengan nama itu"),
        Mismatch::NoJob { place } => format!("{place}: tidak ada pekerjaan di sini"),
        Mismatch::OtherJob { file, found, job } => {
            format!("{file}: ini ledger pekerjaan {found}, bukan pekerjaan {job}")
        }
        Mismatch::OldJob { place } => format!("{place}: sudah ada pekerjaan di sini"),
        Mismatch::NoUnit { unit } => format!("tidak ada unit {unit}"),
        Mismatch::SkippedUnit { job, unit } => {
            format!("pekerjaan {job} belum lengkap, tetapi ada yang mengikutinya: unit {unit} tanpa catatan")
        }
        Mismatch::NoNextRound { why: NoRound::Incomplete } => {
            "tidak ada putaran berikutnya: yang sebelumnya belum lengkap".into()
        }
        Mismatch::NoNextRound { why: NoRound::Last } => {
            "tidak ada putaran berikutnya: yang sebelumnya adalah yang terakhir".into()
        }
        Mismatch::PasswordInAddress { server } => {
            format!("{server}: alamat tidak memuat pengguna dan kata sandi: berikan lewat berkas atau lingkungan")
        }
    }
}

fn falsehood(why: &Falsehood) -> String {
    match why {
        Falsehood::OtherUnit { said } => format!("ini catatan unit {said}"),
        Falsehood::Unreadable => "bertentangan dengan yang lain, dan tidak bisa dibaca".into(),
        Falsehood::LeftTooEarly { nodes } => format!("ada yang tersisa setelah {nodes} simpul"),
        Falsehood::TooLarge => "jumlahnya akan terlalu besar".into(),
        Falsehood::Left => "sisanya bukan yang mengikuti awalan pertamanya di pohon".into(),
        Falsehood::Again { part } => format!("dikerjakan lagi, hasilnya {part}"),
    }
}
