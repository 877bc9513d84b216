# RUN: %loopyc %inputs/scatter.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/scatter.f90 --transform=%s --emit=header --target=opencl -o - | FileCheck %s --check-prefix=HEADER
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=written -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WRITTEN
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=real -fsyntax-only 2>&1 | FileCheck %s --check-prefix=REAL
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=nothing -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NOTHING
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=bound -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BOUND
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=race -fsyntax-only 2>&1 | FileCheck %s --check-prefix=RACE
CASE = globals().get("CASE")
t = lp.parse_fortran(SOURCE, FILENAME)
knl = t["scatter"]
if CASE == "written":
    # WRITTEN: error: assert_map: kernel 'wrong': 'j_0' writes 'j', of which something can be asserted only where the kernel leaves it as it was
    lp.assert_map(t["wrong"], "j", injective=True)
if CASE == "real":
    # REAL: error: assert_map: kernel 'scatter': 'x' is no integer array
    lp.assert_map(knl, "x", injective=True)
if CASE == "nothing":
    # NOTHING: error: assert_map: kernel 'scatter': 'ix' is said to be nothing
    lp.assert_map(knl, "ix")
if CASE == "bound":
    # BOUND: error: assert_map: kernel 'scatter': 'ix' is to be bounded by n*n, which is no affine expression
    lp.assert_map(knl, "ix", upper="n*n")
if CASE == "race":
    # The error says what would help.
    # RACE: assert_map(knl, "ix", injective=True)
    lp.generate_code_v2(lp.tag_inames(t["wrong"], {"i": "g.0"}))
# CHECK: ix: type: {{.*}}, asserted: injective, strictly increasing, from 1, to n
# HEADER: assert_map: asserted: the values of 'ix' are strictly increasing, at least 1
# HEADER: assert_map: asserted: the values of 'ix' are at most n
knl = lp.assert_map(knl, "ix", strictly_increasing=True, lower=1)
RESULT = lp.assert_map(knl, "ix", upper="n")
