! A parallel loop whose bounds the kernel computes: where, and what helps.
! RUN: not %loopyc %s -o %t 2>&1 | FileCheck %s
! CHECK: computed-bound.f90:[[#@LINE+9]]:3: error: iname 'k_outer' of kernel 's' is tagged g.0, but its bounds depend on 'k_hi', which the kernel computes; the host must know the range of a parallel axis: compute 'k_hi' before the kernel (an argument, or what stands before a region), or tag an iname whose bounds it is not in
subroutine s(n, kind_of, a)
  integer, intent(in) :: n, kind_of
  real, intent(inout) :: a(n*3 + 1)
  integer :: k, more
  if (kind_of == 1) then
    more = 1
  end if
  if (kind_of == 2) more = n*kind_of
  do k = 1, n + more
    a(k) = 2*a(k)
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "k", 128, outer_tag="g.0", inner_tag="l.0")
!$loopy end
