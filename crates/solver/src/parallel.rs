//! Threads and vectors: rayon's threads, and the widest vectors that `pulp` finds at run time. A module for wasm32 has one thread and
//! vectors of one width: there the same loops run in order, without code for other machines.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use rayon::{current_num_threads, prelude::*};
#[cfg(target_arch = "wasm32")]
pub(crate) use sequential::*;

/// Runs an operation with the widest vectors of the machine.
#[inline(always)]
pub(crate) fn run_vectorized<O: pulp::WithSimd>(operation: O) -> O::Output {
    #[cfg(not(target_arch = "wasm32"))]
    return pulp::Arch::new().dispatch(operation);
    #[cfg(target_arch = "wasm32")]
    operation.with_simd(pulp::Scalar)
}

/// What the solver uses of rayon, by the same names.
#[cfg(target_arch = "wasm32")]
mod sequential {
    use std::slice::{Chunks, ChunksMut, Iter};

    pub(crate) fn current_num_threads() -> usize {
        1
    }

    pub(crate) trait ParallelSlice<T> {
        fn par_iter(&self) -> Iter<'_, T>;
        fn par_chunks(&self, size: usize) -> Chunks<'_, T>;
        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }

        fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
            self.chunks(size)
        }

        fn par_chunks_mut(&mut self, size: usize) -> ChunksMut<'_, T> {
            self.chunks_mut(size)
        }
    }

    pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    pub(crate) trait ParallelIterator: Iterator + Sized {
        fn map_init<S, R>(
            self,
            init: impl FnOnce() -> S,
            work: impl Fn(&mut S, Self::Item) -> R,
        ) -> impl Iterator<Item = R> {
            let mut state = init();
            self.map(move |item| work(&mut state, item))
        }

        fn try_for_each_init<S, E>(
            mut self,
            init: impl FnOnce() -> S,
            work: impl Fn(&mut S, Self::Item) -> Result<(), E>,
        ) -> Result<(), E> {
            let mut state = init();
            self.try_for_each(|item| work(&mut state, item))
        }
    }

    impl<I: Iterator> ParallelIterator for I {}
}
