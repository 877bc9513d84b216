# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=box -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BOX
CASE = globals().get("CASE")
triangle, fields = lp.parse_fortran(SOURCE, FILENAME)

if CASE == "box":
    # BOX: iname 'i' must have one range for all iterations of other loops
    triangle = lp.chunk_iname(triangle, "i", 4)

# Eight fields in three chunks: 3, 3 and 2.
# CHECK: KERNEL: fields
# CHECK: [f_outer, f_inner]
# CHECK: for f_outer
# CHECK-NEXT: for f_inner
# CHECK: r[i, f_inner + 2*f_outer + min(f_outer, 2)] =
RESULT = lp.chunk_iname(fields, "f", 3)
