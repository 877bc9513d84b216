# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=fastest -fsyntax-only 2>&1 | FileCheck %s --check-prefix=FASTEST
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=vec -fsyntax-only 2>&1 | FileCheck %s --check-prefix=VEC
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=axis -fsyntax-only 2>&1 | FileCheck %s --check-prefix=AXIS
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=bytes -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BYTES
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=unknown -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=waste -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WASTE
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "fastest":
    # FASTEST: add_padding: {{.*}}axis 0 of array 'q' varies fastest
    knl = lp.add_padding(knl, "q", 0, 32)
if CASE == "vec":
    # VEC: add_padding: {{.*}}axis 1 of array 'q' is tagged vec
    knl = lp.split_array_dim(knl, ("q", 1, "F"), 4, auto_split_inames=False)
    knl = lp.tag_array_axes(knl, "q", "N0,vec,N1")
    knl = lp.add_padding(knl, "q", 1, 32)
if CASE == "axis":
    # AXIS: array 'q' has 2 axes and none is '2'
    knl = lp.add_padding(knl, "q", 2, 32)
if CASE == "bytes":
    # BYTES: align_bytes must be a positive number of bytes, but it is 0
    knl = lp.add_padding(knl, "q", 1, 0)
if CASE == "unknown":
    # UNKNOWN: the stride of axis 1 of array 'q' must be a known number of elements, but it is n
    lp.find_padding_multiple(knl, "q", 1, 32)
if CASE == "waste":
    # WASTE: allowed_waste must be a fraction of at least 0
    lp.find_padding_multiple(knl, "q", 0, 32, allowed_waste=-0.5)

# Rows of 35 numbers (140 bytes) need 20 bytes to get to a multiple of 32, two
# of them 8 bytes of 280, eight of them none.
fixed = lp.fix_parameters(knl, n=35)
assert lp.find_padding_multiple(fixed, "q", 1, 32) == 2
assert lp.find_padding_multiple(fixed, "q", 1, 32, allowed_waste=0.15) == 1
assert lp.find_padding_multiple(fixed, "q", "1", 32, allowed_waste=0) == 8
assert lp.find_padding_multiple(fixed, "q", 1, align_bytes=4) == 1

# A size that the kernel does not know; a number of elements that fills whole
# units: 3 numbers of 4 bytes are the least multiple of 12 bytes.
# CHECK: q: {{.*}} shape: (n, 8), dim_tags: (N0:stride:1, N1:align:32:stride:8*((n + 7) / 8))
# CHECK: r: {{.*}} shape: (n, 8), dim_tags: (N0:stride:1, N1:align:12:stride:3*((n + 2) / 3))
knl = lp.add_padding(knl, "q", 1, 32)
knl = lp.tag_array_axes(knl, "r", "N0,N1:align:12")

# The outer part of a split axis starts where the inner part's steps end.
parts = lp.split_array_dim(fixed, ("q", 1, "F"), 2, auto_split_inames=False)
parts = lp.add_padding(parts, "q", 2, 32)
assert parts.arg_dict["q"].dim_tags == ("N0", "N1", "N2:align:32"), parts.arg_dict["q"].dim_tags
inner = lp.split_array_dim(lp.add_padding(fixed, "q", 1, 32), ("q", 1, "F"), 3)
assert inner.arg_dict["q"].dim_tags == ("N0", "N1:align:32", "N2")
RESULT = knl
