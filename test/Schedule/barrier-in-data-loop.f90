! A barrier that a script puts into a loop whose bounds the kernel computes: not
! all work-items of a group may reach it; a group of one does.
! REQUIRES: gfortran
! RUN: not %loopyc %s --set ITEMS=1 -o %t 2>&1 | FileCheck %s
! CHECK: error: kernel 'steps': 'barrier' is a barrier in the loop over 'k', whose bounds the kernel computes, so that not all work-items may reach it; put it outside of that loop
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s --check-prefix=CODE
! CODE: for (int k = {{.*}}; {{.*}}k{{.*}}k_hi
! RUN: %loopyc %s --target=c --check --param n=5 --init=m=3 | FileCheck %s --check-prefix=OK
! OK: check: steps: c: ok
subroutine steps(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m(n)
  real(8), intent(inout) :: a(n), b(n)
  integer :: i, k
  do k = 1, m(n)
    do i = 1, n
      a(i) = 2*a(i)
    end do
    b(1) = b(1) + k*m(min(k, n))
  end do
end subroutine steps
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.add_barrier(knl, "id:a_0", "id:b_0", synchronization_kind="local")
! if "ITEMS" in globals():
!     knl = lp.split_iname(knl, "i", 4, inner_tag="l.0")
! RESULT = knl
!$loopy end
