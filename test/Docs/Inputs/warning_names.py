# usage: warning_names.py ROOT HELP: compares the groups that warnings are reported in
# with the table, the text of --help, and the page on the command line.
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
used = set()
for path in (root / "lib").rglob("*.cpp"):
    text = path.read_text()
    used |= set(re.findall(r'\bwarn(?:ing(?:Of)?)?\(\s*"([a-z-]+)"', text))
    used |= set(re.findall(r'\bgroup = "([a-z-]+)"', text))
table = re.findall(r'^ *(?:static.*)?\{"([a-z-]+)", "',
                   (root / "lib/Support/WarningGroups.cpp").read_text(), re.M)
shown = re.findall(r"^  -W([a-z-]+) ", open(sys.argv[2]).read(), re.M)
page = re.findall(r"^\| `-W([a-z-]+)` \|",
                  (root / "docs/command-line.md").read_text(), re.M)
page = [name for name in page if name != "error"]  # an option
for name in sorted(used | set(table)):
    for where, known in [("the table", table), ("--help", shown),
                         ("docs/command-line.md", page)]:
        if name not in known:
            print(f"missing in {where}: {name}")
for name in sorted(set(table) | set(page)):
    if name not in used:
        print(f"missing in the code: {name}")
print(f"{len(table)} groups")
