"""Runs COMMAND in several processes at the same time; fails if one does."""
import subprocess
import sys

processes = [subprocess.Popen(sys.argv[1:]) for _ in range(8)]
statuses = [process.wait() for process in processes]
sys.exit(any(statuses))
