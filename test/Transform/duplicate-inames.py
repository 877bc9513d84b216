# RUN: %loopyc %inputs/pair.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/pair.f90 --transform=%s --set CASE=count -fsyntax-only 2>&1 | FileCheck %s --check-prefix=COUNT
# RUN: not %loopyc %inputs/pair.f90 --transform=%s --set CASE=within -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WITHIN
CASE = globals().get("CASE")
unit = lp.parse_fortran(SOURCE, FILENAME)
knl = lp.fuse_kernels([unit["first"], unit["second"]])

if CASE == "count":
    # COUNT: there must be one new iname for each iname, but there are 2 for 1
    knl = lp.duplicate_inames(knl, "i", "writes:z", new_inames=["a", "b"])
if CASE == "within":
    # WITHIN: within 'writes:y' matches no instruction of kernel 'first_and_second'
    knl = lp.duplicate_inames(knl, "i", "writes:y")

# CHECK: [n] -> { [i] : 0 <= i < n }
# CHECK-NEXT: [n] -> { [i_z] : 0 <= i_z < n }
# CHECK: l.0
# CHECK: x[i] = x[i] + t
# CHECK: end i
# CHECK-NEXT: for i_z
# CHECK: z[i_z] = {{.*}}
RESULT = lp.duplicate_inames(knl, "i", "reads:x and not writes:x or writes:z",
                             suffix="_z", tags={"i": "l.0"})
