"""killed.py LOOPYC FOLDER: kills loopyc while it replaces its outputs.

Two versions of a long source take turns. Every other pair of kills waits until
a file begins to be written, however busy the machine is; the others come at
any time of the run. After each kill every output is whole, of this version or
of the one before, and the depfile is at least as new as the outputs; after
all, one run makes everything new.
"""
import pathlib
import random
import signal
import subprocess
import sys
import time

loopyc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
folder.mkdir(parents=True)
SUFFIXES = (".d", ".cl", "_host.c", ".c", ".h", "_stub.f90")
KILLS = 60


def source(version):
    """Comments make the stub long, arguments the rest; the statement differs."""
    comments = "".join(f"! line {n} of version {version}\n" for n in range(40000))
    return f"""subroutine scale_{version}(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  include 'nothing_{version}.inc'
  do i = 1, n
    x(i) = {version}*x(i)
  end do
end subroutine scale_{version}
{comments}"""


def start(version):
    return subprocess.Popen([loopyc, "--target=opencl,c", "-MD", folder / f"v{version}.f90",
                             "-MQ", "stub", "-o", folder / "out"])


def outputs():
    return [(folder / f"out{suffix}").read_text() for suffix in SUFFIXES]


def writing(run, files):
    """Whether a file that is none of these files is there before the run ends."""
    while run.poll() is None:
        if set(folder.iterdir()) - files:
            return True
        time.sleep(0.0002)
    return False


whole, seconds = {}, {}
for version in (2, 3):
    (folder / f"v{version}.f90").write_text(source(version))
    (folder / f"nothing_{version}.inc").write_text("! nothing\n")
    began = time.monotonic()
    assert start(version).wait() == 0
    seconds[version] = time.monotonic() - began
    whole[version] = outputs()
assert all(old != new for old, new in zip(whole[2], whole[3]))

random.seed(1)
stub, killed_writing = 3, 0  # the version of the output that is renamed last
for kill in range(KILLS):
    how = (signal.SIGKILL, signal.SIGTERM)[kill % 2]
    version = 2 if stub == 3 else 3
    files = set(folder.iterdir())
    run = start(version)
    if kill // 2 % 2 and writing(run, files):
        time.sleep(random.uniform(0, 0.005))
    else:
        time.sleep(random.uniform(0, 1.1) * min(seconds.values()))
    run.send_signal(how)
    run.wait()
    left = set(folder.iterdir()) - files
    if how == signal.SIGTERM and left:
        sys.exit(f"kill {kill}: {sorted(left)[0]} was left behind")
    killed_writing += bool(left)
    found = [next((v for v in (2, 3) if text == whole[v][k]), None)
             for k, text in enumerate(outputs())]
    if None in found:
        sys.exit(f"kill {kill}: out{SUFFIXES[found.index(None)]} is neither old nor new")
    if version in found and found[0] != version:
        sys.exit(f"kill {kill}: an output is newer than the depfile")
    stub = found[-1]

assert start(2).wait() == 0 and outputs() == whole[2]
print(f"{KILLS} kills: every output is whole")
print(f"{killed_writing} while files were written")
