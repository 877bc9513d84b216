"""Is every barrier of a kernel needed? Takes them away, one at a time.

    needed_barriers.py KERNEL.cl PROGRAM ARGUMENT...

The program runs the kernel under oclgrind, which must find nothing with all
barriers, and a race or a value that is not there yet without one of them.
"""
import pathlib
import subprocess
import sys
import tempfile


def complaints(program, without=0):
    """What oclgrind says of the kernel without the barrier on that line."""
    # Optimised, a vector written by components is stored undefined first.
    options = ("-cl-opt-disable "
               f"-Dbarrier(F)=if(__LINE__!={without})barrier(F)")
    with tempfile.NamedTemporaryFile("r") as log:
        subprocess.run(
            ["oclgrind", "--data-races", "--uninitialized", "--max-errors", "1",
             "--log", log.name, "--build-options", options, *program],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return log.read()


def main():
    kernel, *program = sys.argv[1:]
    lines = pathlib.Path(kernel).read_text().splitlines()
    barriers = [number for number, line in enumerate(lines, 1)
                if "barrier(" in line]
    print("with all:", complaints(program) or "silent")
    needed = [line for line in barriers if complaints(program, line)]
    print(f"{len(needed)} of {len(barriers)} barriers are needed")


if __name__ == "__main__":
    main()
