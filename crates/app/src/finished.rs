//! `Finished`: a future that runs to its end even if it is dropped.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use crate::host::Host;

/// A future that continues in a background task if it is dropped before its end. Until then it needs no task.
pub(crate) struct Finished<T: Send + 'static> {
    work: Option<BoxFuture<'static, T>>,
    host: Arc<dyn Host>,
}

impl<T: Send + 'static> Finished<T> {
    pub(crate) fn new(host: Arc<dyn Host>, work: impl Future<Output = T> + Send + 'static) -> Self {
        Self { work: Some(Box::pin(work)), host }
    }
}

impl<T: Send + 'static> Future for Finished<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let work = self.work.as_mut().expect("nobody asks again after the end");
        let polled = work.as_mut().poll(context);
        if polled.is_ready() {
            self.work = None;
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Finished<T> {
    fn drop(&mut self) {
        let Some(work) = self.work.take() else { return };
        self.host.spawn(Box::pin(work.map(drop)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot;

    use crate::test_host::TestHost;

    #[tokio::test]
    async fn what_is_dropped_half_way_is_finished() {
        let (begin, begun) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let mut work = Finished::new(TestHost::new(), async move {
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
        assert_eq!(Finished::new(TestHost::new(), async { 7 }).await, 7);
    }
}
