//! What is written is read back, by our reader and by an independent one, and loads as it was.

use dunhuang::rng::Rng;
use dunhuang::rules::PRESETS;
use dunhuang::sgf::{GameTree, Header, NodeId, Options, Property, Value, read, write};
use dunhuang::{Color, Game, Move, Rules, Size, State};
use proptest::prelude::*;

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,3}",
        "[\\\\\\]\\[:;() \\n\\ta-c黒é]{0,12}",
        any::<String>()
    ]
}

fn properties() -> impl Strategy<Value = Property> {
    let ids = prop_oneof!["B", "W", "AB", "C", "GM", "LB", "[A-Z]{1,9}"]
        .prop_filter("the file's own", |id| id != "FF" && id != "CA");
    (ids, prop::collection::vec(texts(), 1..4)).prop_map(|(id, texts)| {
        let values = texts.iter().map(|text| Value::from_text(text)).collect();
        Property::new(&id, values)
    })
}

/// Trees in any shape: node n hangs on an earlier one.
fn trees() -> impl Strategy<Value = GameTree> {
    let node = (
        any::<prop::sample::Index>(),
        prop::collection::vec(properties(), 0..3),
    );
    prop::collection::vec(node, 1..12).prop_map(|nodes| {
        let mut tree = GameTree::new();
        let mut ids: Vec<NodeId> = vec![tree.root()];
        for (number, (parent, properties)) in nodes.into_iter().enumerate() {
            let id = if number == 0 {
                tree.root()
            } else {
                let id = tree.add_child(*parent.get(&ids));
                ids.push(id);
                id
            };
            *tree.properties_mut(id) = properties;
        }
        tree
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_tree_is_read_back(trees in prop::collection::vec(trees(), 1..4)) {
        let text = write(&trees);
        let again = read(text.as_bytes()).unwrap();
        prop_assert_eq!(again.encoding, "UTF-8");
        prop_assert!(!again.damaged && !again.broken_off);
        let said: Vec<GameTree> = trees.iter().filter(|tree| !tree.is_blank()).cloned().collect();
        if !said.is_empty() {
            prop_assert_eq!(&again.games, &said);
            prop_assert_eq!(write(&again.games), write(&said));
        }
    }

    #[test]
    fn any_text_is_read_back(text in any::<String>()) {
        let meant = text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
        let meant = meant.replace(['\t', '\x0b', '\x0c'], " ");
        if !text.contains("\n\r\n") && !text.contains("\r\n\r") {
            let value = Value::from_text(&text);
            prop_assert_eq!(value.text(), meant);
        }
    }

    #[test]
    fn another_reader_reads_what_we_write(mut tree in trees()) {
        // It insists on one sensible GM.
        let root = tree.root();
        tree.properties_mut(root).retain(|property| property.id() != "GM");
        let text = tree.to_sgf();
        let theirs = sgf_parse::parse(&text).unwrap();
        prop_assert_eq!(theirs.len(), 1);
        // Of theirs only the shape is compared: values they think invalid they keep in other forms.
        if let sgf_parse::GameTree::GoGame(root) = &theirs[0] {
            let mut count = 0;
            let mut stack = vec![root];
            let mut ids = Vec::new();
            while let Some(node) = stack.pop() {
                count += 1;
                ids.extend(node.properties().map(sgf_parse::SgfProp::identifier));
                stack.extend(node.children().collect::<Vec<_>>().into_iter().rev());
            }
            prop_assert_eq!(count, tree.node_count());
            ids.retain(|id| id != "FF" && id != "CA");
            let ours: Vec<String> = tree
                .preorder()
                .flat_map(|id| tree.properties(id).iter().map(|p| p.id().to_string()))
                .collect();
            prop_assert_eq!(ids, ours);
        }
    }
}

/// A random game with everything in it: passes, setups, rests resumed, ends.
fn random_game(rng: &mut Rng) -> Game {
    let side = |rng: &mut Rng| 2 + rng.below(6) as usize;
    let size = Size::new(side(rng), side(rng)).unwrap();
    let mut rules = PRESETS[rng.below(PRESETS.len() as u32) as usize].rules;
    rules.komi = rng.below(30) as f32 / 2.0 - 7.0;
    rules.preset_stones = rng.chance(0.2);
    let size = if rng.chance(0.1) {
        Size::square(9)
    } else {
        size
    };
    let mut game = Game::new(size, rules);
    for _ in 0..rng.below(60) {
        let color = match rng.below(10) {
            0 => game.to_move().opponent(),
            _ => game.to_move(),
        };
        let legal: Vec<_> = game.legal_points(color).iter().collect();
        match rng.below(20) {
            0 if game.board().empty_count() > 0 => {
                let keep = rng.below(4);
                let board = game.board().clone();
                let cleared = |p: dunhuang::Point| {
                    let stone = board.color_at(p)?;
                    (p.x() as u32 % 4 != keep).then_some(stone)
                };
                // Fewer stones never take a liberty away.
                game.setup(cleared, color).unwrap();
            }
            1 => {
                let _ = game.resume();
            }
            2 if rng.chance(0.1) => {
                let _ = game.agree_end();
            }
            3 => {
                let _ = game.force_end();
            }
            4..=6 => {
                let _ = game.play(color, Move::Pass);
            }
            _ if legal.is_empty() => {
                let _ = game.play(color, Move::Pass);
            }
            _ => {
                let point = legal[rng.below(legal.len() as u32) as usize];
                {
                    let _ = game.play(color, Move::Real(point));
                };
            }
        }
    }
    game
}

#[test]
fn any_game_is_the_same_after_its_record() {
    let mut rng = Rng::from_seed(3);
    let mut ended = 0;
    for _ in 0..1500 {
        let game = random_game(&mut rng);
        let header = Header {
            black: "Black]\\".into(),
            result: "0".into(),
            ..Header::default()
        };
        let text = GameTree::from_game(&game, &header).to_sgf();
        let tree = &read(text.as_bytes()).unwrap().games[0];
        assert_eq!(tree.root_text("PB").unwrap(), "Black]\\");
        let loaded = tree.to_game(&Options::default()).unwrap();
        assert_eq!(loaded.notes, [], "{text}");
        let again = loaded.game;
        assert_eq!(again.rules(), game.rules(), "{text}");
        assert_eq!(again.board(), game.board(), "{text}");
        assert_eq!(again.to_move(), game.to_move(), "{text}");
        assert_eq!(again.state(), game.state(), "{text}");
        assert!(again.moves().eq(game.moves()), "{text}");
        assert_eq!(again.virtual_stones(), game.virtual_stones(), "{text}");
        assert_eq!(again.lost_stones(), game.lost_stones(), "{text}");
        assert_eq!(
            again.virtual_moves_here(),
            game.virtual_moves_here(),
            "{text}"
        );
        assert_eq!(again.position_key(), game.position_key(), "{text}");
        assert_eq!(GameTree::from_game(&again, &header).to_sgf(), text);
        ended += u32::from(matches!(
            game.state(),
            State::EndedForced | State::EndedAgreed
        ));
    }
    assert!(ended > 20);
}

#[test]
fn positions_before_each_move() {
    let text = b"(;SZ[5]RU[tang]AB[aa]PL[W];W[cc];AB[ee];B[bb];W[];C[nothing];B[dd])";
    let tree = &read(text).unwrap().games[0];
    let stones = [1, 3, 4, 4, 5, 5];
    for (number, stones) in (1..).zip(stones) {
        let loaded = tree.to_game_before(number, &Options::default()).unwrap();
        assert_eq!(loaded.moves, (number - 1).min(4));
        let board = loaded.game.board();
        assert_eq!(
            board.stones(Color::Black) + board.stones(Color::White),
            stones,
            "{number}"
        );
    }
    let start = tree.to_game_before(0, &Options::default()).unwrap();
    assert_eq!((start.moves, start.game.to_move()), (0, Color::White));
    // Whose turn it is after a setup is told by the next move.
    let second = tree.to_game_before(2, &Options::default()).unwrap();
    assert_eq!(second.game.to_move(), Color::Black);
    // What stands behind the move asked for is not looked at.
    let text = b"(;SZ[5];B[cc];W[cc])";
    let tree = &read(text).unwrap().games[0];
    assert!(tree.to_game(&Options::default()).is_err());
    assert!(tree.to_game_before(2, &Options::default()).is_ok());
}

#[test]
fn rules_and_komi_of_the_caller_go_first() {
    let tree = |text: &str| read(text.as_bytes()).unwrap().games[0].clone();
    let rules = |text: &str, options: Options| *tree(text).to_game(&options).unwrap().game.rules();
    let tang = Rules::preset("tang").unwrap();
    let fallback = Options {
        fallback: tang,
        ..Options::default()
    };
    let ours = Options {
        rules: Some(tang),
        ..Options::default()
    };
    let komi = Options {
        komi: Some(1.5),
        ..Options::default()
    };
    let japanese = Rules::preset("japanese").unwrap();
    assert_eq!(rules("(;SZ[9])", fallback), tang);
    assert_eq!(rules("(;SZ[9]RU[Japanese])", fallback), japanese);
    assert_eq!(rules("(;SZ[9]RU[Japanese])", ours), tang);
    assert_eq!(
        rules("(;SZ[9]RU[Japanese]KM[5])", ours),
        Rules { komi: 5.0, ..tang }
    );
    assert_eq!(
        rules("(;SZ[9]RU[Japanese]KM[5])", komi),
        Rules {
            komi: 1.5,
            ..japanese
        }
    );
    assert_eq!(
        rules("(;SZ[9]RU[Japanese]HA[2]AB[aa][bb])", fallback).komi,
        0.0
    );
    assert_eq!(rules("(;SZ[9]RU[what]KM[x])", fallback), tang);
    let odd = tree("(;SZ[9]RU[what]KM[x])").to_game(&ours).unwrap();
    // Rules that are not used are nobody's concern; a komi that is no number is.
    assert_eq!(odd.notes.len(), 1);
}

#[test]
fn a_record_as_others_see_it() {
    let mut game = Game::new(Size::square(5), Rules::living_stones());
    for text in ["C3", "pass", "B3", "C2"] {
        let mv = game.size().parse_move(text).unwrap();
        game.play(game.to_move(), mv).unwrap();
    }
    game.setup(|p| (p.x() == 1).then_some(Color::Black), Color::White)
        .unwrap();
    let header = Header {
        black: "A [1k]".into(),
        white: "B\\C".into(),
        result: "W+2".into(),
        others: vec![Property::text("DT", "2026-01-02")],
    };
    let text = GameTree::from_game(&game, &header).to_sgf();
    let expected = concat!(
        "(;FF[4]GM[1]CA[UTF-8]AP[Dunhuang:",
        env!("CARGO_PKG_VERSION"),
        "]SZ[5]RU[living-stones]KM[0]",
        "PB[A [1k\\]]PW[B\\\\C]RE[W+2]DT[2026-01-02]PL[W]\n",
        ";W[cc]\n;B[]\n;W[bc]\n;B[cd]\n",
        ";AB[ba][bb][bc][bd][be]AE[cc][cd]PL[W])\n",
    );
    assert_eq!(text, expected);
}
