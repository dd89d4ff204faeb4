//! Values computed by other means (scipy, constrained optimisation, two public engine testers), to their last
//! digit.

use super::*;

fn close(value: f64, expected: f64, digits: i32) {
    let tolerance = 0.500_001 * 10f64.powi(-digits);
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected} to {digits} digits");
}

fn ratio(model: Model, elo0: f64, elo1: f64, results: &impl Distribution) -> f64 {
    Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 }.ratio(results)
}

#[test]
fn e1_wilson() {
    let interval = wilson(60, 100, Z95);
    close(interval.low, 0.502_002_59, 8);
    close(interval.high, 0.690_598_71, 8);
    let interval = wilson(0, 20, Z95);
    close(interval.low, 0.0, 8);
    close(interval.high, 0.161_125_16, 8);
}

#[test]
fn e2_single_games() {
    let games = Trinomial::new(3746, 6527, 3507);
    let estimate = EloEstimate::new(&games, Z95).unwrap();
    close(estimate.elo.value, 6.0265, 4);
    close(estimate.elo.half_width(), 4.2088, 4);
    close(estimate.normalised.value, 8.3083, 4);
    close(estimate.normalised.half_width(), 5.8009, 4);
    close(estimate.superiority, 0.997_501, 6);
    close(ratio(Model::Normalised, 0.0, 3.0, &games), 2.330_884, 6);
    close(ratio(Model::Logistic, 0.0, 3.0, &games), 2.945_125, 6);
}

#[test]
fn e3_pairs() {
    let pairs = Pentanomial([177, 1629, 3083, 1780, 221]);
    let estimate = EloEstimate::new(&pairs, Z95).unwrap();
    close(estimate.elo.value, 6.0265, 4);
    close(estimate.elo.half_width(), 3.4929, 4);
    close(estimate.normalised.value, 10.0110, 4);
    close(estimate.normalised.half_width(), 5.8009, 4);
    close(estimate.superiority, 0.999_641, 6);
    close(ratio(Model::Normalised, 0.0, 3.0, &pairs), 2.912_857, 6);
    close(ratio(Model::Logistic, 0.0, 3.0, &pairs), 4.274_309, 6);
}

#[test]
fn e4_large_tests() {
    let pairs = Pentanomial([379, 10170, 21828, 10640, 343]);
    let estimate = EloEstimate::new(&pairs, Z95).unwrap();
    close(estimate.normalised.value, 3.0505, 4);
    close(estimate.normalised.half_width(), 2.3124, 4);
    close(ratio(Model::Normalised, 0.0, 2.0, &pairs), 2.945_495, 6);
    let pairs = Pentanomial([365, 16618, 36229, 16974, 390]);
    close(ratio(Model::Normalised, 0.0, 2.0, &pairs), 2.250_368, 6);
    let games = Trinomial::new(36433, 68692, 36027);
    close(ratio(Model::Normalised, 0.0, 2.0, &games), 0.923_293, 6);
}

#[test]
fn e5_a_level_match() {
    let estimate = EloEstimate::new(&Trinomial::new(1038, 1925, 1037), Z95).unwrap();
    close(estimate.superiority, 0.508_757, 6);
    close(estimate.elo.value, 0.087, 3);
    close(estimate.elo.half_width(), 7.756, 3);
}

#[test]
fn e6_empty_cells() {
    let pairs = Pentanomial([0, 0, 50, 50, 0]);
    let estimate = EloEstimate::new(&pairs, Z95).unwrap();
    close(estimate.elo.value, 88.739, 3);
    close(estimate.elo.half_width(), 18.179, 3);
    close(estimate.normalised.value, 245.674, 3);
    close(estimate.normalised.half_width(), 48.151, 3);
    close(ratio(Model::Normalised, 0.0, 10.0, &pairs), 1.958_334, 6);
}

#[test]
fn e7_ratings() {
    let points = [[0.0, 60.0, 75.0], [40.0, 0.0, 62.0], [25.0, 38.0, 0.0]].map(Vec::from);
    let ratings = bradley_terry(&points).unwrap();
    for (player, expected) in [86.2017, 4.9414, -91.1431].into_iter().enumerate() {
        close(ratings.elo[player], expected, 4);
    }
    for (player, expected) in [34.6, 33.2, 34.8].into_iter().enumerate() {
        close(Z95 * ratings.error(player), expected, 1);
    }
}

#[test]
fn bounds_and_what_crosses_them() {
    let even = Sprt { model: Model::Normalised, elo0: 0.0, elo1: 3.0, alpha: 0.05, beta: 0.05 };
    close(even.bounds().0, -2.9444, 4);
    close(even.bounds().1, 2.9444, 4);
    let uneven = Sprt { beta: 0.10, ..even };
    close(uneven.bounds().0, -2.2513, 4);
    close(uneven.bounds().1, 2.8904, 4);
    assert_eq!(even.decide(2.95), Decision::AcceptH1);
    assert_eq!(even.decide(2.94), Decision::Continue);
    assert_eq!(uneven.decide(-2.3), Decision::AcceptH0);
    assert!(Sprt { elo1: 0.0, ..even }.check().is_err());
    assert!(Sprt { alpha: 0.0, ..even }.check().is_err());
}

#[test]
fn ratings_need_a_bound_in_both_directions() {
    let whitewash = [[0.0, 5.0], [0.0, 0.0]].map(Vec::from);
    assert!(matches!(bradley_terry(&whitewash), Err(ratings::RatingError::Unbounded(_))));
    let apart = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]].map(Vec::from);
    assert_eq!(bradley_terry(&apart), Err(ratings::RatingError::Unbounded(vec![2])));
    assert_eq!(bradley_terry(&[vec![0.0, 1.0]]), Err(ratings::RatingError::NotATable));
}
