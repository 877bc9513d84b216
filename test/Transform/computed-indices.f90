! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --set CASE=0 | FileCheck %s
! RUN: %loopyc %s --check --target=c --set CASE=1 | FileCheck %s
! CHECK: check: moving: c: ok
! RUN: not %loopyc %s -fsyntax-only --set CASE=2 2>&1 | FileCheck %s --check-prefix=SIZE
! RUN: not %loopyc %s -fsyntax-only --set CASE=3 2>&1 | FileCheck %s --check-prefix=CHANGES
! What is buffered or computed ahead may begin where the kernel computes, but
! how much it can be must be known before, and between load and store it stays.
! SIZE: error: {{.*}}precompute of 'square': the number of elements along '{{.*}}' must be known before the kernel runs, but it depends on 'k', which the kernel computes
! CHANGES: error: {{.*}}buffer_array of 'a': a subscript of 'b_0' depends on k, which 'k_1' overwrites in between
subroutine moving(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(2*n), b(2*n)
  integer :: i, k
  k = n/2
  do i = 1, n
    b(i) = a(i + k)
  end do
  k = n/3
  do i = 1, n
    b(i) = b(i) + a(k)*a(1)
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if CASE == 0:
!     knl = lp.buffer_array(knl, "a", "i", within="id:b_0", default_tag=None)
! elif CASE == 1:
!     knl = lp.buffer_array(knl, "a", "i_1", within="id:b_1", default_tag=None)
! elif CASE == 2:
!     knl = lp.extract_subst(knl, "square", "a[x]", parameters="x", within="id:b_1")
!     knl = lp.precompute(knl, "square", "i_1", default_tag=None)
! else:
!     knl = lp.buffer_array(knl, "a", "i, i_1", default_tag=None)
! RESULT = knl
!$loopy end
