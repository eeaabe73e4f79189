use std::io::{ErrorKind, Write};

use proptest::prelude::*;

use super::*;

fn file_of(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

/// Offset of the owned part, the owned part, the whole, and whether it is the last.
type Piece = (u64, Vec<u8>, Vec<u8>, bool);

/// Every segment in order.
fn cut(file: &File, len: u64, layout: Layout) -> io::Result<Vec<Piece>> {
    cut_in(&Pool::default(), file, len, layout)
}

fn cut_in(pool: &Pool, file: &File, len: u64, layout: Layout) -> io::Result<Vec<Piece>> {
    let seen = Mutex::new(Vec::new());
    segments_in(pool, file, len, layout, || {
        |segment: Segment<'_>| {
            let at = segment.start + segment.from as u64;
            let piece = (at, segment.owned().to_vec(), segment.bytes.to_vec(), segment.last);
            seen.lock().unwrap().push(piece);
        }
    })?;
    let mut seen = seen.into_inner().unwrap();
    seen.sort();
    Ok(seen)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn owned_parts_are_the_input_and_contexts_are_its_neighbours(
        input in prop::collection::vec(any::<u8>(), 0..600),
        segment in 0usize..90,
        before in 0usize..120,
        after in 0usize..120,
    ) {
        let layout = Layout { segment, before, after };
        let seen = cut(&file_of(&input), input.len() as u64, layout).unwrap();
        let mut whole = Vec::new();
        for (at, owned, bytes, last) in &seen {
            let (from, to) = (*at as usize, *at as usize + owned.len());
            prop_assert_eq!(from, whole.len());
            let shown = from.saturating_sub(before)..(to + after).min(input.len());
            prop_assert_eq!(&input[shown], bytes.as_slice());
            prop_assert_eq!(*last, to == input.len());
            whole.extend_from_slice(owned);
        }
        prop_assert_eq!(whole, input);
    }

    #[test]
    fn what_a_buffer_held_before_never_shows(
        sizes in prop::collection::vec(0usize..600, 2..5),
        segment in 0usize..90,
        context in 0usize..120,
    ) {
        let layout = Layout { segment, before: context, after: context };
        let pool = Pool::default();
        for (index, size) in sizes.into_iter().enumerate() {
            let file = file_of(&vec![index as u8; size]);
            let used = cut_in(&pool, &file, size as u64, layout).unwrap();
            prop_assert_eq!(used, cut(&file, size as u64, layout).unwrap());
        }
    }

    #[test]
    fn seeking_reads_what_positioned_reading_does(
        input in prop::collection::vec(any::<u8>(), 1..300),
        at in 0u64..400,
        len in 0usize..100,
    ) {
        let file = file_of(&input);
        let file = Positioned::new(&file);
        let (mut one, mut other) = (vec![0; len], vec![0; len]);
        let (left, right) =
            (file.read_exact_at(&mut one, at), file.seek_and_read(&mut other, at));
        prop_assert_eq!(left.is_ok(), right.is_ok());
        if left.is_ok() {
            prop_assert_eq!(one, other);
        }
    }
}

#[test]
fn a_file_that_shrank_is_an_error() {
    let file = file_of(&[7; 1000]);
    let layout = Layout { segment: 64, before: 8, after: 8 };
    let error = cut(&file, 1001, layout).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
}

#[test]
fn an_empty_file_has_no_segments() {
    assert!(cut(&file_of(b""), 0, Layout::with_context(1, 1)).unwrap().is_empty());
}

#[test]
fn one_segment_is_visited_by_the_calling_thread() {
    let caller = std::thread::current().id();
    segments(&file_of(b"abc"), 3, Layout::with_context(1, 1), || {
        |segment: Segment<'_>| {
            assert_eq!(std::thread::current().id(), caller);
            assert_eq!(segment.bytes, b"abc");
        }
    })
    .unwrap();
}

#[test]
fn never_makes_more_workers_than_the_pool_has_threads() {
    let made = AtomicU64::new(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let layout = Layout { segment: 10, before: 0, after: 0 };
    let file = file_of(&[1; 1000]);
    let owned = AtomicU64::new(0);
    pool.install(|| {
        segments(&file, 1000, layout, || {
            made.fetch_add(1, Ordering::Relaxed);
            |segment: Segment<'_>| {
                owned.fetch_add(segment.owned().len() as u64, Ordering::Relaxed);
            }
        })
    })
    .unwrap();
    assert!((1..=3).contains(&made.into_inner()));
    assert_eq!(owned.into_inner(), 1000);
}
