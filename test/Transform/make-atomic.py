# RUN: %loopyc %inputs/scatter.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=name -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=unwritten -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=within -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WITHIN
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=plain -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PLAIN
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=chosen -fsyntax-only 2>&1 | FileCheck %s --check-prefix=CHOSEN
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=kind -fsyntax-only 2>&1 | FileCheck %s --check-prefix=KIND
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=twice -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TWICE
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=short -fsyntax-only 2>&1 | FileCheck %s --check-prefix=SHORT
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=logical -fsyntax-only 2>&1 | FileCheck %s --check-prefix=LOGICAL
# RUN: not %loopyc %inputs/scatter.f90 --transform=%s --set CASE=product -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PRODUCT
CASE = globals().get("CASE")
t = lp.parse_fortran(SOURCE, FILENAME)
knl = t["scatter"]

if CASE == "name":
    # NAME: make_atomic: kernel 'scatter' has no argument or temporary 'hh'
    lp.make_atomic(knl, "hh")
if CASE == "unwritten":
    # UNWRITTEN: make_atomic: no instruction writes 'x' in kernel 'scatter'
    lp.make_atomic(knl, "x")
if CASE == "within":
    # WITHIN: make_atomic: 'within' matches no instruction that writes 'h' in kernel 'scatter'
    lp.make_atomic(knl, "h", within="writes:g")
if CASE == "plain":
    # PLAIN: scatter.f90:[[#]]:5: error: make_atomic: kernel 'scatter': 'g_0' writes 'g', but is no update variable = variable op expression
    lp.make_atomic(knl, "g")
if CASE == "chosen":
    # CHOSEN: scatter.f90:[[#]]:5: error: make_atomic: kernel 'scatter': 'h_0' writes 'h', but is no update
    lp.make_atomic(knl, "h", within="writes:h")
if CASE == "kind":
    # KIND: 'f_0' writes 'f', but is no update {{.*}}: it is computed in another kind; convert the operand to real(4)
    lp.make_atomic(t["wrong"], "f")
if CASE == "twice":
    # TWICE: 'b_0' writes 'b', but is no update {{.*}}, that reads 'b' once
    lp.make_atomic(t["wrong"], "b")
if CASE == "short":
    # SHORT: 'j_0' updates 'j', which is integer(2), but devices update only numbers of 4 or 8 bytes atomically
    lp.make_atomic(t["wrong"], "j")
if CASE == "logical":
    # LOGICAL: 'any_0' updates 'any', which is logical(4), which no device updates atomically
    lp.make_atomic(t["wrong"], "any")
if CASE == "product":
    # PRODUCT: 'z_0' updates 'z', which is complex(4), whose parts can be added atomically, but not multiplied
    lp.make_atomic(t["wrong"], "z")
# CHECK: h[j] = 0.0  {id=h_0}
# CHECK: h[ix[i] - 1] = h[ix[i] - 1] + x[i]  {id=h_1, atomic}
# CHECK: h[n - i - 1] = h[n - i - 1] - x[i]  {id=h_2, atomic}
# CHECK: c[ix[i_inner + 16*i_outer] - 1] = {{.*}}  {id=c_0, atomic}
knl = lp.make_atomic(knl, "h")
# It stays with the update through what rewrites subscripts.
knl = lp.make_atomic(knl, "c", within="writes:c")
knl = lp.split_iname(knl, "i", 16, within="writes:c")
RESULT = knl
