//! Every parser under fire: no panic, no hang, no memory without bound, whatever it is given.
//!
//! A case is made from its target's name, a seed and its number alone. `PLYWOOD_FUZZ_CASES` says how many there are in all
//! (a few thousand by default, ten million by command), `PLYWOOD_FUZZ_SEED` which, `PLYWOOD_FUZZ_TARGET` of which
//! parsers: those whose names contain it.

#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "fuzz/targets.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use allocation_counter::measure;
use plywood::core::Stop;
use plywood::core::parallel::{cores, pieces};
use plywood::core::random::{derive, seed_of};

/// What a case may take at its peak. Inputs have up to a few hundred thousand letters.
const MOST_BYTES: u64 = 256 << 20;
/// How often the watch ticks. Its ticks are the clock, not the time of day: a process that was frozen did not hang.
const TICK: Duration = Duration::from_millis(100);
/// Ticks that a case may take on a machine that others use too, and those after which it is taken to hang.
const LONGEST: u64 = 100;
const HANGS: u64 = 10 * LONGEST;
static TICKS: AtomicU64 = AtomicU64::new(0);

fn now() -> u64 {
    TICKS.load(Ordering::Relaxed)
}

/// The case that a target is at, and since when.
type Watched = Mutex<Option<(u64, String)>>;

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// What was wrong with a case.
fn wrong(target: &targets::Target, seed: u64, watched: &Watched) -> Option<String> {
    let mut input = String::new();
    let begun = now();
    *watched.lock().unwrap() = Some((begun, format!("{} of seed {seed}", target.name)));
    let mut outcome = Ok(());
    let taken = measure(|| {
        outcome = catch_unwind(AssertUnwindSafe(|| target.try_case(seed, &mut input)));
    });
    let taken = taken.bytes_max;
    *watched.lock().unwrap() = None;
    let complaint = match outcome {
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            format!(
                "panicked: {}",
                text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no words")
            )
        }
        Ok(()) if taken > MOST_BYTES => format!("took {} MB", taken >> 20),
        Ok(()) if now() - begun > LONGEST => format!("took {:?}", TICK * (now() - begun) as u32),
        Ok(()) => return None,
    };
    let shown: String = input.chars().take(600).collect();
    Some(format!("{}: {complaint}\n  input {shown:?}", target.name))
}

#[test]
fn nothing_breaks_a_parser() {
    let number = |name: &str, usual: u64| {
        setting(name).map_or(usual, |value| plywood::core::quantity::number(&value).expect("a number"))
    };
    let (cases, seed) = (number("PLYWOOD_FUZZ_CASES", 20_000), number("PLYWOOD_FUZZ_SEED", 1));
    let wanted = setting("PLYWOOD_FUZZ_TARGET").unwrap_or_default();
    let targets: Vec<targets::Target> =
        targets::all().into_iter().filter(|target| target.name.contains(&wanted)).collect();
    let shares: u64 = targets.iter().map(|target| u64::from(target.share)).sum();
    // Panics are caught and told once.
    std::panic::set_hook(Box::new(|_| {}));
    let (failures, tried) = (Mutex::new(Vec::new()), AtomicU64::new(0));
    let watched: Vec<Watched> = targets.iter().map(|_| Mutex::new(None)).collect();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        // What hangs cannot be caught: it is named, and the program ends.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::sleep(TICK);
                TICKS.fetch_add(1, Ordering::Relaxed);
                for watched in &watched {
                    if let Some((begun, case)) = &*watched.lock().unwrap()
                        && now() - begun > HANGS
                    {
                        eprintln!("hangs: {case}");
                        std::process::abort();
                    }
                }
            }
        });
        pieces(cores(), targets.len(), &Stop::new(), &|_| {}, |place| {
            let target = &targets[place];
            let own = derive(seed, seed_of(&target.name));
            let (mut count, mut found) = (0, 0);
            while count < cases * u64::from(target.share) / shares + 1 && found < 3 {
                if let Some(complaint) = wrong(target, derive(own, count), &watched[place]) {
                    failures.lock().unwrap().push(complaint);
                    found += 1;
                }
                count += 1;
            }
            tried.fetch_add(count, Ordering::Relaxed);
        });
        done.store(true, Ordering::Relaxed);
    });
    let _ = std::panic::take_hook();
    println!("{} cases of {} parsers by seed {seed}", tried.into_inner(), targets.len());
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// The limit on memory is one: what takes more for a moment is told, what takes all of it is not.
#[test]
fn what_takes_too_much_memory_is_told() {
    let complaint = |bytes: u64| {
        let take = move |_: &str| drop(std::hint::black_box(Vec::<u8>::with_capacity(bytes as usize)));
        let target = targets::Target::of_text("taker", 1, vec!["input".to_string()], take);
        wrong(&target, 1, &Mutex::new(None))
    };
    assert_eq!(complaint(MOST_BYTES / 2), None);
    assert!(complaint(MOST_BYTES + (1 << 20)).expect("it took too much").contains("took 257 MB"));
}
