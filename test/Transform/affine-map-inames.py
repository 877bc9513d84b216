# RUN: %loopyc %inputs/nests.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=lost -fsyntax-only 2>&1 | FileCheck %s --check-prefix=LOST
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=folded -fsyntax-only 2>&1 | FileCheck %s --check-prefix=FOLDED
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=text -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TEXT
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=outside -fsyntax-only 2>&1 | FileCheck %s --check-prefix=OUTSIDE
# RUN: not %loopyc %inputs/nests.f90 --transform=%s --set CASE=computed -fsyntax-only 2>&1 | FileCheck %s --check-prefix=COMPUTED
CASE = globals().get("CASE")
knl = lp.parse_fortran(SOURCE, FILENAME)["fields"]

if CASE == "lost":
    # LOST: the equations give no integer point to some of the loops' points
    knl = lp.affine_map_inames(knl, "i", "k", "2*k = i")
if CASE == "folded":
    # FOLDED: the equations do not determine the old iname 'i'
    knl = lp.affine_map_inames(knl, "i", "k", "k = i // 2")
if CASE == "text":
    # TEXT: 'k + i' is not an equation
    knl = lp.affine_map_inames(knl, "i", "k", "k + i")

if CASE == "outside":
    # OUTSIDE: the equations mention iname 'j', but instruction 't_0' is not within it
    knl = lp.parse_fortran(SOURCE, FILENAME)["triangle"]
    knl = lp.affine_map_inames(knl, "i", "k", "k = i + j")
if CASE == "computed":
    # COMPUTED: the equations mention 'm', which the kernel computes
    knl, = lp.parse_fortran("""
subroutine offsets(n, a)
  integer :: n, i, m
  real :: a(2*n)
  m = n/2
  do i = 1, n
    a(i) = a(i + m)
  end do
end subroutine
""", FILENAME)
    knl = lp.affine_map_inames(knl, "i", "k", "k = i + m")

# CHECK: [u, v]
# CHECK: r[u - v, v] = alpha*q[u - v, v]
RESULT = lp.affine_map_inames(knl, ["i", "f"], ["u", "v"],
                              ["u = i + f", "v = f"])
