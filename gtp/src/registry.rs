//! The table of commands. Dispatch, listings, help and docs/GTP.md are all made from it.

use crate::commands::{
    admin, analysis, clock, core, counting, debug, ending, gogui, handicap, record, ruler, rules,
    show, views,
};
use crate::front::{Arguments, Front};
use crate::protocol::Answer;

/// When a command is listed; it works in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// Always.
    Always,
    /// With `--extensions`: it changes the state of the game in a way that a GUI does not know.
    Extensions,
    /// With `--ruler`: it makes GoGui take the program for a ruler.
    Ruler,
}

impl Listed {
    /// Its mark in the documentation.
    fn mark(self) -> &'static str {
        match self {
            Listed::Always => "",
            Listed::Extensions => " †",
            Listed::Ruler => " ‡",
        }
    }
}

/// A command.
pub struct Command {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Its arguments, as help shows them.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// The heading it stands under in the documentation.
    pub group: &'static str,
    /// When `list_commands` shows it.
    pub listed: Listed,
    /// What it does, in code.
    pub run: fn(&mut Front, Arguments) -> Answer,
}

impl Command {
    /// Name, arguments and help in one line.
    pub fn usage(&self) -> String {
        let space = if self.arguments.is_empty() { "" } else { " " };
        format!("{}{space}{} - {}", self.name, self.arguments, self.help)
    }
}

/// The command of this name, in any case.
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name.eq_ignore_ascii_case(name))
}

/// The commands that `list_commands` shows, in order.
pub fn listed(extensions: bool, ruler: bool) -> impl Iterator<Item = &'static Command> {
    let fits = move |c: &Command| match c.listed {
        Listed::Always => true,
        Listed::Extensions => extensions,
        Listed::Ruler => ruler,
    };
    COMMANDS.iter().filter(move |c| fits(c))
}

/// A row of the table.
macro_rules! command {
    ($group:literal, $name:literal $($rest:tt)*) => {
        command!(Always, $group, $name $($rest)*)
    };
    ($group:literal, extension $($rest:tt)*) => {
        command!(Extensions, $group, $($rest)*)
    };
    ($group:literal, ruler $($rest:tt)*) => {
        command!(Ruler, $group, $($rest)*)
    };
    ($listed:ident, $group:literal, $name:literal $arguments:literal, $run:path, $help:literal) => {
        Command {
            name: $name,
            arguments: $arguments,
            help: $help,
            group: $group,
            listed: Listed::$listed,
            run: $run,
        }
    };
}

/// Every command there is. `protocol_version` stands first, as clients expect.
#[rustfmt::skip]
pub static COMMANDS: &[Command] = &[
    command!("The program", "protocol_version" "", admin::protocol_version, "the version of GTP: 2"),
    command!("The program", "name" "", admin::name, "the program's name"),
    command!("The program", "version" "", admin::version, "the program's version"),
    command!("The program", "known_command" "NAME", admin::known_command, "whether there is a command of this name: `true` or `false`"),
    command!("The program", "list_commands" "", admin::list_commands, "the names of the commands, one a line"),
    command!("The program", "help" "[NAME]", admin::help, "what a command does, or what all do"),
    command!("The program", "quit" "", admin::nothing, "ends the program when the commands before it are answered"),
    command!("The program", "stop" "", admin::nothing, "cuts short every search of the commands before it"),
    command!("The program", "gogui-interrupt" "", admin::nothing, "says that the comment `# interrupt` stops a search"),
    command!("The program", "echo" "TEXT", admin::echo, "prints the text"),
    command!("The program", "cputime" "", admin::cputime, "seconds of processor time used so far"),
    command!("The program", "set_random_seed" "N", admin::set_random_seed, "sets the seed of all chance"),
    command!("The program", "get_random_seed" "", admin::get_random_seed, "the seed of all chance"),

    command!("The board", "boardsize" "N", core::boardsize, "starts a new game on an empty board of N x N points, 2 to 19"),
    command!("The board", "rectangular_boardsize" "WIDTH HEIGHT", core::rectangular_boardsize, "starts a new game on an empty board that may be oblong"),
    command!("The board", "clear_board" "", core::clear_board, "starts a new game; size, rules, komi and time settings stay"),
    command!("The board", "komi" "POINTS", core::komi, "sets the points added to White's total"),
    command!("The board", "get_komi" "", core::get_komi, "the komi in force"),
    command!("The board", "play" "COLOR VERTEX", core::play, "makes a move; `pass` is a virtual move where the rules have them"),
    command!("The board", "undo" "", core::undo, "takes back the last action: a move, a setup, handicap stones, an end, a resumption"),
    command!("The board", "gg-undo" "[N]", core::gg_undo, "takes back N actions, or none if there are fewer"),
    command!("The board", "showboard" "", show::showboard, "a picture of the position, with virtual stones and the state of the game"),
    command!("The board", "list_stones" "COLOR", show::list_stones, "the stones of a colour on the board"),
    command!("The board", "is_legal" "COLOR VERTEX", show::is_legal, "1 if the colour could play there as if it were its turn, else 0"),
    command!("The board", "all_legal" "COLOR", show::all_legal, "every point where the colour could play as if it were its turn"),
    command!("The board", "captures" "COLOR", show::captures, "the number of stones this colour took"),
    command!("The board", "last_move" "", show::last_move, "the last move"),
    command!("The board", "move_history" "", show::move_history, "all moves since the start or setup, the last first"),

    command!("Handicap and setup", "fixed_handicap" "N", handicap::fixed_handicap, "places 2 to 9 handicap stones on the traditional points"),
    command!("Handicap and setup", "place_free_handicap" "N", handicap::place_free_handicap, "places handicap stones where the engine likes"),
    command!("Handicap and setup", "set_free_handicap" "VERTEX…", handicap::set_free_handicap, "places handicap stones on these points"),
    command!("Handicap and setup", "gogui-setup" "COLOR VERTEX …", gogui::setup, "changes points of the position (colour `e` empties one) and restarts the history"),
    command!("Handicap and setup", "gogui-setup_player" "COLOR", gogui::setup_player, "says whose turn it is and restarts the history"),
    command!("Handicap and setup", "gogui-play_sequence" "COLOR VERTEX …", gogui::play_sequence, "makes these moves, or none if one is illegal"),

    command!("Game records", "loadsgf" "FILE [MOVE]", record::loadsgf, "goes to the position before this move of an SGF file, or to its end"),
    command!("Game records", "printsgf" "", record::printsgf, "the game as SGF"),

    command!("Playing", "genmove" "COLOR", core::genmove, "thinks of a move and makes it: a point, `pass` or `resign`"),
    command!("Playing", "reg_genmove" "COLOR", core::reg_genmove, "thinks of a move without making it"),
    command!("Playing", "kgs-genmove_cleanup" "COLOR", core::genmove_cleanup, "as genmove, but captures the opponent's dead stones before it passes, and never resigns"),
    command!("Playing", "time_settings" "MAIN PERIOD STONES", clock::time_settings, "time in seconds; a period without stones means no limit"),
    command!("Playing", "kgs-time_settings" "KIND …", clock::kind_and_numbers, "`none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN PERIOD STONES`"),
    command!("Playing", "kata-time_settings" "KIND …", clock::kind_and_numbers, "as kgs-time_settings, and `fischer MAIN INCREMENT`, `fischer-capped MAIN INCREMENT MAINLIMIT MOVELIMIT`"),
    command!("Playing", "kata-list_time_settings" "", clock::list_kinds, "the kinds of kata-time_settings"),
    command!("Playing", "time_left" "COLOR TIME STONES", clock::time_left, "what is left: main time if STONES is 0, else a period with so many stones or periods to go"),

    command!("Analysis", "kata-analyze" "[COLOR] [CENTISECONDS] …", analysis::kata_analyze, "searches until the next line of input and prints what it finds, as KataGo does"),
    command!("Analysis", "lz-analyze" "[COLOR] [CENTISECONDS] …", analysis::lz_analyze, "the same as Leela Zero does"),
    command!("Analysis", "kata-genmove_analyze" "[COLOR] [CENTISECONDS] …", analysis::kata_genmove, "genmove with analysis on the way; the last line is `play` and the move"),
    command!("Analysis", "lz-genmove_analyze" "[COLOR] [CENTISECONDS] …", analysis::lz_genmove, "the same as Leela Zero does"),
    command!("Analysis", "kata-search_analyze" "[COLOR] [CENTISECONDS] …", analysis::kata_search, "reg_genmove with analysis on the way; the last line is `play` and the move"),

    command!("Rules", "dunhuang-rules" "[PRESET]", rules::dunhuang_rules, "sets the rules and the komi of a preset, or prints the preset and every axis"),

    command!("Rules", "kata-get-rules" "", rules::get, "the rules in force as KataGo's JSON, our own keys after its own"),
    command!("Rules", "kata-set-rules" "RULES", rules::set_all, "sets the rules by a name in KataGo's sense or by JSON; komi stays"),
    command!("Rules", "kata-set-rule" "KEY VALUE", rules::set_one, "sets one rule"),

    command!("Virtual moves and the end", extension "dunhuang-virtual" "COLOR", ending::virtual_move, "makes a virtual move"),
    command!("Virtual moves and the end", "dunhuang-virtual_stones" "", ending::virtual_stones, "the number of virtual stones of each colour"),
    command!("Virtual moves and the end", "dunhuang-game_state" "", ending::game_state, "`playing`, `rest`, `ended forced`, `ended agreed` or `cycle`"),
    command!("Virtual moves and the end", extension "dunhuang-end" "[force] [count]", ending::end, "both sides agree that nobody will ever play again; `force`: one side demands it; `count` prints what `dunhuang-count` does"),
    command!("Virtual moves and the end", extension "dunhuang-resume" "", ending::resume, "play goes on after a rest"),

    command!("Results", "final_score" "", counting::final_score, "the result as it stands, such as `B+3.5`, `W+2` or `0`"),
    command!("Results", "final_status_list" "STATUS", counting::final_status_list, "the stones that are `alive`, `dead` or in `seki`, or the points of `black_territory`, `white_territory` or `dame`"),
    command!("Results", "living_score" "", counting::living_score, "the result by living stones, whatever rules are in force"),
    command!("Results", "dunhuang-count" "[METHOD] [--steps]", counting::count, "the result by a method and every figure behind it; `--steps` adds a board per step"),

    command!("GoGui", "gogui-analyze_commands" "", views::analyze_commands, "the views that GoGui offers in its menu"),
    command!("GoGui", "dunhuang-view" "NAME …", views::view, "draws a view for GoGui: ownership, moves, settlement, groups, bans, virtual, worth [PRESET PRESET], count METHOD [STEP]"),
    command!("GoGui", "gogui-title" "", views::title, "the title of GoGui's window"),
    command!("GoGui", "gogui-param_search" "[NAME VALUE]", views::param_search, "the search settings in GoGui's form, or sets one"),
    command!("GoGui", ruler "gogui-rules_game_id" "", ruler::game_id, "the name of the game, for GoGui's ruler mode"),
    command!("GoGui", ruler "gogui-rules_board" "", ruler::board, "the board as rows of `.`, `X` and `O`"),
    command!("GoGui", ruler "gogui-rules_board_size" "", ruler::board_size, "the size of the board"),
    command!("GoGui", ruler "gogui-rules_legal_moves" "", ruler::legal_moves, "the legal moves of the side to move; none once the game has ended"),
    command!("GoGui", ruler "gogui-rules_side_to_move" "", ruler::side_to_move, "`black` or `white`"),
    command!("GoGui", ruler "gogui-rules_final_result" "", ruler::final_result, "our count, once the game has ended or rests"),
    command!("GoGui", ruler "gogui-rules_captured_count" "", ruler::captured_count, "stones taken by Black, then by White"),
    command!("GoGui", ruler "gogui-rules_board_gfx" "", ruler::board_gfx, "the virtual moves and the state, drawn"),

    command!("Looking inside", "dunhuang-explain_illegal" "COLOR VERTEX", debug::explain_illegal, "why a move is illegal, or `legal`"),
    command!("Looking inside", "dunhuang-params" "[NAME [VALUE]]", debug::params, "prints the search settings or one of them, or sets one"),
    command!("Looking inside", "dunhuang-compare" "PRESET[:KOMI]… [visits N] [json]", debug::compare, "the position under each preset: best moves, values, regret of one's move under the other, and reasons, as `dunhuang compare`; on one thread"),
    command!("Looking inside", "dunhuang-position_key" "", debug::position_key, "the key of the whole position in hex; equal for equal whole positions"),
];

/// docs/GTP.md: every command in groups, in the order of the table.
pub fn reference() -> String {
    let mut text = String::from(
        "# GTP commands\n\n\
        Made from the table in `gtp/src/registry.rs`; change that, not this file. \
        COLOR is `b`, `w`, `black` or `white`; VERTEX a point such as `D4`, or `pass`.\n\n\
        All of them always work, but `list_commands` shows some only where they are wanted: those marked † with \
        `--extensions`, because they change the state of the game in a way that a GUI does not know; those marked \
        ‡ with `--ruler`, because they make GoGui let our rules drive the game.\n",
    );
    let mut group = "";
    for command in COMMANDS {
        if command.group != group {
            group = command.group;
            text += &format!("\n## {group}\n\n| command | what it does |\n| --- | --- |\n");
        }
        let space = if command.arguments.is_empty() {
            ""
        } else {
            " "
        };
        let mark = command.listed.mark();
        let (name, arguments) = (command.name, command.arguments);
        let help = command.help.replace('|', "\\|");
        text += &format!("| `{name}{space}{arguments}`{mark} | {help} |\n");
    }
    text
}
