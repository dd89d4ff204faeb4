//! The memory that players ask for.

use plywood_players::memory::of_player;
use plywood_registry::game;

#[test]
fn tables_and_trees_are_counted() {
    let of = |name: &str, spec: &str| of_player(&*game(name).unwrap(), &spec.parse().unwrap()).unwrap() >> 20;
    assert_eq!(of("connect4", "ab"), 16);
    assert_eq!(of("connect4", "ab(table=64mb, threads=2)"), 64);
    assert_eq!(of("connect4", "ab(table=2^20)"), 32);
    assert_eq!(of("connect4", "ab(table=off)"), 0);
    assert_eq!(of("connect4", "uct"), 256);
    assert_eq!(of("connect4", "om(table=10MB, own_table=1MB)"), 21);
    assert_eq!(of("connect4", "prom(table=10MB, types=either(type, type), shared=off)"), 30);
    assert_eq!(of("nim", "formula"), 0);
    assert_eq!(of("connect4", "random"), 0);
    // Databases of the sliding tiles, with what is needed to make them; positions near the goal.
    assert_eq!(of("puzzle", "ida(estimate=555)"), 3);
    assert!(of("puzzle", "ida(estimate=78)") >= 550 && of("puzzle", "astar(estimate=78)") >= 550);
    assert_eq!(of("puzzle", "ida(estimate=manhattan)"), 0);
    assert_eq!(of("puzzle", "ida(estimate=manhattan, table=16MB, endings=20)"), 16 + 96);
    assert!(of("puzzle", "ida(endings=26)") > 4096);
    assert!(of("puzzle(size=3)", "ida(estimate=all)") < 1 && of("puzzle(size=3)", "breadth_first") == 0);
}
