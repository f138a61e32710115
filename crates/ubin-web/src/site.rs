//! The page as static files that need no server: with the module, a service worker, a manifest and icons.
//!
//! Any web server shows them; they name each other without a leading `/`, so that they may lie in any folder of a site.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use ubin_front::picture::Look;
use ubin_front::render::palette::Rgb;
use ubin_front::render::svg::{self, Picture};
use ubin_front::words::Form;

use crate::assets::{ASSETS, document, source, tag};

/// The page's module, as it was built before this program.
#[cfg(feature = "module")]
pub const MODULE: &[u8] = include_bytes!(env!("UBIN_MODULE", "the module is built first: run `cargo xtask binary`"));

/// A file of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteFile {
    /// Its name; there are no folders.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The sides of the icons: those that installing asks for, and one for telephones that make their own frame.
const ICONS: [u32; 3] = [180, 192, 512];
/// Files shorter than this are not packed as well.
const SHORT: usize = 1024;

/// What the page may load: from its own site, pictures that it makes itself, and the module.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";

/// All files of the site with this module, packed ones (`.gz`) beside them for web servers that send those.
#[must_use]
pub fn files(module: &[u8]) -> Vec<SiteFile> {
    let mut files: Vec<SiteFile> = ASSETS
        .iter()
        .filter(|asset| !asset.name.is_empty())
        .map(|asset| SiteFile { name: asset.name.into(), bytes: asset.bytes.into() })
        .collect();
    let module = SiteFile { name: format!("ubin.{}.wasm", tag(module)), bytes: module.into() };
    let icons: Vec<SiteFile> = ICONS.iter().map(|side| named("icon", "png", icon(*side))).collect();
    let manifest = named("ubin", "webmanifest", manifest(&icons).into_bytes());
    let index = index(&module.name, &manifest.name, &icons[0].name).into_bytes();
    files.push(module);
    files.extend(icons);
    files.push(manifest);
    let worker = service_worker(&index, &files);
    files.push(SiteFile { name: "index.html".into(), bytes: index });
    files.push(SiteFile { name: "sw.js".into(), bytes: worker.into_bytes() });
    let packed: Vec<SiteFile> = files.iter().filter(|file| pays(file)).map(packed).collect();
    files.extend(packed);
    // Jekyll, which some hosts run over a folder, leaves it alone then.
    files.push(SiteFile { name: ".nojekyll".into(), bytes: Vec::new() });
    files
}

fn named(stem: &str, ending: &str, bytes: Vec<u8>) -> SiteFile {
    SiteFile { name: format!("{stem}.{}.{ending}", tag(&bytes)), bytes }
}

/// Whether a file gets a packed twin.
fn pays(file: &SiteFile) -> bool {
    file.bytes.len() >= SHORT && !file.name.ends_with(".png")
}

fn packed(file: &SiteFile) -> SiteFile {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let bytes = encoder.write_all(&file.bytes).and_then(|()| encoder.finish()).expect("memory takes everything");
    SiteFile { name: format!("{}.gz", file.name), bytes }
}

/// The document: it names the module, so that the page computes by itself, and begins to load it at once.
fn index(module: &str, manifest: &str, icon: &str) -> String {
    let worker = source("worker.js").name;
    let head = format!(
        "  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />
    <link rel=\"manifest\" href=\"{manifest}\" />
    <link rel=\"apple-touch-icon\" href=\"{icon}\" />
    <link rel=\"preload\" href=\"{module}\" as=\"fetch\" crossorigin />
    <link rel=\"modulepreload\" href=\"{worker}\" />
  </head>"
    );
    document()
        .replace("<html lang=\"en\">", &format!("<html lang=\"en\" data-module=\"{module}\" data-worker=\"{worker}\">"))
        .replace("</head>", &head)
}

/// The service worker, with the list of what it keeps beside the document. Its version changes with any of them.
fn service_worker(index: &[u8], files: &[SiteFile]) -> String {
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let text = std::str::from_utf8(source("engine/offline.js").bytes).expect("the script is text");
    let version = tag(format!("{}{}{text}", tag(index), names.join("\n")).as_bytes());
    format!("self.VERSION = {};\nself.FILES = {};\n\n{text}", json!(version), json!(names))
}

fn manifest(icons: &[SiteFile]) -> String {
    let icons: Vec<_> = ICONS
        .iter()
        .zip(icons)
        .map(|(side, icon)| json!({ "src": icon.name, "sizes": format!("{side}x{side}"), "type": "image/png", "purpose": "any maskable" }))
        .collect();
    let manifest = json!({
        "name": "ubin: tile puzzles, solved",
        "short_name": "ubin",
        "description": "Solves sliding and packing puzzles, and shows how",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#F5F6F8",
        "theme_color": "#0B57D0",
        "icons": icons,
    });
    format!("{manifest:#}\n")
}

/// The icon, drawn as all pictures are: three tiles and the blank, within the circle that a telephone may cut out.
fn icon(side: u32) -> Vec<u8> {
    let mut picture = Picture::new(32.0, 32.0, "ubin");
    picture.rect([0.0, 0.0, 32.0, 32.0], 0.0, svg::Look::fill(Rgb(0x0B, 0x57, 0xD0)));
    for (x, y) in [(7.5, 7.5), (16.5, 7.5), (7.5, 16.5)] {
        picture.rect([x, y, 8.0, 8.0], 1.6, svg::Look::fill(Rgb::WHITE));
    }
    let look = Look { scale: Some(f64::from(side) / 32.0), ..Look::default() };
    look.still(&picture, Form::Png).expect("an icon is small")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(files: &'a [SiteFile], part: &str) -> &'a SiteFile {
        files.iter().find(|file| file.name.contains(part)).unwrap_or_else(|| panic!("no {part}"))
    }

    #[test]
    fn every_file_that_is_named_is_there() {
        let files = files(b"\0asm");
        let index = String::from_utf8(found(&files, "index.html").bytes.clone()).unwrap();
        let named = index.split(['"']).filter(|word| word.contains('.') && !word.contains([' ', ';', '\\']));
        let mut count = 0;
        for name in named.filter(|name| name.len() > 20 && name.len() < 60 && name.split('.').count() == 3) {
            assert!(files.iter().any(|file| file.name == name), "{name}");
            count += 1;
        }
        assert!(count >= 7, "{count} names in {index}");
        let worker = String::from_utf8(found(&files, "sw.js").bytes.clone()).unwrap();
        for file in files.iter().filter(|file| !file.name.ends_with(".gz") && file.name.split('.').count() == 3) {
            assert!(worker.contains(&format!("\"{}\"", file.name)), "{}", file.name);
        }
    }

    #[test]
    fn another_module_is_another_version() {
        let version = |module: &[u8]| {
            let files = files(module);
            let text = String::from_utf8(found(&files, "sw.js").bytes.clone()).unwrap();
            text.lines().next().map(String::from).unwrap()
        };
        assert_eq!(version(b"one"), version(b"one"));
        assert_ne!(version(b"one"), version(b"two"));
    }

    #[test]
    fn the_page_before_its_module_is_small() {
        let files = files(b"\0asm");
        let sum: usize = files
            .iter()
            .filter(|file| [".js.gz", ".css.gz", ".html.gz"].iter().any(|ending| file.name.ends_with(ending)))
            .map(|file| file.bytes.len())
            .sum();
        assert!(sum < 150_000, "{sum} bytes, packed");
    }

    #[test]
    fn an_icon_is_as_large_as_it_says() {
        let png = icon(192);
        assert_eq!(&png[16..24], [0, 0, 0, 192, 0, 0, 0, 192]);
    }
}
