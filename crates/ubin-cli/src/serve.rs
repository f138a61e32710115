//! `ubin serve`: the web page.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, ToSocketAddrs as _};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use ubin::slide::TableStore;
use ubin_web::{Caps, Means, Server};

use crate::args::Common;
use crate::complaint::{AddressError, Complaint, FileError, UsageError};
use crate::exit::Exit;
use crate::output;
use crate::phrases;
use crate::watch;

/// What one request may take unless the command line says otherwise.
const TIME: Duration = Duration::from_secs(300);
const MEMORY: u64 = 1 << 30;
/// The port when none is given.
const PORT: u16 = 7007;

#[derive(Clone, Debug, Args)]
pub(crate) struct ServeArgs {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub(crate) port: u16,
    /// Listen to other machines too, on this address or name: who reaches it can use this machine's processor
    #[arg(long, value_name = "ADDR")]
    pub(crate) host: Option<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Let pages of other sites show this one in a frame
    #[arg(long)]
    pub(crate) allow_frames: bool,
}

impl ServeArgs {
    /// The page on its usual port, shown at once.
    pub(crate) fn with_browser() -> ServeArgs {
        ServeArgs { port: PORT, host: None, open: true, allow_frames: false }
    }
}

pub(crate) fn run(common: &Common, args: &ServeArgs) -> Result<Exit, Complaint> {
    if common.json || common.output.is_some() {
        return Err(UsageError::OutputOfServer.into());
    }
    let host = args.host.as_deref().unwrap_or("127.0.0.1");
    let address = address(host)?;
    let server =
        Server::bind(host, address, args.port, means(common, args)).map_err(|error| taken(host, args.port, error))?;
    let shown = match (args.host.as_deref().filter(|_| !address.is_unspecified()), server.address()) {
        (Some(name), at) if name.parse::<IpAddr>().is_err() => format!("http://{name}:{}", at.port()),
        (_, at) if at.ip().is_unspecified() => format!("http://{}:{}", Ipv4Addr::LOCALHOST, at.port()),
        (_, at) => format!("http://{at}"),
    };
    if !address.is_loopback() {
        output::note(common, &phrases::open_server());
    }
    // A caller that has read the address may interrupt at once.
    let attended = watch::attend();
    output::print(&phrases::server_at(&shown))?;
    if args.open && !browse(&shown) {
        output::note(common, &phrases::no_browser());
    }
    let ended = server.run(watch::interrupted);
    drop(attended);
    ended.map_err(FileError::Serve)?;
    Ok(Exit::Answered)
}

/// The address that a host means.
fn address(host: &str) -> Result<IpAddr, Complaint> {
    if let Ok(address) = host.trim_start_matches('[').trim_end_matches(']').parse() {
        return Ok(address);
    }
    let found = (host, 0).to_socket_addrs().ok().and_then(|mut found| found.next());
    found.map(|at| at.ip()).ok_or_else(|| UsageError::from(AddressError::NoHost(host.into())).into())
}

/// Why there is no server at an address.
fn taken(host: &str, port: u16, error: io::Error) -> Complaint {
    let known = match error.kind() {
        ErrorKind::AddrInUse => AddressError::PortInUse { host: host.into(), port },
        ErrorKind::PermissionDenied => AddressError::PortRights(port),
        ErrorKind::AddrNotAvailable => AddressError::ForeignHost(host.into()),
        _ => return FileError::Listen { host: host.into(), port, error }.into(),
    };
    UsageError::from(known).into()
}

/// The common options are what one request may use.
fn means(common: &Common, args: &ServeArgs) -> Means {
    let threads = common.threads();
    let caps = Caps {
        time: common.time_limit().unwrap_or(TIME),
        nodes: common.limits.node_limit,
        memory: common.limits.memory_limit_bytes.unwrap_or(MEMORY),
        threads,
    };
    let (cache, tables) = (common.cache(), TableStore::new(threads));
    let tables = match cache.clone() {
        Some(cache) => tables.with_files(common.files(cache)),
        None => tables,
    };
    Means { caps, tables, cache, allow_frames: args.allow_frames }
}

/// Opens an address in the user's browser; whether there is a program that does that.
fn browse(address: &str) -> bool {
    let programs: &[(&str, &[&str])] = if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else if cfg!(windows) {
        &[("cmd", &["/C", "start", ""])]
    } else {
        &[("xdg-open", &[]), ("wslview", &[])]
    };
    programs.iter().any(|(program, before)| {
        let quiet = || Stdio::null();
        let mut command = Command::new(program);
        command.args(*before).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet());
        command.spawn().is_ok()
    })
}
