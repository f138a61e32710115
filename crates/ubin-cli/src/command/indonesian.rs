//! The help of the command in Indonesian: verbs by `verb.NAME`, options by `option.FIELD`. English is beside the arguments.

/// The heads of a help text.
pub(super) const VERBS: &str = "Perintah";
pub(super) const ARGUMENTS: &str = "Argumen";
pub(super) const OPTIONS: &str = "Opsi";
pub(super) const EXAMPLES: &str = "Contoh:";
/// Words of usage lines and of lists of values.
pub(super) const ANY_OPTIONS: &str = "[OPSI]";
pub(super) const VERB: &str = "PERINTAH";
pub(super) const CHOICES: &str = "pilihan";
pub(super) const CHOICES_HEAD: &str = "Pilihan";
pub(super) const DEFAULT: &str = "bawaan";
/// What a help text has, in order.
pub(super) const TEMPLATE: &str = "{before-help}{about-with-newline}\nPemakaian: {usage}\n\n{all-args}{after-help}";
/// What the flags of every command do.
pub(super) const HELP_VERB: &str = "Menampilkan bantuan ini, atau bantuan sebuah perintah";
pub(super) const HELP_FLAG: &str = "Tampilkan bantuan";
pub(super) const VERSION_FLAG: &str = "Tampilkan versi";

/// What stands below the examples of a verb.
#[rustfmt::skip]
pub(super) const AFTER: &[(&str, &str)] = &[
    ("ubin", "`ubin` saja membuka layar awal; `ubin help options` mendaftar opsi semua perintah.

Kode keluar: 0 terjawab, 1 terbukti tidak ada solusi, 2 pemakaian atau masukan salah,
3 sebuah batas tercapai lebih dulu, 130 dihentikan."),
    ("count", "Yang dibedakan: salinan satu keping tidak; keping yang berbeda hurufnya ya, juga bila sama
bentuknya, kecuali dengan --unlabelled. --distinct menghitung solusi yang tidak saling menjadi lewat
putaran atau pencerminan papan; pencerminan dihitung bila ia membawa kumpulan keping ke dirinya
sendiri, dan boleh menukar keping dengan kembaran cerminnya."),
    ("heuristics", "Batas, galat = jarak - batas, nisbah = batas / jarak: rata-rata semua papan sampai 12 petak, selebihnya rata-rata
sampel. Percabangan: b dari pohon penuh b + b^2 + ... + b^d dengan simpul sebanyak yang dibangkitkan A* pada papan
sejauh d langkah, rata-rata sampel; - bila salah satu papannya perlu lebih dari sejuta simpul. 239.500.800 papan dari
12 petak makan beberapa menit; di sana pattern, yang lambat dibaca, diukur pada sampel."),
    ("play", "? menampilkan semua tombol. Semua permainan: H petunjuk, U urung, S selesaikan dan tonton, G baru, Q keluar."),
    ("serve", "Satu permintaan paling banyak memakai --time-limit (5m), --node-limit (tanpa batas) dan --memory-limit
(1GiB); sebanyak --threads pencarian berjalan bersamaan. Ctrl-C mengakhiri."),
    ("verify", "Kode keluar: 0 benar, 1 salah, 2 ada yang tidak bisa dibaca."),
    ("share", "docs/scale.md berjalan dari satu laptop sampai banyak mesin."),
];

#[rustfmt::skip]
pub(super) const HELP: &[(&str, &str)] = &[
    ("verb.ubin", "Menyelesaikan puzzle ubin: papan geser dan papan susun"),
    ("verb.solve", "Menemukan solusi: untuk papan geser yang terbukti terpendek"),
    ("verb.check", "Mengatakan apakah puzzle dapat diselesaikan, dan mengapa: KURANG(i), X dan paritas; petak, warna dan daerah"),
    ("verb.count", "Menghitung solusi: yang terpendek untuk papan geser, semua untuk papan susun"),
    ("verb.hint", "Hanya langkah, atau keping, berikutnya"),
    ("verb.generate", "Membuat puzzle"),
    ("verb.slide", "Papan geser, setiap papan yang dapat diselesaikan sama peluangnya, atau dengan panjang tertentu"),
    ("verb.pack", "Tantangan susun: beberapa keping sudah ditaruh, dan tepat satu solusi tersisa"),
    ("verb.compare", "Menjalankan beberapa metode berdampingan dan mencetak tabelnya"),
    ("verb.tree", "Menggambar pohon pencarian (selama 10 s, atau --time-limit): sebagai teks, .svg, .png, .dot, .json"),
    ("verb.render", "Menggambar puzzle atau solusinya: .svg, .png, .gif; SVG ke keluaran standar tanpa -o"),
    ("verb.play", "Memainkan puzzle di terminal, dengan petunjuk, urung dan solusi untuk ditonton"),
    ("verb.distances", "Menghitung semua papan suatu ukuran menurut jaraknya dari tujuan: histogram, jari-jari, papan terjauh"),
    ("verb.heuristics", "Mengukur heuristik pada papan suatu ukuran: rata-rata, galat dan percabangan efektif masing-masing"),
    ("verb.site", "Menulis halaman web sebagai berkas statis yang tidak perlu server"),
    ("verb.serve", "Menampilkan puzzle, pencarian dan pohonnya di halaman web, pada port lokal"),
    ("verb.tables", "Mendaftar, membuat, memeriksa atau membuang tabel pola"),
    ("verb.list", "Yang ada dan yang bisa dibuat"),
    ("verb.build", "Membuat set menurut namanya, dalam --time-limit dan --memory-limit; tanpa nama 6-6-3 dan 7-8"),
    ("verb.clear", "Membuang berkas tabel, dan yang ditinggalkan program yang dihentikan paksa"),
    ("verb.tables verify", "Memeriksa setiap bita setiap berkas, dan bahwa isinya tabel yang dinamakannya"),
    ("verb.verify", "Memeriksa jawaban tanpa pencari, dan mengatakan apa yang dibuktikannya"),
    ("verb.bench", "Menyelesaikan daftar tetap dan mencetak jumlah simpulnya; atau kumpulan papan yang dikenal"),
    ("verb.completions", "Mencetak skrip pelengkap untuk sebuah shell"),
    ("verb.man", "Mencetak halaman manual perintah ini, atau salah satu bagiannya"),
    ("verb.options", "Mendaftar opsi semua perintah"),
    ("option.json", "Cetak satu objek JSON ke keluaran standar"),
    ("option.output", "Tulis juga ke berkas ini; akhirannya menentukan bentuknya: .txt, .json, .svg, .png, .gif"),
    ("option.time_limit_ms", "Hentikan seluruh perintah setelah waktu ini: 500ms, 10s, 2m; gambar yang diminta digambar sesudahnya"),
    ("option.node_limit", "Berhenti setelah mengekspan sekian simpul"),
    ("option.memory_limit_bytes", "Berhenti sebelum pencarian memakai memori lebih dari ini di luar tabel yang dipakai: 512MiB; bawaan 2GiB, dan untuk perintah ini kurang bila mesin punya kurang"),
    ("option.threads", "Pakai sekian utas; semua inti bila tidak disebut"),
    ("option.seed", "Benih dari yang diacak; tanpa benih, benih baru diambil dan ditampilkan"),
    ("option.cache", "Folder tabel pola; bila tidak, UBIN_CACHE, atau folder cache pengguna"),
    ("option.quiet", "Tanpa catatan dan tanpa kemajuan di galat standar"),
    ("option.no_progress", "Tanpa baris kemajuan"),
    ("option.color", "Warna: auto berarti di terminal tanpa NO_COLOR"),
    ("option.lang", "Bahasa: en atau id; bila tidak, menurut locale (LC_ALL, LC_MESSAGES, LANG)"),
    ("option.puzzle", "Sebuah path, - untuk masukan standar, nama sebuah set, atau teksnya sendiri dengan baris dipisah /"),
    ("option.more", "Puzzle lain, dijawab bergiliran; atau papan sebuah set: `pentominoes 6x10`"),
    ("option.generate slide size", "Baris dan kolom papan (bawaan 4x4)"),
    ("option.size", "Baris dan kolom papan yang ditulis dalam satu baris, seperti 3x5"),
    ("option.sample", "Papan yang diambil, diselesaikan sampai terbukti dan dicari dengan A* (bawaan 100). Pada 12 petak pun pattern hanya melihat ini"),
    ("option.goal", "Tujuan papan geser: blank-last (bawaan), blank-first, spiral, sebuah path atau teksnya"),
    ("option.no_flip", "Keping di papan datar boleh diputar, tetapi tidak dibalik"),
    ("option.count method", "Cara menghitung solusi puzzle susun"),
    ("option.tree method", "Cara mencari; branch-and-bound bila tidak disebut, juga untuk auto pada papan geser"),
    ("option.method", "Cara mencari; auto bila tidak disebut"),
    ("option.heuristic", "Batas bawah pencarian geser"),
    ("option.weight", "Bobot weighted-astar, 1 sampai 1000 (bawaan 1.5)"),
    ("option.width", "Simpul yang disimpan beam per lapis (bawaan 1000)"),
    ("option.variant", "Cara menangani duplikat dan seri: exact (bawaan), atau cara sebuah program kuliah"),
    ("option.prove", "Hanya terima solusi yang terbukti terpendek, pada papan ukuran apa pun"),
    ("option.order", "Urutan mencoba langkah sel kosong, seperti ULRD (bawaan ULDR), untuk jumlah simpul sebuah makalah: ida lalu menghitung anak satu per satu"),
    ("option.notation", "Tulis langkah sebagai arah sel kosong (bawaan), atau arah ubin"),
    ("option.metric", "Yang dihitung sebagai satu langkah: satu ubin satu petak (bawaan), atau sederet ubin"),
    ("option.all", "Semua solusi puzzle susun, begitu ditemukan"),
    ("option.limit", "Berhenti setelah sekian solusi"),
    ("option.distinct", "Hitung juga yang tidak saling menjadi lewat simetri papan"),
    ("option.unlabelled", "Keping yang sama bentuknya dianggap sama, apa pun hurufnya"),
    ("option.date", "Tanggal untuk kalender, BB-HH; hari ini bila tidak disebut"),
    ("option.compare batch", "Setiap baris sebuah papan geser, dan satu tabel merangkum semuanya; atau puzzle susun di antara baris ---, masing-masing dengan tabelnya"),
    ("option.batch", "Setiap baris sebuah papan geser, atau puzzle susun di antara baris ---; jawabannya satu objek JSON per baris"),
    ("option.steps", "Tampilkan papan setelah setiap langkah"),
    ("option.methods", "Metode-metodenya, dipisah koma; semua bila tidak disebut"),
    ("option.heuristics", "Heuristik-heuristiknya, dipisah koma; semua yang cocok bila tidak disebut"),
    ("option.each_ms", "Waktu setiap baris (bawaan: bagiannya dari batas waktu, paling banyak 10s); --time-limit untuk seluruhnya"),
    ("option.format", "Bentuk tabelnya"),
    ("option.max_nodes", "Simpan N simpul pertama, 1 sampai 10000 (bawaan 200)"),
    ("option.solve", "Gambar solusinya; GIF selalu menunjukkannya"),
    ("option.moves", "Gambar langkah-langkah ini, seperti DRD"),
    ("option.theme", "Warna: light, dark, atau auto"),
    ("option.scale", "Piksel per satuan gambar, 0.1 sampai 16"),
    ("option.view", "Dari mana piramida atau kotak dilihat: derajat keliling dan ketinggian (bawaan 30,35)"),
    ("option.delay", "Lama setiap langkah atau keping dalam GIF, dalam milidetik"),
    ("option.length", "Papan yang solusi terpendeknya tepat sekian langkah"),
    ("option.generate slide difficulty", "Tingkat kesulitan: bagian dari jarak terjauh papan seukuran itu"),
    ("option.difficulty", "Tingkat kesulitan"),
    ("option.placed", "Banyaknya keping yang ditaruh"),
    ("option.count", "Berapa banyak (bawaan 1)"),
    ("option.answer", "Jawabannya: sebuah path, - untuk masukan standar, atau teksnya. Dari dua kata, yang pertama adalah papan dari set yang punya beberapa: `pentominoes 6x10 jawaban.json`"),
    ("option.shell", "Shell-nya"),
    ("option.verb", "Perintahnya"),
    ("option.board", "Papan sebuah set yang punya beberapa: `pentominoes 6x10`"),
    ("option.list", "Daftar set bawaan"),
    ("option.suite", "Papan yang solusi terpendeknya dikenal: masing-masing dibuktikan lagi, dalam --time-limit"),
    ("option.only", "Hanya papan-papan ini dari kumpulan itu, menurut nomor"),
    ("option.prepare", "Siapkan tabel terbesar dulu, dan katakan berapa lama"),
    ("option.names", "Nama seperti pada `list`: 7-8, \"4x4 7-8\", \"multi 7-7-1\""),
    ("option.port", "Port-nya; 0 untuk yang bebas"),
    ("option.host", "Alamatnya; hanya mesin ini bila tidak disebut"),
    ("option.allow_frames", "Situs lain boleh menampilkan halamannya dalam bingkai"),
    ("option.folder", "Folder untuk berkas-berkasnya"),
    ("option.open", "Buka halamannya di peramban"),
    ("verb.share", "Membagi pertanyaan panjang ke beberapa proses dan mesin: lewat berkas, atau lewat NATS"),
    ("verb.share units solve", "Solusi terpendek yang terbukti dari papan geser, babak demi babak"),
    ("verb.share submit solve", "Solusi terpendek yang terbukti dari papan geser, babak demi babak"),
    ("verb.share units count", "Banyaknya solusi"),
    ("verb.share submit count", "Banyaknya solusi"),
    ("verb.units", "Menulis unit-unit sebuah pertanyaan ke sebuah folder"),
    ("verb.do", "Mengerjakan unit dari sebuah folder dan semua di bawahnya, sejauh belum selesai"),
    ("verb.audit", "Menjumlahkan folder atau ledger: totalnya, setiap unit tepat sekali, atau bahwa belum lengkap"),
    ("verb.submit", "Memberikan pertanyaan ke server NATS"),
    ("verb.work", "Mengerjakan unit dari server NATS sampai Ctrl-C, atau sampai pekerjaannya selesai"),
    ("verb.status", "Mengatakan sejauh mana pekerjaan di server NATS"),
    ("verb.collect", "Mengumpulkan catatan sebuah pekerjaan ke dalam ledger, dan menawarkan lagi yang hilang di server"),
    ("option.checkpoint", "Simpan yang sudah selesai di berkas ini; perintah yang sama melanjutkannya setelah dihentikan"),
    ("option.after", "Putaran berikutnya setelah yang di folder ini, yang harus lengkap"),
    ("option.least", "Potong sampai paling sedikit sebanyak ini unit terbuka"),
    ("option.budget", "Jumlah simpul satu bagian: beberapa detik"),
    ("option.units", "Nama atau berkas unit; tanpa itu, semua yang terbuka"),
    ("option.index", "Unit dengan nomor ini di index.txt, mulai 0"),
    ("option.place", "Folder unit, atau sebuah ledger"),
    ("option.siblings", "Bandingkan sisa setiap catatan dengan pohonnya"),
    ("option.again", "Kerjakan lagi sekian persen dari unit"),
    ("option.server", "Server NATS dengan JetStream"),
    ("option.user", "Nama pengguna; kata sandinya di UBIN_NATS_PASSWORD"),
    ("option.credentials", "Berkas kredensial"),
    ("option.tls_root", "Sertifikat akar server: dengannya sambungan dienkripsi"),
    ("option.ack_wait", "Berapa lama server menunggu tanda hidup pekerja sebelum memberi unitnya ke yang lain"),
    ("option.job", "Pekerjaan yang dimaksud"),
    ("option.ends", "Berhenti bila tidak ada pekerjaan terbuka"),
    ("option.ledger", "Ledgernya"),
];
