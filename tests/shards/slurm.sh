#!/usr/bin/env bash
# Plays a contest or a study in parts as a Slurm job array and merges them in FOLDER/whole when all are done:
#   slurm.sh PARTS FOLDER contest|study OPTIONS…      (without --out and --shard; FOLDER on a shared disk)
# Waits for the merge. Options for sbatch (time, memory, partition) are given in its own variables, SBATCH_….
set -euo pipefail
parts=$1 folder=$(realpath -m "$2") what=$3
shift 3
program=${DUNHUANG:-dunhuang}
mkdir -p "$folder"
printf -v command '%q ' "$program" "$what" "$@"
array=$(sbatch --parsable --array="0-$((parts - 1))" --output="$folder/part%a.log" \
  --wrap "$command --shard \$SLURM_ARRAY_TASK_ID/$parts --out $(printf %q "$folder")/part\$SLURM_ARRAY_TASK_ID")
printf -v merge '%q ' "$program" "$what" merge --out "$folder/new"
printf -v at %q "$folder"
# What was merged before stays until there is something better.
merge="rm -rf $at/new && $merge $at/part*[0-9] && rm -rf $at/whole && mv $at/new $at/whole"
sbatch --parsable --wait --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes --output="$folder/merge.log" \
  --wrap "$merge"
cat "$folder/merge.log"
