//! Trainers of bao at a small scale: what is interrupted and gone on with comes to the same file, on any number of threads.

use std::path::Path;

use crate::train;
use plywood_core::{Spec, Stop};

fn run(spec: &str, file: &Path, threads: usize, interrupt_after: Option<u64>) -> bool {
    let spec: Spec = spec.parse().unwrap();
    let spec = spec.with("file", &format!("\"{}\"", file.display())).unwrap();
    let spec = spec.with("threads", &threads.to_string()).unwrap();
    let stop = Stop::new();
    let mut told = 0;
    let trained = train("bao", &spec, &[], &stop, &mut |_| {
        told += 1;
        if interrupt_after == Some(told) {
            stop.raise();
        }
    });
    trained.unwrap();
    !stop.raised()
}

fn goes_on(spec: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let [straight, broken] = ["straight", "broken"].map(|name| folder.path().join(name));
    assert!(run(spec, &straight, 2, None));
    let mut sittings = 1;
    while !run(spec, &broken, 1, Some(2)) {
        sittings += 1;
        assert!(sittings < 20, "every sitting does something");
    }
    assert!(sittings > 1, "it was interrupted");
    let [straight, broken] = [straight, broken].map(|file| std::fs::read_to_string(file).unwrap());
    assert_eq!(straight, broken);
    straight
}

#[test]
fn breeding_goes_on_to_the_same_chromosomes() {
    let spec = "ga3(runs=2, generations=3, population=4, parents=2, games=4, proof=4, depth=2)";
    let text = goes_on(spec);
    assert_eq!(text.lines().filter(|line| line.starts_with("winner: ")).count(), 2);
    assert!(text != goes_on(&spec.replace("depth=2", "depth=2, seed=2")), "the seed counts");
}

#[test]
fn linear_weights_go_on_to_the_same() {
    goes_on("tdl2b(against=default, begin=nought, batches=5, batch=4, depth=2, signal=result)");
    goes_on("tdl2b(against=material, begin=ga3, batches=5, batch=7, depth=2)");
}

#[test]
fn a_gaussian_network_goes_on_to_the_same() {
    goes_on("ngnd6a(against=tdl2b, batches=5, depth=2)");
    goes_on("ngnd6a(against=tdl2b, batches=4, batch=3, depth=1, signal=result)");
}

#[test]
fn refusals_say_what_is_wrong() {
    let refused = |spec: &str| {
        let spec: Spec = spec.parse().unwrap();
        train("bao", &spec, &[], &Stop::new(), &mut |_| {}).unwrap_err().to_string()
    };
    assert!(refused("ga3(population=5, parents=6)").contains("no more than 5"));
    assert!(refused("tdl2b(against=nobody)").contains("nobody"));
    assert!(refused("tdl2b(begin=material)").contains("ga3, tdl2b or nought"));
    assert!(refused("ngnd6a(signal=loud)").contains("share"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights");
    let spec = "tdl2b(against=material, begin=nought, batches=1, batch=1, depth=1)";
    assert!(run(spec, &file, 1, None));
    let other = spec.replace("depth=1", &format!("depth=2, file=\"{}\"", file.display()));
    assert!(refused(&other).contains("was made by"));
}
