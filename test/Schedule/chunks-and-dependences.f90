! Chunks lie one behind the other: an element belongs to one iteration, and its
! neighbour to the next one, which may be in the next chunk.
! RUN: split-file %s %t
! RUN: %loopyc %t/own.f90 -w --emit=deps -o - | FileCheck --check-prefix=OWN %s
! RUN: %loopyc %t/next.f90 -w --emit=deps -o - | FileCheck --check-prefix=NEXT %s
! OWN: kernel own
! OWN-NOT: c_0 ->
! NEXT: flow {{.*}}c_0 -> c_0
!--- own.f90
subroutine own(n, m, a, c)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: c(n, m)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      c(i, j) = c(i, j) + a(i, j)
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.chunk_iname(k, "j", 16)
! RESULT = lp.split_iname(k, "j_inner", 16)
!$loopy end
!--- next.f90
subroutine next(n, m, a, c)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: c(n, m + 1)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      c(i, j + 1) = c(i, j) + a(i, j)
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.chunk_iname(k, "j", 16)
!$loopy end
