"""See utils/bench/translate."""
import sys
import tempfile

from measure import medians, run_once


def main():
    loopyc, file, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        ours = [loopyc, file, *options, "-o", f"{folder}/"]
        flang = ["flang-22", "-fc1", "-fsyntax-only", file]
        memory = [run_once(command)[1] for command in (ours, flang)]
        times = medians([" ".join(ours), " ".join(flang)])
    print(f"loopyc {file}: {times[0] * 1e3:.1f} ms, {memory[0]:.0f} MB")
    print(f"flang-22 -fc1 -fsyntax-only: {times[1] * 1e3:.1f} ms, "
          f"{memory[1]:.0f} MB")
    print(f"ratio of medians: {times[0] / times[1]:.2f}")


if __name__ == "__main__":
    main()
