//! Rules as text: every form that is printed is read back, over all combinations of axes.

use dunhuang::Color;
use dunhuang::Rules;
use dunhuang::rules::{
    Cycle, Ending, ForcedEnd, HandicapBonus, PRESETS, Repetition, Scoring, Suicide, Tax, parse_komi,
};
use serde_json::Value;

/// Every combination of the axes: 2^6 * 3^4 * 4 * 2^3 rules.
fn all_rules() -> impl Iterator<Item = Rules> {
    let radices = [2, 2, 3, 4, 2, 2, 3, 2, 2, 2, 3, 2, 3, 2];
    let count: usize = radices.iter().product();
    (0..count).map(move |number| {
        let mut rest = number;
        let mut digit = radices.iter().map(|radix| {
            let digit = rest % radix;
            rest /= radix;
            digit
        });
        let mut next = || digit.next().unwrap();
        Rules {
            first: Color::BOTH[next()],
            virtual_moves: next() == 1,
            suicide: [Suicide::None, Suicide::MultiStone, Suicide::All][next()],
            repetition: [
                Repetition::SimpleKo,
                Repetition::Positional,
                Repetition::Situational,
                Repetition::Virtual,
            ][next()],
            cycle: [Cycle::Draw, Cycle::NoResult][next()],
            scoring: [Scoring::Area, Scoring::Territory][next()],
            tax: [Tax::None, Tax::Seki, Tax::All][next()],
            touch_points: next() == 1,
            compensation: next() == 1,
            pass_stones: next() == 1,
            forced_end: [ForcedEnd::Auto, ForcedEnd::Demand, ForcedEnd::Off][next()],
            ending: [Ending::Agreement, Ending::TwoPasses][next()],
            handicap_bonus: [
                HandicapBonus::None,
                HandicapBonus::N,
                HandicapBonus::NMinusOne,
            ][next()],
            preset_stones: next() == 1,
            komi: (number % 29) as f32 / 2.0 - 7.0,
        }
    })
}

#[test]
fn every_form_is_read_back() {
    // A step coprime to the radices visits a fraction of the 497,664 combinations evenly.
    for rules in all_rules().step_by(7) {
        let komi = rules.komi;
        assert_eq!(Rules::parse_axes(&rules.axes_text()).unwrap(), rules);
        let json = rules.katago_json();
        assert_eq!(Rules::parse_katago(&json, komi).unwrap(), rules, "{json}");
        let short = rules.katago_short();
        assert_eq!(Rules::parse_katago(&short, komi).unwrap(), rules, "{short}");
        let ru = rules.to_ru();
        let read = Rules::from_ru(&ru).unwrap();
        assert_eq!(Rules { komi, ..read }, rules, "{ru}");
    }
}

#[test]
fn single_axes_lead_from_any_rules_to_any_other() {
    let step = 4999;
    let mut rules = Rules::default();
    for wanted in all_rules().step_by(step) {
        for (name, value) in wanted.axes().iter().skip(1) {
            rules.set_axis(name, value).unwrap();
        }
        assert_eq!(rules, wanted);
    }
    for wanted in all_rules().skip(5).step_by(step) {
        let json: Value = serde_json::from_str(&wanted.katago_json()).unwrap();
        let map = json.as_object().unwrap();
        for (key, value) in map.iter().rev() {
            let text = value.as_str().map_or(value.to_string(), String::from);
            rules.set_katago(key, &text).unwrap();
        }
        // `suicide` comes first in reverse order, so the third value's own key is the last word.
        rules.komi = wanted.komi;
        assert_eq!(rules, wanted);
    }
}

#[test]
fn every_preset_is_named_and_printed_first() {
    for preset in &PRESETS {
        assert_eq!(preset.rules.axes()[0], ("preset", preset.name.to_string()));
        let lines = preset.rules.axes_text();
        assert!(
            lines.starts_with(&format!("preset: {}\n", preset.name)),
            "{lines}"
        );
        let mut rules = Rules::preset("japanese").unwrap();
        rules
            .set_axis("preset", &preset.name.to_uppercase())
            .unwrap();
        assert_eq!(rules, preset.rules);
        assert_eq!(Rules::from_ru(preset.name).unwrap(), preset.rules);
        assert_eq!(Rules::from_ru(&preset.rules.to_ru()).unwrap(), preset.rules);
    }
}

/// KataGo's documented equivalents: name, ko, scoring, suicide, tax, bonus.
const KATAGO: [(&str, &str, &str, bool, &str, &str); 16] = [
    ("tromp-taylor", "POSITIONAL", "AREA", true, "NONE", "0"),
    ("chinese", "SIMPLE", "AREA", false, "NONE", "N"),
    ("chinese-ogs", "POSITIONAL", "AREA", false, "NONE", "N"),
    ("chinese-kgs", "POSITIONAL", "AREA", false, "NONE", "N"),
    ("Chinese_KGS", "POSITIONAL", "AREA", false, "NONE", "N"),
    ("japanese", "SIMPLE", "TERRITORY", false, "SEKI", "0"),
    ("korean", "SIMPLE", "TERRITORY", false, "SEKI", "0"),
    ("stone-scoring", "SIMPLE", "AREA", false, "ALL", "0"),
    ("ancient area", "SIMPLE", "AREA", false, "ALL", "0"),
    (
        "ancient-territory",
        "SIMPLE",
        "TERRITORY",
        false,
        "ALL",
        "0",
    ),
    ("aga", "SITUATIONAL", "AREA", false, "NONE", "N-1"),
    ("bga", "SITUATIONAL", "AREA", false, "NONE", "N-1"),
    ("french", "SITUATIONAL", "AREA", false, "NONE", "N-1"),
    ("new-zealand", "SITUATIONAL", "AREA", true, "NONE", "0"),
    ("ing", "POSITIONAL", "AREA", true, "NONE", "0"),
    ("TrompTaylor", "POSITIONAL", "AREA", true, "NONE", "0"),
];

#[test]
fn names_mean_what_katago_means_and_leave_komi_alone() {
    for (name, ko, scoring, suicide, tax, bonus) in KATAGO {
        let rules = Rules::parse_katago(name, 5.5).unwrap();
        assert_eq!(rules.komi, 5.5);
        assert!(!rules.virtual_moves && !rules.compensation, "{name}");
        assert_eq!(rules.first, Color::Black);
        let json: Value = serde_json::from_str(&rules.katago_json()).unwrap();
        assert_eq!(json["ko"], ko, "{name}");
        assert_eq!(json["scoring"], scoring, "{name}");
        assert_eq!(json["suicide"], suicide, "{name}");
        assert_eq!(json["tax"], tax, "{name}");
        assert_eq!(json["whiteHandicapBonus"], bonus, "{name}");
        assert_eq!(json["hasButton"], false);
    }
    let living = Rules::parse_katago("living-stones", 7.0).unwrap();
    assert_eq!(
        living,
        Rules {
            komi: 7.0,
            ..Rules::living_stones()
        }
    );
}

#[test]
fn texts_of_katago_are_read() {
    let rules = |text: &str| Rules::parse_katago(text, 7.5).unwrap();
    assert_eq!(
        rules("koPOSITIONALscoreAREAtaxNONEsui1whb0").katago_short(),
        "koPOSITIONALscoreAREAtaxNONEsui1"
    );
    assert_eq!(rules("koSIMPLEscoreTERRITORY").tax, Tax::Seki);
    assert_eq!(rules(r#"{"scoring":"TERRITORY"}"#).tax, Tax::Seki);
    assert_eq!(
        rules("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1"),
        rules("aga")
    );
    assert_eq!(
        rules(" ko SIMPLE scoring AREA whbN button0"),
        rules(r#"{"ko":"SIMPLE","score":"AREA","suicide":true,"whiteHandicapBonus":"N"}"#)
    );
    assert_eq!(
        rules(
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#
        ),
        rules("chinese")
    );
    // Only we know this ko rule; what is not said is as under living stones.
    let ours = rules(r#"{"ko":"VIRTUAL","tax":"ALL"}"#);
    assert_eq!(
        ours,
        Rules {
            komi: 7.5,
            ..Rules::living_stones()
        }
    );
}

#[test]
fn what_is_not_known_is_refused_with_what_is_allowed() {
    let errors = [
        (
            Rules::parse_katago("quidditch", 0.0).unwrap_err(),
            "chinese-ogs",
        ),
        (
            Rules::parse_katago("quidditch", 0.0).unwrap_err(),
            "living-stones",
        ),
        (Rules::parse_katago("", 0.0).unwrap_err(), "living-stones"),
        (
            Rules::parse_katago("aga-button", 0.0).unwrap_err(),
            "no button",
        ),
        (
            Rules::parse_katago("koSPIGHTscoreAREA", 0.0).unwrap_err(),
            "SIMPLE, POSITIONAL, SITUATIONAL or VIRTUAL",
        ),
        (
            Rules::parse_katago("koSIMPLEkomi7.5", 0.0).unwrap_err(),
            "command komi",
        ),
        (
            Rules::parse_katago(r#"{"ko":"SPIGHT"}"#, 0.0).unwrap_err(),
            "VIRTUAL",
        ),
        (
            Rules::parse_katago(r#"{"hasButton":true}"#, 0.0).unwrap_err(),
            "must be false",
        ),
        (
            Rules::parse_katago(r#"{"komi":7}"#, 0.0).unwrap_err(),
            "command komi",
        ),
        (
            Rules::parse_katago(r#"{"ko":["SIMPLE"]}"#, 0.0).unwrap_err(),
            "a word",
        ),
        (
            Rules::parse_katago(r#"{"ko":"SIMPLE""#, 0.0).unwrap_err(),
            "JSON",
        ),
        (
            Rules::parse_katago(r#"{"kø":"SIMPLE"}"#, 0.0).unwrap_err(),
            "virtualMoves",
        ),
        (
            Rules::default().set_katago("tax", "half").unwrap_err(),
            "NONE, SEKI or ALL",
        ),
        (
            Rules::default().set_axis("tax", "half").unwrap_err(),
            "none, seki or all",
        ),
        (
            Rules::default().set_axis("fax", "1").unwrap_err(),
            "touch-points",
        ),
        (
            Rules::default().set_axis("preset", "x").unwrap_err(),
            "point-counting-art",
        ),
        (
            Rules::default().set_axis("komi", "NaN").unwrap_err(),
            "must be a number",
        ),
        (Rules::parse_axes("komi 7").unwrap_err(), "name: value"),
        (Rules::from_ru("quidditch").unwrap_err(), "living-stones"),
    ];
    for (error, wanted) in errors {
        assert!(error.to_string().contains(wanted), "{error}");
    }
}

#[test]
fn komi_is_any_finite_number() {
    for (text, komi) in [
        ("7.5", 7.5),
        (" 7,5 ", 7.5),
        ("-0", 0.0),
        ("0", 0.0),
        ("-3.25", -3.25),
        ("1e2", 100.0),
    ] {
        let read = parse_komi(text).unwrap();
        assert_eq!(read.to_string(), (komi as f32).to_string());
    }
    for text in [
        "", "NaN", "inf", "-inf", "1e99", "seven", "7,5,0", "7.5 moku",
    ] {
        assert!(parse_komi(text).is_err(), "{text}");
    }
}

#[test]
fn ru_as_others_write_it() {
    for (text, preset) in [
        ("Chinese", "chinese"),
        ("Japanese", "japanese"),
        ("AGA", "aga"),
        ("Japanese rules", "japanese"),
        ("korean", "japanese"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("Chinese Rules", "chinese"),
        ("中国规则", "chinese"),
        ("日本ルール", "japanese"),
        ("Living Stones", "living-stones"),
        ("tang", "tang"),
        ("living stones rules", "living-stones"),
        ("AGA's rules", "aga"),
        ("area", "chinese"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
    ] {
        assert_eq!(
            Rules::from_ru(text).unwrap().preset_name(),
            Some(preset),
            "{text}"
        );
    }
    for text in [
        "GOE",
        "Ing",
        "NZ",
        "New Zealand",
        "Stone Scoring",
        "BGA",
        "chinese-kgs",
        "TrompTaylor",
        "koPOSITIONALscoreAREAtaxNONEsui0komi7.5",
        r#"{"ko":"SIMPLE"}"#,
    ] {
        assert!(Rules::from_ru(text).is_ok(), "{text}");
    }
    assert_eq!(Rules::from_ru("Japanese").unwrap().komi, 6.5);
    assert_eq!(Rules::from_ru("NZ").unwrap().komi, 7.0);
    let tang = Rules::from_ru("tang, presetStones true, ko POSITIONAL").unwrap();
    assert!(tang.preset_stones && tang.repetition == Repetition::Positional);
}
