"""kill.py PROGRAM FOLDER: kills the writer of the cache in FOLDER 100 times, at
growing times after its first file; each time the file must be whole. Prints
how many kills met a file that was being written."""
import pathlib
import subprocess
import sys
import time

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
halfway = 0
for turn in range(100):
    writer = subprocess.Popen([program], stdout=subprocess.PIPE)
    writer.stdout.readline()
    time.sleep(turn * 0.0003)
    writer.kill()
    writer.wait()
    leftovers = list(folder.glob("*.bin.*"))
    halfway += bool(leftovers)
    for leftover in leftovers:
        leftover.unlink()
    if subprocess.run([program, "read"]).returncode != 0:
        sys.exit(f"after kill {turn} the file was not whole")
print(f"kills: 100, in the middle of writing: {halfway}")
