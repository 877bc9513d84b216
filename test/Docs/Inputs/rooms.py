"""Compares the rooms that docs/architecture.md lists with the #include lines.

    rooms.py SOURCE [ARCHITECTURE.md]

Under "## Rooms" a block has a line for each room, `Room: Used Used; library`,
each after those that it uses. Prints what departs from that, else a count.
"""
import pathlib
import re
import sys

LIBRARIES = {"isl": r"isl/", "Flang": r"flang/", "Python": r"pybind11/|Python\.h"}
# Rooms that the others may not look into, but for these headers.
SCHEDULED = "loopyc/Schedule/ScheduledKernel.h"
ONLY = {("Verify", "Schedule"): [SCHEDULED],
        ("Script", "Schedule"): [SCHEDULED, "loopyc/Schedule/Statistics.h"]}


def listed(page):
    block = re.search(r"^## Rooms$.*?^```\n(.*?)^```$", page, re.M | re.S).group(1)
    rooms = {}
    for line in block.splitlines():
        name, _, rest = line.partition(":")
        used, _, libraries = rest.partition(";")
        rooms[name.strip()] = (set(used.split()), set(libraries.split()))
    return rooms


def includes(source):
    """(room, file, what it includes)"""
    for base in ("lib", "include/loopyc"):
        for path in sorted((source / base).rglob("*")):
            parts = path.relative_to(source / base).parts
            if path.suffix not in (".h", ".cpp", ".def") or len(parts) < 2:
                continue
            for found in re.findall(r'^\s*#\s*include\s*[<"]([^">]+)[">]',
                                    path.read_text(), re.M):
                yield parts[0], path.relative_to(source), found


def main():
    source = pathlib.Path(sys.argv[1])
    page = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 \
        else source / "docs/architecture.md"
    rooms = listed(page.read_text())
    wrong, seen, count = [], {}, 0
    for at, (room, (used, _)) in enumerate(rooms.items()):
        for later in used - set(list(rooms)[:at]):
            wrong.append(f"{room} is listed before {later}, which it uses")
    for room, file, name in includes(source):
        if room == "Runtime":
            continue  # C, apart from all others
        used, libraries = rooms.get(room, (set(), set()))
        if room not in rooms:
            wrong.append(f"{file}: its room is not listed")
        count += 1
        other = re.match(r"loopyc/(\w+)/", name)
        if other and other.group(1) != room:
            seen.setdefault(room, set()).add(other.group(1))
            if other.group(1) not in used:
                wrong.append(f"{file}: {room} does not use {name}")
            if name not in ONLY.get((room, other.group(1)), [name]):
                wrong.append(f"{file}: {room} does not look into {name}")
        if name.startswith(".."):
            wrong.append(f"{file}: {name} leaves the folder")
        for library, pattern in LIBRARIES.items():
            if re.match(pattern, name) and library not in libraries:
                wrong.append(f"{file}: {library} is not for {room}")
    for room, (used, _) in rooms.items():
        for unused in sorted(used - seen.get(room, set())):
            wrong.append(f"{room} is said to use {unused}, but does not")
    print("\n".join(wrong) or f"{len(rooms)} rooms, as listed")
    return 1 if wrong or count < 1000 else 0


sys.exit(main())
