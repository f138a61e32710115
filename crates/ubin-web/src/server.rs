//! The accept loop: sockets, and the time that a client has to say what it wants.
//!
//! hyper closes a connection whose headers do not arrive in time; `axum::serve` would wait for ever, so the loop is our own. A client that does not read
//! what it asked for is left as well.

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use ubin::slide::TableStore;
use ubin_front::cache::TableCache;

use crate::door::Door;
use crate::job::{Caps, Jobs};
use crate::routes;
use crate::service::Service;
use crate::write_limit::WriteLimit;

/// How long headers may take to arrive, and how long a connection may rest between two requests.
pub const HEADER_TIME: Duration = Duration::from_secs(5);
/// How long a client may read nothing of what is being written to it.
pub const WRITE_TIME: Duration = Duration::from_secs(10);
/// The most connections at once. Others wait to be accepted.
const MOST_CONNECTIONS: usize = 4096;
/// The most bytes of a request's headers, and of what is read or written at once.
const BUFFER: usize = 32 << 10;
/// How often the end is looked for.
const LOOK: Duration = Duration::from_millis(50);
/// How long answers under way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server that is about to run.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
}

/// What a server works with.
pub struct Means {
    /// What one job may use, and how many run at once.
    pub caps: Caps,
    /// Pattern tables.
    pub tables: TableStore,
    /// Where tables are kept, if anywhere.
    pub cache: Option<TableCache>,
    /// Whether pages of other sites may show ours in a frame.
    pub allow_frames: bool,
}

impl Server {
    /// Listens on an address. `host` is how the user named it.
    ///
    /// # Errors
    /// When it is taken or is none of ours.
    pub fn bind(host: &str, address: IpAddr, port: u16, means: Means) -> io::Result<Server> {
        let listener = TcpListener::bind((address, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let door = Door::new(host, address.ip(), address.port()).allowing_frames(means.allow_frames);
        let jobs = Arc::new(Jobs::new(means.caps, means.tables));
        Ok(Server { listener, address, service: Arc::new(Service { door, jobs, cache: means.cache }) })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `is_over` says so, which is asked twenty times a second; then lets answers under way finish.
    ///
    /// # Errors
    /// When the system has no threads or no way to wait for sockets.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let ended = runtime.block_on(self.serve(async {
            while !is_over() {
                tokio::time::sleep(LOOK).await;
            }
        }));
        // Searches have been stopped; one that has not seen it yet does not keep the program.
        runtime.shutdown_timeout(FAREWELL);
        ended
    }

    async fn serve(self, end: impl Future<Output = ()>) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = routes::router(self.service.clone());
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let (closing, is_closing) = watch::channel(());
        let mut connections = JoinSet::new();
        let mut end = pin!(end);
        loop {
            let place = tokio::select! {
                place = places.clone().acquire_owned() => place.expect("the places are never closed"),
                () = &mut end => break,
            };
            let stream = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut end => break,
            };
            while connections.try_join_next().is_some() {}
            match stream {
                Ok((stream, _)) => {
                    let (router, is_closing) = (router.clone(), is_closing.clone());
                    connections.spawn(async move {
                        let _place = place;
                        connection(stream, router, is_closing).await;
                    });
                }
                // Too many open files, or a client that has gone: the next one may have more luck.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
        drop(closing);
        self.service.jobs.stop_all();
        let _ = tokio::time::timeout(FAREWELL, async { while connections.join_next().await.is_some() {} }).await;
        Ok(())
    }
}

/// Answers the requests of one client, one after the other.
async fn connection(stream: TcpStream, router: Router, mut is_closing: watch::Receiver<()>) {
    // Events are small and should arrive when they are sent.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(WriteLimit::new(stream, WRITE_TIME)), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    tokio::select! {
        // A client that breaks the rules or goes away is no concern of ours.
        _ = connection.as_mut() => return,
        // The sender is dropped when the server ends.
        _ = is_closing.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}
