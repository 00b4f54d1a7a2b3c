#!/usr/bin/env bash
# Runs a command on a Slurm cluster of this one machine that lives as long as the command: slurm-here.sh COMMAND…
# Needs root and Debian's slurm-wlm; a Slurm that the machine may have is left alone.
set -euo pipefail
work=$(mktemp -d)
chmod 755 "$work"
pids=()
end() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap end EXIT
host=$(hostname -s)
dd if=/dev/urandom of="$work/key" bs=1 count=128 status=none
chmod 600 "$work/key"
export SLURM_CONF=$work/slurm.conf
cat >"$SLURM_CONF" <<CONF
ClusterName=here
SlurmctldHost=$host
SlurmctldAddr=127.0.0.1
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldPort=26817
SlurmdPort=26818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
mkdir "$work/state" "$work/spool"
munged --force --foreground --key-file="$work/key" --socket="$work/munge.socket" --pid-file="$work/munge.pid" \
  --log-file="$work/munge.log" --seed-file="$work/munge.seed" >"$work/munged.out" 2>&1 &
pids+=($!)
slurmctld -D -i >"$work/slurmctld.log" 2>&1 &
pids+=($!)
slurmd -D -N "$host" >"$work/slurmd.log" 2>&1 &
pids+=($!)
for _ in {1..60}; do
  if sinfo --noheader --states=idle 2>/dev/null | grep -q .; then
    "$@"
    exit
  fi
  sleep 0.5
done
cat "$work"/*.log "$work"/munged.out >&2
exit 1
