# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=exists -fsyntax-only 2>&1 | FileCheck %s --check-prefix=EXISTS
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=range -fsyntax-only 2>&1 | FileCheck %s --check-prefix=RANGE
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["triangle"]

if CASE == "exists":
    # EXISTS: iname 'i' exists already; pass existing_ok=True
    knl = lp.rename_iname(knl, "j", "i")
if CASE == "range":
    # RANGE: iname 'i' must have the range of 'j'
    knl = lp.rename_iname(knl, "j", "i", existing_ok=True)

# CHECK: [n] -> { [row] : 0 <= row < n }
# CHECK-NEXT: [row] -> { [j] : 0 <= j <= row }
# CHECK: g.0
# CHECK: for row
knl = lp.tag_inames(knl, {"i": "g.0"})
RESULT = lp.rename_iname(knl, "i", "row")
