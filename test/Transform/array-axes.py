# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=levels -fsyntax-only 2>&1 | FileCheck %s --check-prefix=LEVELS
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=count -fsyntax-only 2>&1 | FileCheck %s --check-prefix=COUNT
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=vec -fsyntax-only 2>&1 | FileCheck %s --check-prefix=VEC
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=sep -fsyntax-only 2>&1 | FileCheck %s --check-prefix=SEP
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=array -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ARRAY
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=axis -fsyntax-only 2>&1 | FileCheck %s --check-prefix=AXIS
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "levels":
    # LEVELS: the nesting levels of array 'q' must be N0 to N1, each once, but axis 1 is tagged N2
    knl = lp.tag_array_axes(knl, "q", "N0,N2")
if CASE == "count":
    # COUNT: array 'q' has 2 axes, but 3 were given
    knl = lp.tag_array_axes(knl, "q", "N0,N1,N2")
if CASE == "vec":
    # VEC: the vec axis of array 'q' must have 2, 3, 4, 8 or 16 entries, but it has n
    knl = lp.tag_array_axes(knl, "q", "vec,N0")
if CASE == "sep":
    # SEP: axis 0 of array 'q' must have a constant extent to be separated (sep), but it has n
    knl = lp.tag_array_axes(knl, "q", "sep,N0")
if CASE == "array":
    # ARRAY: kernel 'fields' has no argument or temporary 'p'
    knl = lp.tag_array_axes(knl, "p", "N0,N1")
if CASE == "axis":
    # AXIS: array 'q' has 2 axes and none is '2'
    knl = lp.split_array_axis(knl, ("q", 2), 4)

# Fields in short vectors, as in the seed's level 1.
# CHECK: type: float32, shape: (n, 4, 2), dim_tags: (N0:stride:1, vec, N1:stride:n), dim_names: (point, field_inner, field_outer)
# CHECK-NEXT: r: type: float32, shape: (n, 8), dim_tags: (N1:stride:8, N0:stride:1)
# CHECK: r[i, f] = alpha*q[i, f % 4, f // 4]
knl = lp.set_array_dim_names(knl, "q", "point,field")
knl = lp.split_array_dim(knl, ("q", 1, "F"), 4, auto_split_inames=False)
knl = lp.tag_data_axes(knl, "q", "N0,vec,N1")
knl = lp.tag_array_axes(knl, "r", "C")
RESULT = knl
