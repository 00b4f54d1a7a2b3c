//! What the engine makes of the tactics suite, on a sample that a debug build can ask: the figures of
//! the whole suite are in docs/TACTICS.md, by `dunhuang tactics`.

#[path = "tactics/cases.rs"]
mod cases;

use cases::cases;
use dunhuang::search::{NoClock, Params};
use dunhuang::tactics::{Answer, Case, Wanted, solve};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The cases by category, in order of their names.
fn by_category() -> BTreeMap<String, Vec<(String, Case)>> {
    let mut categories: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (category, name, case) in cases() {
        categories.entry(category).or_default().push((name, case));
    }
    categories
}

fn solved(case: &Case, answer: &Answer, playouts: u64) -> bool {
    let params = Params {
        memory: 64,
        ..Params::default()
    };
    let said = solve(case, answer, &params, playouts, &NoClock).unwrap();
    said.is(&answer.wanted)
}

/// Every second case of every category, under all its rules.
#[test]
fn a_sample_of_every_category_is_solved() {
    let (mut all, mut right) = (0, 0);
    for (category, cases) in by_category() {
        let questions: Vec<(&Case, &Answer)> = cases
            .iter()
            .step_by(2)
            .flat_map(|(_, case)| case.answers.iter().map(move |answer| (case, answer)))
            .collect();
        let solved: usize = questions
            .par_iter()
            .map(|(case, answer)| usize::from(solved(case, answer, 2000)))
            .sum();
        println!("{category}: {solved}/{}", questions.len());
        assert!(questions.len() >= 3, "{category}: {}", questions.len());
        assert!(2 * solved >= questions.len(), "{category}: {solved}");
        (all, right) = (all + questions.len(), right + solved);
    }
    println!("all: {right}/{all}");
    assert!(all >= 200, "{all} questions");
    assert!(100 * right >= 85 * all, "{right} of {all}");
}

/// Two groups can be joined or cut: by living stones that is the best move, by area another is.
#[test]
fn groups_are_joined_where_living_stones_count() {
    let cases = &by_category()["joining"];
    let moves = |case: &Case, preset: &str| {
        let answer = case.answers.iter().find(|a| a.preset == preset).unwrap();
        match &answer.wanted {
            Wanted::Moves(moves) => (answer.clone(), moves.clone()),
            Wanted::Status(..) => panic!("no moves"),
        }
    };
    let questions: Vec<(&Case, Answer)> = cases
        .iter()
        .map(|(name, case)| {
            let (living, joins) = moves(case, "living-stones");
            let (_, area) = moves(case, "chinese");
            assert!(joins.iter().all(|mv| !area.contains(mv)), "{name}");
            (case, living)
        })
        .take(20)
        .collect();
    assert_eq!(questions.len(), 20);
    let solved: usize = questions
        .par_iter()
        .map(|(case, answer)| usize::from(solved(case, answer, 5000)))
        .sum();
    println!("joining, living stones, 5000 playouts: {solved} of 20");
    assert!(solved >= 18, "{solved} of 20");
}
