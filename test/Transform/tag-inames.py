# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=tag -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TAG
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=iname -fsyntax-only 2>&1 | FileCheck %s --check-prefix=INAME
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=again -fsyntax-only 2>&1 | FileCheck %s --check-prefix=AGAIN
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=axis -fsyntax-only 2>&1 | FileCheck %s --check-prefix=AXIS
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "tag":
    # TAG: 'gpu' is not an iname tag; the tags are for, ord, unr, unr_hint, unr_hint.N, g.N, l.N, l.auto, ilp, ilp.seq and vec
    knl = lp.tag_inames(knl, "i:gpu")
if CASE == "iname":
    # INAME: kernel 'fields' has no iname that matches 'x*'
    knl = lp.tag_inames(knl, "x*:unr")
if CASE == "axis":
    # AXIS: iname tag 'l.3' names no hardware axis; the axes are l.0, l.1 and l.2
    knl = lp.tag_inames(knl, "i:l.3")

# CHECK: INAME IMPLEMENTATION TAGS:
# CHECK-NEXT: f: l.1
# CHECK-NEXT: i_inner: None
# CHECK-NEXT: i_outer: unr
knl = lp.split_iname(knl, "i", 4)
knl = lp.tag_inames(knl, [("i_*", "unr"), ("f", "l.1")])
if CASE == "again":
    # AGAIN: iname 'f' is already tagged l.1 and cannot become g.0; pass force=True
    knl = lp.tag_inames(knl, {"f": "g.0"})
RESULT = lp.untag_inames(knl, "i_inner")
