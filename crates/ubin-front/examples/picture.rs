//! A solution as a picture, asked for as every front end asks: a question in, a report out.
//!
//! `cargo run --release -p ubin-front --example picture` writes `iq.svg` into the folder for temporary files.

use ubin_front::question::Question;
use ubin_front::{PlainDesk, Report, answer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = Question::read(r#"{"verb":"render","puzzle":"iq","solve":true,"format":"svg","theme":"dark"}"#)?;
    let Report::File { bytes, .. } = answer(&question, &PlainDesk::default())? else { return Err("no picture".into()) };
    let path = std::env::temp_dir().join("iq.svg");
    std::fs::write(&path, bytes)?;
    println!("{}", path.display());
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
