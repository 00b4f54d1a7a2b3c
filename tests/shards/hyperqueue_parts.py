#!/usr/bin/env python3
"""Plays a contest or a study in parts under HyperQueue and merges them in FOLDER/whole.

    hyperqueue_parts.py PARTS FOLDER contest|study OPTIONS…      (without --out and --shard)

Needs the package `hyperqueue`. With HQ_SERVER_DIR the parts go to the workers of that server, which share FOLDER;
without it a server and one worker for this machine are started. The same command goes on where it was stopped.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from hyperqueue import Client, Job, LocalCluster


def submit(client, program, parts, folder, words):
    """Runs every part as a task; raises if one fails."""
    job = Job()
    for part in range(parts):
        part_words = ["--shard", f"{part}/{parts}", "--out", str(folder / f"part{part}")]
        job.program(
            [program, *words, *part_words],
            cwd=str(pathlib.Path.cwd()),
            stdout=str(folder / f"part{part}.log"),
            stderr=str(folder / f"part{part}.err"),
        )
    client.wait_for_jobs([client.submit(job)])


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    parts, folder, words = int(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3:]
    program = os.environ.get("DUNHUANG", "dunhuang")
    folder.mkdir(parents=True, exist_ok=True)
    server = os.environ.get("HQ_SERVER_DIR")
    if server:
        submit(Client(server), program, parts, folder, words)
    else:
        with tempfile.TemporaryDirectory() as here, LocalCluster(here) as cluster:
            cluster.start_worker()
            submit(cluster.client(), program, parts, folder, words)
    # What was merged before stays until there is something better.
    new, whole = folder / "new", folder / "whole"
    shutil.rmtree(new, ignore_errors=True)
    folders = [str(folder / f"part{part}") for part in range(parts)]
    merged = subprocess.run([program, words[0], "merge", "--out", str(new), *folders])
    if merged.returncode:
        sys.exit(merged.returncode)
    shutil.rmtree(whole, ignore_errors=True)
    new.rename(whole)


if __name__ == "__main__":
    main()
