# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=value -fsyntax-only 2>&1 | FileCheck %s --check-prefix=VALUE
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=array -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ARRAY
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=name -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=again -fsyntax-only 2>&1 | FileCheck %s --check-prefix=AGAIN
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=contradiction -fsyntax-only 2>&1 | FileCheck %s --check-prefix=CONTRADICTION
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "value":
    # VALUE: argument 'n' is integer(4), which cannot have the value 1.5
    knl = lp.fix_parameters(knl, n=1.5)
if CASE == "array":
    # ARRAY: argument 'q' must be a scalar, but it is an array
    knl = lp.fix_parameters(knl, q=1)
if CASE == "name":
    # NAME: kernel 'fields' has no argument 'm'
    knl = lp.fix_parameters(knl, m=1)
if CASE == "contradiction":
    knl = lp.assume(knl, "n >= 4")
    # CONTRADICTION: the values contradict what kernel 'fields' assumes
    knl = lp.fix_parameters(knl, n=3)

# The value of a real(4) argument stays real(4).
# CHECK: ARGUMENTS:
# CHECK-NEXT: q: type: float32, shape: (20, 8), dim_tags: (N0:stride:1, N1:stride:20)
# CHECK: FIXED PARAMETERS:
# CHECK-NEXT: alpha = 1.4{{$}}
# CHECK-NEXT: n = 20{{$}}
# CHECK: { [i] : 0 <= i <= 19 }
# CHECK: r[i, f] = 1.4*q[i, f]
knl = lp.fix_parameters(knl, alpha=1.4, N=20)
if CASE == "again":
    # AGAIN: parameter 'n' is fixed already, to 20
    knl = lp.fix_parameters(knl, n=21)
RESULT = knl
