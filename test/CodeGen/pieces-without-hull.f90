! A loop over pieces that only a quotient seems to bound together has a bound.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s
! CHECK: for (int b_init_0 = {{.*}}; b_init_0 <{{=?}} {{.+}};
! CHECK: for (int b_store_0 = {{.*}}; b_store_0 <{{=?}} {{.+}};
! RUN: %loopyc %s --target=c --check --param n=6 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --target=c --check --param n=1 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --target=c --check --param n=3 | FileCheck %s --check-prefix=OK
! OK: check: footprints: c: ok
subroutine footprints(n, b, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(-n:n+4, 0:n+3)
  real(8), intent(inout) :: c(n)
  integer :: i, j, k
  do i = 1, n, 3
    b(i, 1) = b(i, 1) + 1
  end do
  do j = 1, n
    do i = 2, n-1
      do k = 1, n, 2
        c(j) = c(j) + b(j-k, k)
      end do
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.buffer_array(k, 'b', k.all_inames(), default_tag=None)
!$loopy end
