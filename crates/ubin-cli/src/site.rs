//! `ubin site`: the page as static files that need no server.

use std::fs;

use clap::Args;

use crate::args::Common;
use crate::complaint::{Complaint, FileError, UsageError};
use crate::exit::Exit;
use crate::output;
use crate::phrases;

#[derive(Clone, Debug, Args)]
pub(crate) struct SiteArgs {
    /// The folder that the files are written into; it is made where there is none
    #[arg(value_name = "DIR")]
    folder: std::path::PathBuf,
}

pub(crate) fn run(common: &Common, args: &SiteArgs) -> Result<Exit, Complaint> {
    if common.json || common.output.is_some() {
        return Err(UsageError::OutputOfSite.into());
    }
    let files = ubin_web::site::files(ubin_web::site::MODULE);
    let written = fs::create_dir_all(&args.folder)
        .and_then(|()| files.iter().try_for_each(|file| fs::write(args.folder.join(&file.name), &file.bytes)));
    written.map_err(|error| FileError::Write { path: args.folder.clone(), error })?;
    output::print(&phrases::site_written(args.folder.display(), files.len()))?;
    Ok(Exit::Answered)
}
