# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=unknown -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=length -fsyntax-only 2>&1 | FileCheck %s --check-prefix=LENGTH
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=tagged -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TAGGED
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=within -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WITHIN
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=taken -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TAKEN
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["triangle"]

if CASE == "unknown":
    # UNKNOWN: kernel 'triangle' has no iname 'ii'; did you mean 'i'?
    knl = lp.split_iname(knl, "ii", 16)
if CASE == "length":
    # LENGTH: the inner length of iname 'i' must be positive, but it is 0
    knl = lp.split_iname(knl, "i", 0)
if CASE == "tagged":
    knl = lp.tag_inames(knl, "i:g.0")
    # TAGGED: iname 'i' must be a plain loop, but it is tagged g.0
    knl = lp.split_iname(knl, "i", 16)
if CASE == "within":
    # WITHIN: 'within' selects no instruction of kernel 'triangle' within iname 'j'
    knl = lp.split_iname(knl, "j", 16, within="writes:t")
if CASE == "taken":
    # TAKEN: the new iname 'n' is already a name in kernel 'triangle'
    knl = lp.split_iname(knl, "i", 16, outer_iname="n")

# CHECK: DOMAINS:
# CHECK-NEXT: [n] -> { [i_outer, i_inner] : {{.*}}i_inner < n - 16i_outer }
# CHECK-NEXT: [i_outer, i_inner] -> { [j_o, j_i] : {{.*}}j_i <= 16i_outer + i_inner - 4j_o }
# CHECK: INAME IMPLEMENTATION TAGS:
# CHECK-NEXT: i_inner: l.0
# CHECK-NEXT: i_outer: g.0, slabs: (0, 1)
# CHECK-NEXT: j_i: unr
# CHECK-NEXT: j_o: None
# CHECK: for i_outer
# CHECK-NEXT: for i_inner
# CHECK-NEXT: t = 2.0d0*a[i_inner + 16*i_outer]
# CHECK-NEXT: for j_o
# CHECK-NEXT: for j_i
# CHECK-NEXT: b[j_i + 4*j_o, i_inner + 16*i_outer] =
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0",
                     slabs=(0, 1))
knl = lp.split_iname(knl, "j", 4, outer_iname="j_o", inner_iname="j_i",
                     inner_tag="unr")
RESULT = knl
