# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=contradiction -fsyntax-only 2>&1 | FileCheck %s --check-prefix=CONTRADICTION
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=name -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=product -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PRODUCT
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "name":
    # NAME: cannot read expression 'm > 4': unknown name 'm' at column 3; {{did you mean|there are}}
    knl = lp.assume(knl, "m > 4")
if CASE == "product":
    # PRODUCT: 'n*n > 4' is not affine in the kernel's parameters
    knl = lp.assume(knl, "n*n > 4")

# CHECK: ASSUMPTIONS:
# CHECK-NEXT: [n] -> { {{.*}} : (n) mod 16 = 0 and n > 0 }
knl = lp.assume(knl, "N >= 1 and n mod 16 = 0")
if CASE == "contradiction":
    # CONTRADICTION: the assumption [n] -> { {{.*}} : n <= 9 } contradicts what kernel 'fields' already assumes
    knl = lp.assume(knl, "n < 10")
RESULT = knl
