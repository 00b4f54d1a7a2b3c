#!/usr/bin/env bash
# Plays a contest or a study in parts under GNU Parallel and merges them in FOLDER/whole:
#   gnu-parallel.sh PARTS FOLDER JOBS contest|study OPTIONS…      (without --out and --shard)
# The same command goes on where it was stopped. Other machines that share FOLDER are named in $PARALLEL (--sshlogin).
set -euo pipefail
parts=$1 folder=$2 jobs=$3 what=$4
shift 4
program=${DUNHUANG:-dunhuang}
mkdir -p "$folder"
seq 0 $((parts - 1)) |
  parallel --will-cite --quote --jobs "$jobs" --halt soon,fail=1 \
    "$program" "$what" "$@" --shard "{}/$parts" --out "$folder/part{}"
# What was merged before stays until there is something better.
rm -rf "$folder/new"
"$program" "$what" merge --out "$folder/new" "$folder"/part*
rm -rf "$folder/whole"
mv "$folder/new" "$folder/whole"
