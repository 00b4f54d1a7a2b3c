# What living stones mean, as a regression test in the form of gogui-regress and of GNU Go.
#   gogui-regress "dunhuang --playouts 500 --rules living-stones" living_stones.tst

# Essay 001, note 8: the winner depends on what is counted.
loadsgf ../../../tests/data/games/opposite-winners.sgf
10 final_score
#? [B\+1]
20 living_score
#? [B\+1]
dunhuang-rules chinese
komi 0
30 final_score
#? [W\+1]

# Whoever plays at A5 takes the other side's stones, and lives by it, whatever is counted.
dunhuang-rules living-stones
boardsize 5
clear_board
gogui-setup b B1 b B2 b B3 b B4 b B5 w A1 w A2 w A3 w A4 w C1 w C2 w C3 w C4 w C5 w D2 w D4 w E2 w E4
110 reg_genmove b
#? [A5]
120 reg_genmove w
#? [A5]
dunhuang-rules chinese
130 reg_genmove b
#? [A5]
140 reg_genmove w
#? [A5]

# Two groups with more than two eyes each: 7 stones and a path against 9 and 4.
dunhuang-rules living-stones
boardsize 5
clear_board
gogui-setup b B1 b B2 b B3 b B4 b A4 b A2 b B5 w C1 w C2 w C3 w C4 w C5 w D2 w D4 w E2 w E4
210 final_score
#? [W\+5]
220 dunhuang-game_state
#? [playing]

# Two virtual moves offer a rest, the fourth ends the game.
boardsize 3
clear_board
play w B2
play b pass
play w pass
310 dunhuang-game_state
#? [rest]
320 gogui-rules_legal_moves
#? [A3 B3 C3 A2 C2 A1 B1 C1 pass]
play b pass
play w pass
330 dunhuang-game_state
#? [ended forced]
340 dunhuang-virtual_stones
#? [black 2 white 2]
350 is_legal b A1
#? [0]
