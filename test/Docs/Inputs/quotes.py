"""Is what a page quotes what loopyc prints?

    quotes.py PAGE COMMAND...

Each line of a block ```level N must be a line that the command prints with
LEVEL=N appended, apart from indentation and from what is in braces behind it.
"""
import pathlib
import re
import subprocess
import sys


def printed(command, level):
    run = subprocess.run([*command[:-1], f"{command[-1]}{level}"], text=True,
                         stdout=subprocess.PIPE, check=True)
    return {re.sub(r"  \{id=.*", "", line).strip()
            for line in run.stdout.splitlines()}


def main():
    page, *command = sys.argv[1:]
    blocks = re.findall(r"^```level (\d)\n(.*?)^```$",
                        pathlib.Path(page).read_text(), re.M | re.S)
    missing = 0
    for level in sorted({level for level, _ in blocks}):
        known = printed(command, level)
        for line in "".join(text for number, text in blocks
                            if number == level).splitlines():
            if line not in known:
                print(f"level {level}: not printed: {line}")
                missing += 1
    print(f"{len(blocks)} quotes")
    return 1 if missing or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
