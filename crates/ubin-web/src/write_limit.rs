//! A stream whose client must read: hyper has a time for what a client says, none for what it takes.
//!
//! A client that asks for much and reads nothing would keep its connection, and the search behind it, for as long as it likes. Here a write that waits for longer than a time
//! is an error, which ends the connection. Every byte that goes out begins the time anew, so a slow reader is no concern of ours.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// A stream with a time for every write.
pub(crate) struct WriteLimit<S> {
    stream: S,
    most: Duration,
    /// The end of the time, while a write waits.
    end: Option<Pin<Box<Sleep>>>,
}

impl<S: AsyncWrite + Unpin> WriteLimit<S> {
    pub(crate) fn new(stream: S, most: Duration) -> WriteLimit<S> {
        WriteLimit { stream, most, end: None }
    }

    /// The answer of a write, or the error of one that has waited for too long.
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(done) = write(Pin::new(&mut self.stream), context) {
            self.end = None;
            return Poll::Ready(done);
        }
        let most = self.most;
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(most)));
        ready!(end.as_mut().poll(context));
        // A caller that writes again after the error waits again.
        end.as_mut().reset(Instant::now() + most);
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteLimit<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteLimit<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.timed(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.timed(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.timed(context, AsyncWrite::poll_flush)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.timed(context, AsyncWrite::poll_shutdown)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    const MOST: Duration = Duration::from_millis(40);

    #[tokio::test]
    async fn a_reader_that_does_not_read_ends_the_stream() {
        let (ours, _theirs) = duplex(8);
        let error = WriteLimit::new(ours, MOST).write_all(&[7; 9]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn what_is_read_is_written_and_reading_has_no_end() {
        let (ours, mut theirs) = duplex(8);
        let mut stream = WriteLimit::new(ours, MOST);
        let reader = tokio::spawn(async move {
            let mut heard = [0; 32];
            theirs.read_exact(&mut heard).await.unwrap();
            // Longer than a write may wait.
            sleep(2 * MOST).await;
            theirs.write_all(&heard[..1]).await.unwrap();
        });
        stream.write_all(&[7; 32]).await.unwrap();
        assert_eq!(stream.read_u8().await.unwrap(), 7);
        reader.await.unwrap();
    }
}
