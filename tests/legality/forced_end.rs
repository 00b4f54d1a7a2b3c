//! The forced end: the fourth virtual move at one on-board position, whenever it stood.

use dunhuang::game::{ActionError, End};
use dunhuang::rules::{ForcedEnd, PRESETS};
use dunhuang::{Board, Color, Game, IllegalMove, Move, Rules, Size, State};

fn rules(forced_end: ForcedEnd) -> Rules {
    Rules {
        forced_end,
        ..Rules::living_stones()
    }
}

fn empty(forced_end: ForcedEnd) -> Game {
    Game::new(Size::square(3), rules(forced_end))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.size().parse_move(text).expect("a move");
        game.play(game.to_move(), mv).expect(text);
    }
}

/// After an end nothing is legal for anybody, and only undo and setup are left.
fn assert_ended(game: &mut Game, state: State) {
    assert_eq!(game.state(), state);
    for color in Color::BOTH {
        assert!(game.legal_points(color).is_empty());
        for mv in game
            .size()
            .points()
            .map(Move::Real)
            .chain([Move::Pass, Move::Resign])
        {
            assert_eq!(game.check(color, mv), Err(IllegalMove::Ended));
            assert_eq!(game.play(color, mv), Err(IllegalMove::Ended));
        }
    }
    assert_eq!(game.agree_end(), Err(ActionError::Ended));
    assert_eq!(game.force_end(), Err(ActionError::Ended));
    assert_eq!(game.resume(), Err(ActionError::NoRest));
}

#[test]
fn the_fourth_virtual_move_at_one_position_ends_the_game() {
    let mut game = empty(ForcedEnd::Auto);
    play(&mut game, "B2 pass pass pass");
    assert_eq!((game.state(), game.virtual_moves_here()), (State::Rest, 3));
    play(&mut game, "pass");
    assert_eq!(game.virtual_moves_here(), 4);
    assert_ended(&mut game, State::EndedForced);
    game.undo().expect("the fourth");
    assert_eq!((game.state(), game.virtual_moves_here()), (State::Rest, 3));
    play(&mut game, "A1");
    assert_eq!(
        (game.state(), game.virtual_moves_here()),
        (State::Playing, 0)
    );
}

#[test]
fn either_colour_may_make_any_of_the_four() {
    for colors in 0..16u32 {
        let mut game = empty(ForcedEnd::Auto);
        for turn in 0..4 {
            assert_eq!(game.now().end, None);
            let color = Color::BOTH[(colors >> turn & 1) as usize];
            game.play(color, Move::Pass).expect("always legal");
        }
        assert_ended(&mut game, State::EndedForced);
        let white = colors.count_ones();
        assert_eq!(game.virtual_stones().white, white);
        assert_eq!(game.virtual_stones().black, 4 - white);
    }
}

#[test]
fn a_resume_does_not_reset_the_count() {
    let mut game = empty(ForcedEnd::Auto);
    play(&mut game, "pass pass");
    game.resume().expect("a rest");
    assert_eq!(
        (game.state(), game.virtual_moves_here()),
        (State::Playing, 2)
    );
    assert_eq!(game.resume(), Err(ActionError::NoRest));
    play(&mut game, "pass");
    assert_eq!(game.state(), State::Playing);
    play(&mut game, "pass");
    assert_ended(&mut game, State::EndedForced);
    for expected in [
        (State::Playing, 3),
        (State::Playing, 2),
        (State::Rest, 2),
        (State::Playing, 1),
    ] {
        game.undo().expect("an action");
        assert_eq!((game.state(), game.virtual_moves_here()), expected);
    }
}

/// A ko taken to and fro: the position of the start stands three times, and the virtual moves made
/// while it stood are added up; those at the other position are counted apart.
#[test]
fn the_count_is_kept_while_other_positions_stand() {
    let board = Board::from_diagram(".XO.\nX.XO\n.XO.\n....").expect("a position");
    let start = || Game::from_board(board.clone(), Color::White, rules(ForcedEnd::Auto));
    let mut game = start();
    play(&mut game, "pass pass");
    assert_eq!(game.virtual_moves_here(), 2);
    play(&mut game, "B3");
    assert_eq!(game.virtual_moves_here(), 0);
    play(&mut game, "pass pass");
    assert_eq!(game.virtual_moves_here(), 2);
    play(&mut game, "C3");
    assert_eq!(
        (game.virtual_moves_here(), game.state()),
        (2, State::Playing)
    );
    play(&mut game, "pass");
    assert_eq!(
        (game.virtual_moves_here(), game.state()),
        (3, State::Playing)
    );
    let mut other = game.clone();
    play(&mut game, "pass");
    assert_ended(&mut game, State::EndedForced);
    // Or the ko is taken once more, and the other position reaches its fourth.
    other
        .play(
            Color::White,
            other.size().parse_move("B3").expect("a point"),
        )
        .expect("legal");
    assert_eq!(other.virtual_moves_here(), 2);
    play(&mut other, "pass pass");
    assert_ended(&mut other, State::EndedForced);
}

#[test]
fn a_setup_forgets_the_count() {
    let mut game = empty(ForcedEnd::Auto);
    play(&mut game, "pass pass pass");
    game.setup(|_| None, Color::Black)
        .expect("the same position");
    assert_eq!(
        (game.state(), game.virtual_moves_here()),
        (State::Playing, 0)
    );
    play(&mut game, "pass pass pass");
    assert_eq!(game.now().end, None);
    game.undo()
        .and(game.undo())
        .and(game.undo())
        .expect("moves");
    game.undo().expect("the setup");
    assert_eq!(game.virtual_moves_here(), 3);
    play(&mut game, "pass");
    assert_ended(&mut game, State::EndedForced);
    // An ended game can be left by a setup.
    game.setup(|_| None, Color::White).expect("a position");
    assert_eq!((game.state(), game.now().end), (State::Playing, None));
}

#[test]
fn on_demand_the_end_comes_when_a_side_asks_for_it() {
    let mut game = empty(ForcedEnd::Demand);
    play(&mut game, "pass pass pass");
    assert_eq!(game.force_end(), Err(ActionError::CannotForce));
    play(&mut game, "pass pass");
    assert_eq!((game.state(), game.virtual_moves_here()), (State::Rest, 5));
    // While the position stands, and only then.
    play(&mut game, "A1");
    assert_eq!(game.force_end(), Err(ActionError::CannotForce));
    game.undo().expect("a move");
    game.force_end().expect("five virtual moves");
    assert_eq!(game.now().end, Some(End::Forced));
    assert_ended(&mut game, State::EndedForced);
    game.undo().expect("the end");
    assert_eq!((game.state(), game.virtual_moves_here()), (State::Rest, 5));
}

#[test]
fn switched_off_or_with_passes_nothing_is_forced() {
    let mut games = vec![empty(ForcedEnd::Off)];
    for preset in PRESETS.iter().filter(|p| !p.rules.virtual_moves) {
        for forced_end in [ForcedEnd::Auto, ForcedEnd::Demand, ForcedEnd::Off] {
            let rules = Rules {
                forced_end,
                ..preset.rules
            };
            games.push(Game::new(Size::square(3), rules));
        }
    }
    for mut game in games {
        play(&mut game, "pass pass pass pass pass pass");
        assert_eq!(game.state(), State::Rest);
        assert_eq!(game.force_end(), Err(ActionError::CannotForce));
        let virtual_moves = if game.rules().virtual_moves { 6 } else { 0 };
        assert_eq!(game.virtual_moves_here(), virtual_moves);
        let stones = game.virtual_stones();
        assert_eq!(stones.black + stones.white, virtual_moves);
        play(&mut game, "B2");
        assert_eq!(game.state(), State::Playing);
    }
}

#[test]
fn an_agreed_end_can_come_at_any_time_and_be_taken_back() {
    for preset in &PRESETS {
        let mut game = Game::new(Size::square(3), preset.rules);
        play(&mut game, "A1 B2");
        let before = game.board().clone();
        game.agree_end().expect("in play");
        assert_ended(&mut game, State::EndedAgreed);
        assert_eq!(game.board(), &before);
        game.undo().expect("the end");
        play(&mut game, "pass pass");
        assert_eq!(game.state(), State::Rest);
        game.agree_end().expect("at rest");
        assert_ended(&mut game, State::EndedAgreed);
    }
}
