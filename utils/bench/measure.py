"""Time and memory of commands."""
import json
import os
import subprocess
import tempfile
import time


def run_once(command):
    """Returns (seconds, peak memory in MB); raises if the command fails."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: "
                           f"exit status {child.returncode}")
    return seconds, usage.ru_maxrss / 1024


def medians(commands, runs=20):
    """Median seconds of shell commands, by hyperfine, in one session."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run(
            ["hyperfine", "--shell=none", "--warmup", "3", "--runs", str(runs),
             "--export-json", report.name, *commands],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return [r["median"] for r in json.load(report)["results"]]
