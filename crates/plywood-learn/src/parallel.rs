//! Numbered games on several threads: what one comes to depends on its number alone.

/// What each number below `count` comes to, in their order; nothing where one came to nothing.
pub fn each<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let threads = threads.clamp(1, count.max(1));
    let lane = |first: usize| (first..count).step_by(threads).map(&work).collect::<Option<Vec<T>>>();
    let lanes: Vec<Option<Vec<T>>> = std::thread::scope(|scope| {
        let lane = &lane;
        let handles: Vec<_> = (0..threads).map(|first| scope.spawn(move || lane(first))).collect();
        handles.into_iter().map(|handle| handle.join().expect("no game panics")).collect()
    });
    let mut lanes = lanes.into_iter().map(|lane| lane.map(Vec::into_iter)).collect::<Option<Vec<_>>>()?;
    (0..count).map(|number| lanes[number % threads].next()).collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for threads in [0, 1, 3, 50] {
            let squares = each(threads, 20, |number| Some(number * number)).unwrap();
            assert!(squares.iter().enumerate().all(|(number, square)| *square == number * number));
            assert_eq!(squares.len(), 20);
            assert_eq!(each(threads, 20, |number| (number != 13).then_some(number)), None);
            assert_eq!(each(threads, 0, Some), Some(Vec::new()));
        }
    }
}
