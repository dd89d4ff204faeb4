//! A genetic algorithm on whole numbers (Holland 1975; opponent-model thesis, section 5.5.3).
//!
//! The fittest of a generation live on and breed the next one: a child takes the genes of one parent up to a point and
//! those of another from there on; then each gene may be drawn anew or move a little. How fit a chromosome is, the caller
//! says. What is drawn depends on the seed and the generation alone, so a population and its number are all there is to
//! resume from.

use plywood_core::random::{Rng, below, derive, seeded, unit};

/// How to breed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// Genes of a chromosome.
    pub genes: usize,
    /// Chromosomes of a generation.
    pub population: usize,
    /// How many of them breed.
    pub parents: usize,
    /// How likely a gene is drawn anew.
    pub large: f64,
    /// How likely it moves a little.
    pub small: f64,
    /// Genes lie between this and its negation.
    pub most: i32,
    /// The most that a small change is.
    pub step: i32,
    /// The seed of everything drawn.
    pub seed: u64,
}

impl Recipe {
    fn gene(&self, rng: &mut Rng) -> i32 {
        below(rng, 2 * self.most as usize + 1) as i32 - self.most
    }

    fn changed(&self, gene: i32, rng: &mut Rng) -> i32 {
        let drawn = unit(rng);
        if drawn < self.large {
            self.gene(rng)
        } else if drawn < self.large + self.small {
            let by = 1 + below(rng, self.step as usize) as i32;
            (if below(rng, 2) == 0 { gene + by } else { gene - by }).clamp(-self.most, self.most)
        } else {
            gene
        }
    }
}

/// A generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Population {
    /// Its number, from zero.
    pub generation: u64,
    /// Its chromosomes; those that bred it come first.
    pub chromosomes: Vec<Vec<i32>>,
}

impl Population {
    /// The first generation: every gene is drawn.
    pub fn first(recipe: &Recipe) -> Population {
        let mut rng = seeded(derive(recipe.seed, 0));
        let mut draw = || (0..recipe.genes).map(|_| recipe.gene(&mut rng)).collect();
        Population { generation: 0, chromosomes: (0..recipe.population).map(|_| draw()).collect() }
    }

    /// The next generation, by how fit each of this one is.
    pub fn next(&self, recipe: &Recipe, fitness: &[f64]) -> Population {
        let generation = self.generation + 1;
        let mut rng = seeded(derive(recipe.seed, generation));
        let parents: Vec<&Vec<i32>> =
            fittest(fitness, recipe.parents).into_iter().map(|place| &self.chromosomes[place]).collect();
        let mut chromosomes: Vec<Vec<i32>> = parents.iter().map(|parent| (*parent).clone()).collect();
        while chromosomes.len() < recipe.population {
            let [one, other] = [0, 1].map(|_| parents[below(&mut rng, parents.len())]);
            let point = below(&mut rng, recipe.genes);
            let genes = one[..point].iter().chain(&other[point..]);
            chromosomes.push(genes.map(|gene| recipe.changed(*gene, &mut rng)).collect());
        }
        Population { generation, chromosomes }
    }
}

/// The places of the fittest, the first of equals before others.
pub fn fittest(fitness: &[f64], count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..fitness.len()).collect();
    places.sort_by(|one, other| fitness[*other].total_cmp(&fitness[*one]));
    places.truncate(count);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe =
        Recipe { genes: 12, population: 60, parents: 8, large: 0.05, small: 0.2, most: 50, step: 4, seed: 3 };

    /// How near a chromosome is to a hidden one.
    fn fitness(chromosome: &[i32]) -> f64 {
        let away = chromosome.iter().enumerate().map(|(place, gene)| (gene - 7 * (place as i32 % 5)).abs());
        -f64::from(away.sum::<i32>())
    }

    fn bred(mut population: Population, generations: u64) -> Population {
        while population.generation < generations {
            let fitness: Vec<f64> = population.chromosomes.iter().map(|one| fitness(one)).collect();
            population = population.next(&RECIPE, &fitness);
        }
        population
    }

    #[test]
    fn finds_what_is_hidden() {
        let best = |population: &Population| {
            population.chromosomes.iter().map(|one| fitness(one)).fold(f64::NEG_INFINITY, f64::max)
        };
        let first = Population::first(&RECIPE);
        let last = bred(first.clone(), 80);
        assert!(best(&first) < -150.0 && best(&last) > -12.0, "{} {}", best(&first), best(&last));
        assert!(last.chromosomes.iter().flatten().all(|gene| gene.abs() <= RECIPE.most));
    }

    #[test]
    fn what_is_resumed_comes_to_the_same() {
        let half = bred(Population::first(&RECIPE), 5);
        assert_eq!(bred(half.clone(), 10), bred(Population::first(&RECIPE), 10));
        assert_eq!((half.chromosomes.len(), half.chromosomes[0].len()), (60, 12));
    }

    #[test]
    fn the_fittest_come_first_and_of_equals_the_first() {
        assert_eq!(fittest(&[1.0, 3.0, 3.0, 2.0], 3), [1, 2, 3]);
    }
}
