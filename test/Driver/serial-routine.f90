! What '!$acc routine seq' says of a procedure that is not pure: it is there for
! the loops that call it, and that it is serial by itself is no news. Of others
! of the file it is.
! RUN: echo 'RESULT = [lp.map_parallel(k) for k in lp.parse_fortran(SOURCE, FILENAME)]' > %t.py
! RUN: %loopyc %s --target=opencl -o %t/ 2>&1 | FileCheck %s --implicit-check-not=Wserial
! RUN: %loopyc %s --transform=%t.py --target=opencl -o %t/ 2>&1 | FileCheck %s --implicit-check-not=Wserial
! CHECK: warning: kernel 'once': the loop over 'i' stays on one work-item{{.*}} [-Wserial]
subroutine thomas(n, a, b)
  integer, intent(in) :: n
  !$acc routine (thomas) seq
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 2, n
    b(i) = b(i) - a(i)*sin(b(i - 1))
  end do
end subroutine
subroutine once(n, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 2, n
    b(i) = sin(b(i - 1))*b(i)
  end do
end subroutine
