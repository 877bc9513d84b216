# Tiles that begin where rows are aligned.
# RUN: split-file %s %t
# RUN: %loopyc %t/rows.f90 --transform=%t/script.py --emit=ir -o - | FileCheck %s
# RUN: %loopyc %t/rows.f90 --transform=%t/code.py --emit=device --target=opencl -o - -Wno-serial | FileCheck %s --check-prefix=CODE
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set "ALIGN='w'" -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set "ALIGN='x'" -fsyntax-only 2>&1 | FileCheck %s --check-prefix=STEPS
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set "ALIGN='r'" -fsyntax-only 2>&1 | FileCheck %s --check-prefix=COMPUTED
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set ALIGN=1.5 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TYPE
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set "ALIGN=''" -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TYPE
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set ALIGN=3000000000 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=RANGE
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set ALIGN=1000000000000000000000000000000 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=HUGE
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set ALIGN=True --set LENGTH=33 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ODD
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set ALIGN=True --set LOOP=j -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NONE
# RUN: not %loopyc %t/rows.f90 --transform=%t/errors.py --set ALIGN=True --set LOOP=e -fsyntax-only 2>&1 | FileCheck %s --check-prefix=DIFFER

#--- rows.f90
subroutine rows(n, m, is, ie, js, u, v, d, p, q, s, x, r)
  implicit none
  integer, intent(in) :: n, m, is, ie, js, r(n)
  real, intent(in) :: u(n, m), x(n)
  real, intent(inout) :: v(n, m), p(is-1:ie+1), q(js:ie), s(is:ie)
  real(8), intent(inout) :: d(0:n, m)
  integer :: i, j, k, l, e
  do j = 1, m
    do i = 38, n - 4
      v(i, j) = u(i-1, j) + u(i, j) + u(i+1, j) + x(2*i - n) + x(r(1) + i)
      d(i, j) = 2*d(i, j)
    end do
  end do
  do k = js, ie
    q(k) = 2*q(k)
  end do
  do l = is, ie
    p(l) = q(l)
  end do
  do e = 1, m
    q(e) = s(e)
  end do
end subroutine

#--- script.py
rows = lp.parse_fortran(SOURCE, FILENAME)["rows"]

def split(loop, length, **options):
    print(loop, length, options)
    knl = lp.split_iname(rows, loop, length, **options)
    print(*[str(insn.assignee) for insn in knl.instructions if f"{loop}_inner" in insn.within_inames])

# From 0-based i: v[i + 37], d[i + 38]; lines have 32 and 16 elements. Two reals,
# of u and v, are at 37; at 38 are one of u and two doubles.
# CHECK: i 32 {'align': True}
# CHECK-NEXT: v[i_inner + 32*i_outer + 31, j] d[i_inner + 32*i_outer + 32, j]
split("i", 32, align=True)
# CHECK: i 128 {'align': 'v'}
# CHECK-NEXT: v[i_inner + 128*i_outer + 32, j] d[i_inner + 128*i_outer + 33, j]
split("i", 128, align="v")
# Names are those of Fortran.
# CHECK: i 128 {'align': 'D'}
# CHECK-NEXT: v[i_inner + 128*i_outer + 31, j] d[i_inner + 128*i_outer + 32, j]
split("i", 128, align="D")
# Tiles less than a line are a part of one.
# CHECK: i 4 {'align': 'u'}
# CHECK-NEXT: v[i_inner + 4*i_outer + 37, j]
split("i", 4, align="u")
# Integers as they are, but for whole tiles.
# CHECK: i 16 {'align': 37}
# CHECK-NEXT: v[i_inner + 16*i_outer + 32, j]
split("i", 16, align=37)
# CHECK: i 16 {'align': -3}
# CHECK-NEXT: v[i_inner + 16*i_outer + 24, j]
split("i", 16, align=-3)
# CHECK: i 16 {'align': False}
# CHECK-NEXT: v[i_inner + 16*i_outer + 37, j]
split("i", 16, align=False)
# CHECK: i 16 {'align': None}
# CHECK-NEXT: v[i_inner + 16*i_outer + 37, j]
split("i", 16, align=None)
# A loop at the beginning of its rows.
# CHECK: k 32 {'align': True}
# CHECK-NEXT: q[k_inner + 32*k_outer]
split("k", 32, align=True)
# What arguments say.
# CHECK: l 32 {'align': 'q'}
# CHECK-NEXT: p[js + l_inner + 32*l_outer - is + 1]
split("l", 32, align="q")
# Only what the selected instructions access counts.
# CHECK: i 32 {'align': True, 'within': 'writes:d'}
# CHECK-NEXT: d[i_inner + 32*i_outer + 32, j]
split("i", 32, align=True, within="writes:d")
# In rules, too: one real of v is at 37 then, and one of u's.
# CHECK: k 64 {'align': 'q'}
rows = lp.extract_subst(rows, "twice", "2*d[a, b]", parameters="a, b")
# CHECK: i 32 {'align': 'd'}
# CHECK-NEXT: v[i_inner + 32*i_outer + 31, j] d[i_inner + 32*i_outer + 32, j]
split("k", 64, align="q")
split("i", 32, align="d")
RESULT = rows

#--- code.py
# The first tile is a part of one; those between the first and the last are
# whole.
# CODE: for (int i_inner = 5; i_inner <= min(31, n - 37);
# CODE: for (int i_outer = 1; i_outer < (n - 5) / 32 - 1; ++i_outer) {
# CODE-NEXT: for (int i_inner = 0; i_inner < 32; ++i_inner) {
# CODE-NOT: if
# CODE: v[i_inner + 32 * i_outer + 32 +
knl = lp.parse_fortran(SOURCE, FILENAME)["rows"]
RESULT = lp.split_iname(knl, "i", 32, align="v", slabs=(1, 1))

#--- errors.py
# UNKNOWN: error: split_iname: kernel 'rows' has no argument or temporary 'w'
# STEPS: error: {{.*}}align of iname 'i' would be {{.*}}, as 'x' has it, which is not an affine function of arguments; give an integer
# COMPUTED: error: {{.*}}align of iname 'i' finds no access of 'r' with unit stride along it
# TYPE: error: {{.*}}TypeError: split_iname: {{.*}}align{{.*}}True, an integer, or the name of an array
# RANGE: error: {{.*}}align of iname 'i' must be within -1073741824 and 1073741824, but it is 3000000000
# HUGE: error: {{.*}}must be an integer of at most 64 bits
# ODD: error: {{.*}}align of iname 'i' finds no tiles of 33 elements of 'u' that could keep to lines of 128 bytes; choose an even inner length, or give an integer
# NONE: error: {{.*}}align of iname 'j' finds no access of an array in global memory with unit stride along it
# DIFFER: error: {{.*}}align of iname 'e' finds rows that begin at {{.*}} of '{{.}}' and at {{.*}} of '{{.}}'; name the array that counts, or give an integer
knl = lp.parse_fortran(SOURCE, FILENAME)["rows"]
RESULT = lp.split_iname(knl, globals().get("LOOP", "i"), globals().get("LENGTH", 16),
                        align=ALIGN)
