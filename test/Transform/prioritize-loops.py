# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=iname -fsyntax-only 2>&1 | FileCheck %s --check-prefix=INAME
# RUN: %loopyc %inputs/nests.f90 --transform=%s --set CASE=opposite -fsyntax-only 2>&1 | FileCheck %s --check-prefix=OPPOSITE
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "iname":
    # INAME: kernel 'fields' has no iname 'j'
    knl = lp.prioritize_loops(knl, "i,j")

if CASE == "opposite":
    # OPPOSITE: warning: prioritize_loops: 'f' should be outside of 'i', but an earlier prioritize_loops asked for the opposite, which holds
    knl = lp.prioritize_loops(lp.prioritize_loops(knl, "i,f"), "f,i")

# CHECK: LOOP PRIORITIES:
# CHECK-NEXT: i_outer, i_inner, f
knl = lp.set_loop_priority(knl, "i,f")
RESULT = lp.split_iname(knl, "i", 4)
