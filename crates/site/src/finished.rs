//! `Finished`: work that is finished even when nobody waits for it any more.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;

/// A future that goes on in a task of its own when it is dropped half-way. As long as somebody waits for it, it costs no
/// task.
pub(crate) struct Finished<T: Send + 'static>(Option<BoxFuture<'static, T>>);

impl<T: Send + 'static> Finished<T> {
    pub(crate) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl<T: Send + 'static> Future for Finished<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let work = self.0.as_mut().expect("nobody asks again after the end");
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Finished<T> {
    fn drop(&mut self) {
        let Some(work) = self.0.take() else { return };
        // Without a runtime the whole server is ending, and the next one reads the journal.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn what_is_dropped_half_way_is_finished() {
        let (begin, begun) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let mut work = Finished::new(async move {
            let _ = begun.await;
            end.send(7).expect("somebody waits");
        });
        assert!((&mut work).now_or_never().is_none());
        drop(work);
        begin.send(()).expect("it goes on");
        assert_eq!(ended.await, Ok(7));
    }

    #[tokio::test]
    async fn what_is_waited_for_gives_its_answer() {
        assert_eq!(Finished::new(async { 7 }).await, 7);
    }
}
