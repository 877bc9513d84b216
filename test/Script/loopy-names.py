# docs/loopy-names.md lists each public name of Loo.py 2025.2, and says of each
# what a script finds.
# RUN: %root/utils/gen-script-reference %loopyc names | diff %root/docs/loopy-names.md -
# RUN: %loopyc %s --set PAGE=%root/docs/loopy-names.md --set NAMES=%inputs/loopy-2025.2-names.txt -fsyntax-only | FileCheck %s
import loopy as lp

rows = {}
for line in open(PAGE):
    if line.startswith("| `"):
        _, name, status, note, _ = [part.strip() for part in line.split("|")]
        assert name.strip("`") not in rows, name
        rows[name.strip("`")] = status, note

# CHECK: 187 names
print(len(rows), "names")
assert sorted(rows) == sorted(open(NAMES).read().split())

known = {"same": 0, "differs": 0, "absent": 0}
for name, (status, note) in rows.items():
    known[status] += 1
    found = getattr(lp, name)
    assert (status == "same") == (not note), name
    refuses = getattr(found, "__doc__", None) == "Not part of this loopyc."
    assert refuses == (status == "absent"), name
    if refuses:
        try:
            found("some", arguments="here")
            assert False, name
        except lp.LoopyError as error:
            assert str(error) == f"lp.{name} is not in this loopyc: {note}", name

# CHECK-NEXT: True
print(all(known.values()))

try:
    lp.ISPCTarget()
except lp.LoopyError as error:
    print(error)
# CHECK-NEXT: lp.ISPCTarget is not in this loopyc: there is no such target

RESULT = lp.make_kernel("{ [i]: 0<=i<n }", "a[i] = 1.0 + i")
