//! The way to the broker. Users and passwords never stand in an address, which shells and process lists show.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, Event};

use crate::error::{Mismatch, ShareError};

/// How long the broker may take to answer. What it was asked before it died is asked again after so long.
const ANSWER: Duration = Duration::from_secs(3);

/// A broker and how one proves who one is.
#[derive(Clone, Debug, Default)]
pub struct BrokerAddress {
    /// `nats://host:4222`, or `tls://host:4222`.
    pub server: String,
    /// The user and the password.
    pub user: Option<(String, String)>,
    /// A credentials file.
    pub credentials: Option<PathBuf>,
    /// The certificate that the broker's is signed with.
    pub root: Option<PathBuf>,
    /// What the broker has refused last.
    pub refused: BrokerWord,
}

/// What the broker says beside its answers: that a user may not do something, say. Whoever asked gets no answer then, and only hears that it took too long.
#[derive(Clone, Debug, Default)]
pub struct BrokerWord(Arc<Mutex<Option<String>>>);

impl BrokerWord {
    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BrokerAddress {
    /// Connects; later it reconnects by itself, as often as it takes.
    pub(super) async fn connect(&self) -> Result<Context, ShareError> {
        let said = |error: &dyn std::fmt::Display| ShareError::Broker(format!("{}: {error}", self.server));
        if let Some((_, server)) = self.server.rsplit_once('@') {
            return Err(Mismatch::PasswordInAddress { server: server.into() }.into());
        }
        let mut options = ConnectOptions::new()
            .name("ubin")
            .ping_interval(Duration::from_secs(5))
            .request_timeout(Some(ANSWER))
            .event_callback({
                let refused = self.refused.clone();
                move |event| {
                    let refused = refused.clone();
                    async move {
                        if let Event::ServerError(error) = event {
                            refused.lock().replace(error.to_string());
                        }
                    }
                }
            })
            .reconnect_delay_callback(|tries| Duration::from_millis(100 * tries.min(10) as u64));
        if let Some((user, password)) = &self.user {
            options = options.user_and_password(user.clone(), password.clone());
        }
        if let Some(path) = &self.credentials {
            options = options.credentials_file(path).await.map_err(ShareError::file(path))?;
        }
        if let Some(path) = &self.root {
            // The client would not say which file is missing.
            std::fs::metadata(path).map_err(ShareError::file(path))?;
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        let client = options.connect(&self.server).await.map_err(|error| said(&error))?;
        let mut context = jetstream::new(client);
        context.set_timeout(ANSWER);
        Ok(context)
    }

    /// A fault with what the broker has said about it.
    pub(super) fn explained(&self, fault: ShareError) -> ShareError {
        match (fault, self.refused.lock().take()) {
            (ShareError::Broker(fault), Some(word)) => ShareError::Broker(format!("{fault} ({word})")),
            (fault, _) => fault,
        }
    }
}
