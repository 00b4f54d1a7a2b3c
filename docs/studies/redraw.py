#!/usr/bin/env python3
"""Redraws one chart of a study from its data: the fair komi under every rule system, with its interval.

    pip install pandas matplotlib
    python3 docs/studies/redraw.py docs/studies/9x9 fair-komi.png

DuckDB reads the same files: SELECT system, fair_komi FROM 'docs/studies/9x9/populations.csv'.
What the columns mean is in docs/DATA.md.
"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, picture = pathlib.Path(sys.argv[1]), sys.argv[2]
    populations = pd.read_csv(folder / "populations.csv").iloc[::-1]
    komi = populations["fair_komi"]
    errors = [komi - populations["fair_komi_low"], populations["fair_komi_high"] - komi]
    figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
    axes.errorbar(komi, populations["system"], xerr=errors, fmt="o", capsize=4)
    axes.set_xlabel("fair komi in points, with its 95 % interval")
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(picture, dpi=150)
    print(populations[["system", "games", "fair_komi", "fair_komi_low", "fair_komi_high"]].to_string(index=False))


if __name__ == "__main__":
    main()
