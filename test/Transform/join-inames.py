# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=bounds -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BOUNDS
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=partial -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PARTIAL
CASE = globals().get("CASE")
triangle, fields = lp.parse_fortran(SOURCE, FILENAME)

if CASE == "bounds":
    # BOUNDS: iname 'i' needs constant bounds to be joined
    fields = lp.join_inames(fields, ["f", "i"])
if CASE == "partial":
    # PARTIAL: nests.f90:10:5: error: {{.*}}instruction '{{.*}}' is within some of the inames, but not 'j'
    triangle = lp.join_inames(triangle, ["i", "j"])

# CHECK: DOMAINS:
# CHECK-NEXT: [n] -> { [i_and_f] : 0 <= i_and_f < 8n }
# CHECK: g.0
# CHECK: for i_and_f
# CHECK-NEXT: r[i_and_f // 8, i_and_f % 8] = alpha*q[i_and_f // 8, i_and_f % 8]
RESULT = lp.join_inames(fields, ["i", "f"], tag="g.0")
