//! Every entry that is listed as ready runs, and judges every claim of its own.

use super::*;

fn context<'a>(entry: &'static Entry, stop: &'a Stop, folder: &'a Path) -> Context<'a> {
    plywood_registry::install();
    let hands = Hands::Own;
    Context { entry, effort: Effort::Glance, seed: 1, threads: 2, stop, progress: &|_| {}, folder, hands }
}

#[test]
fn ready_entries_run_and_judge_every_claim() {
    let stop = Stop::new();
    for reproduction in reproductions() {
        let entry = published::entry(reproduction.id).expect("a reproduction names a published entry");
        let evidence =
            run(reproduction, &context(entry, &stop, tempfile::tempdir().unwrap().path())).unwrap();
        for judgement in &evidence.judgements {
            assert!(entry.claim(&judgement.claim).is_some(), "{} has no claim {}", entry.id, judgement.claim);
        }
        assert_eq!(evidence.judgements.len(), entry.claims.len(), "{}", entry.id);
        let again = run(reproduction, &context(entry, &stop, tempfile::tempdir().unwrap().path())).unwrap();
        // As text, in which what is no number equals itself.
        let same = format!("{evidence:?}") == format!("{again:?}");
        assert!(evidence.timed || same, "{} is not fixed by its seed", entry.id);
    }
}

/// Pieces that were done before an interrupt count, and the whole comes to what it would have come to.
#[test]
fn what_was_interrupted_goes_on() {
    let (entry, reproduction) = find("prom/figure7.6").unwrap();
    let [folder, other] = [0, 1].map(|_| tempfile::tempdir().unwrap());
    let stop = Stop::new();
    let halfway = |share: f64| {
        if share > 0.3 {
            stop.raise();
        }
    };
    let broken = run(reproduction, &Context { progress: &halfway, ..context(entry, &stop, folder.path()) });
    assert!(broken.unwrap_err().to_string().contains("goes on from there"));
    let go = Stop::new();
    let first = std::sync::Mutex::new(None);
    let heard = |share: f64| {
        first.lock().unwrap().get_or_insert(share);
    };
    let resumed =
        run(reproduction, &Context { progress: &heard, ..context(entry, &go, folder.path()) }).unwrap();
    assert!(first.lock().unwrap().is_some_and(|share| share > 0.2), "{first:?}");
    assert_eq!(resumed, run(reproduction, &context(entry, &go, other.path())).unwrap());
}

#[test]
fn every_entry_has_a_state_and_no_id_is_misspelt() {
    let mut ids: Vec<&str> = reproductions().map(|reproduction| reproduction.id).collect();
    ids.sort_unstable();
    ids.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1]));
    ids.iter().for_each(|id| assert!(published::entry(id).is_some(), "{id}"));
    for entry in published::entries() {
        assert_eq!(
            ids.contains(&&*entry.id),
            state(&entry.id) == State::Ready,
            "{} runs, or says why not",
            entry.id
        );
    }
    let cannot = published::entries().iter().filter(|entry| matches!(state(&entry.id), State::Cannot(_)));
    assert_eq!(cannot.count(), 1);
    assert!(find("om/figure9.9").err().unwrap().to_string().contains("om/figure3.6"));
    assert!(find("lecture/text-status").err().unwrap().to_string().contains("no claim of its own"));
}

#[test]
fn a_scale_multiplies_the_default_and_full_is_the_documents() {
    assert_eq!(Effort::Times(1.0).amount(100, 10_000), 100);
    assert_eq!(Effort::Times(0.0001).amount(100, 10_000), 1);
    assert_eq!(Effort::Times(200.0).amount(100, 10_000), 20_000);
    assert_eq!(Effort::Full.amount(100, 10_000), 10_000);
    // What the document did is never less than the default.
    assert_eq!(Effort::Full.amount(250, 100), 250);
}

#[test]
fn pages_are_whole_and_their_data_lie_beside_them() {
    let stop = Stop::new();
    let folder = tempfile::tempdir().unwrap();
    let (entry, reproduction) = find("billiards/table4.1").unwrap();
    let evidence = run(reproduction, &context(entry, &stop, folder.path())).unwrap();
    let made = crate::page::Made { scale: "1".to_string(), seed: 1, seconds: 0.5 };
    let path = crate::page::write(folder.path(), entry, &evidence, &made).unwrap();
    assert!(path.ends_with("billiards/table4.1/index.html"));
    let page = std::fs::read_to_string(&path).unwrap();
    for part in [entry.title.as_str(), "PickPocket thesis", "<svg", "table1.csv", "4 claims hold"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http"), "a page fetches nothing");
    let data = std::fs::read_to_string(path.with_file_name("data.json")).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&data).unwrap()["outcome"]["grids"].is_array());
    // The misprinted cell is the only one that stands apart.
    assert_eq!(page.matches("class=\"apart\"").count(), 1);
    let table = std::fs::read_to_string(path.with_file_name("table1.csv")).unwrap();
    assert_eq!(table.lines().count(), 65);
}
