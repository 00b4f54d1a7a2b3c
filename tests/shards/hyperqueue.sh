#!/usr/bin/env bash
# Plays a contest or a study in parts as a HyperQueue task array and merges them:
#   hyperqueue.sh PARTS FOLDER contest|study OPTIONS…      (without --out and --shard; FOLDER on a shared disk)
# Needs a server (`hq server start`) and workers (`hq worker start`).
set -euo pipefail
parts=$1 folder=$(realpath -m "$2") what=$3
shift 3
program=${DUNHUANG:-dunhuang}
mkdir -p "$folder"
printf -v command '%q ' "$program" "$what" "$@"
hq submit --wait --array "0-$((parts - 1))" --stdout "$folder/part%{TASK_ID}.log" --stderr "$folder/part%{TASK_ID}.err" -- \
  bash -c "$command --shard \$HQ_TASK_ID/$parts --out $(printf %q "$folder")/part\$HQ_TASK_ID"
"$program" "$what" merge --out "$folder/whole" "$folder"/part*[0-9]
