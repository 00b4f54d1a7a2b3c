#!/usr/bin/env bash
# A small study in three parts under each scheduler that is there; the merged record must be that of the study in one piece.
# Slurm is that of the machine or, for root, one of this machine alone; HyperQueue is the package of $PYTHON.
#   DUNHUANG=target/release/dunhuang tests/shards/check.sh
set -euo pipefail
here=$(realpath "$(dirname "$0")")
export DUNHUANG=${DUNHUANG:-target/release/dunhuang}
DUNHUANG=$(realpath "$DUNHUANG")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
study=(study --size 5 --playouts 10 --rounds 6 --system living-stones --system chinese)
"$DUNHUANG" "${study[@]}" --out "$work/whole" >/dev/null 2>&1
same() {
  diff --brief --recursive --exclude=lock "$work/whole" "$work/$1/whole"
  echo "$1: three parts merged are the whole"
}
ran=0
if command -v parallel >/dev/null; then
  "$here/gnu-parallel.sh" 3 "$work/parallel" 2 "${study[@]}" >/dev/null 2>&1
  same parallel
  ran=$((ran + 1))
fi
slurm=()
if command -v sbatch >/dev/null; then
  if sinfo >/dev/null 2>&1; then
    slurm=("$here/slurm.sh")
  elif [ "$EUID" = 0 ] && command -v munged >/dev/null && command -v slurmctld >/dev/null; then
    slurm=("$here/slurm-here.sh" "$here/slurm.sh")
  fi
fi
if [ ${#slurm[@]} -gt 0 ]; then
  timeout 300 "${slurm[@]}" 3 "$work/slurm" "${study[@]}" >/dev/null 2>&1
  same slurm
  ran=$((ran + 1))
fi
python=${PYTHON:-python3}
if "$python" -c 'import hyperqueue' 2>/dev/null; then
  "$python" "$here/hyperqueue_parts.py" 3 "$work/hyperqueue" "${study[@]}" >/dev/null 2>&1
  same hyperqueue
  ran=$((ran + 1))
fi
echo "$ran of 3 schedulers were there"
