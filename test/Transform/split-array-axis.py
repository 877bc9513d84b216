# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

# The iname that is the whole subscript is split, too.
# CHECK: type: float32, shape: (n, 3, 3), dim_tags: (N0:stride:1, N2:stride:3*n, N1:stride:n)
# CHECK: { [f_outer, f_inner] :
# CHECK: r[i, f_inner + 3*f_outer] = alpha*q[i, f_outer, f_inner]
RESULT = lp.split_array_dim(knl, ("q", 1), 3)
