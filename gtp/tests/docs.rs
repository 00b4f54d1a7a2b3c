//! docs/GTP.md is made from the table of commands. UPDATE_DOCS=1 writes it.

use dunhuang_gtp::registry;

#[test]
fn the_reference_is_up_to_date() {
    let path = format!("{}/../docs/GTP.md", env!("CARGO_MANIFEST_DIR"));
    let wanted = registry::reference();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &wanted).expect("docs can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        there, wanted,
        "run UPDATE_DOCS=1 cargo test -p dunhuang-gtp --test docs"
    );
}

#[test]
fn the_table_is_in_order() {
    let names: Vec<&str> = registry::COMMANDS.iter().map(|c| c.name).collect();
    assert_eq!(names[0], "protocol_version");
    for (i, command) in registry::COMMANDS.iter().enumerate() {
        assert!(
            !names[..i].contains(&command.name),
            "{} twice",
            command.name
        );
        assert_eq!(command.name, command.name.to_ascii_lowercase());
        assert!(
            !command.help.is_empty() && !command.help.ends_with('.'),
            "{}",
            command.name
        );
    }
    // GoGui takes a program that lists any of these for a ruler.
    for command in registry::COMMANDS {
        let ruler = command.listed == registry::Listed::Ruler;
        assert_eq!(ruler, command.name.starts_with("gogui-rules_"));
    }
    // A client takes this name for an older protocol.
    assert!(!names.contains(&"analyze"));
}
