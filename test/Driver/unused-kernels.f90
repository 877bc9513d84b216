! RUN: %loopyc %s --target=c -o %t 2>&1 | FileCheck %s
! RUN: not %loopyc -Werror %s --target=c -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
! RUN: %loopyc -Wno-untranslated %s --target=c -o %t 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
! What a script leaves out of its RESULT stays on the host, and that is said;
! not of what is inlined into a kernel that it has.
! CHECK-NOT: 'twice'
! CHECK: unused-kernels.f90:[[#@LINE+27]]:{{.*}} warning: 'left' stays on the host: the script's RESULT has no kernel of it [-Wuntranslated]
! CHECK-NOT: 'twice'
! CHECK: unused-kernels.f90:[[#@LINE+32]]:{{.*}} warning: 'alone' stays on the host: the script's RESULT has no kernel of it [-Wuntranslated]
! CHECK-NOT: warning
! ERROR: error: 'left' stays on the host
! NONE-NOT: stays on the host

subroutine twice(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: j
  do j = 1, n
    x(j) = 2*x(j)
  end do
end subroutine

subroutine work(n, x, y)
  integer, intent(in) :: n
  real, intent(inout) :: x(n, n), y(n)
  integer :: i
  !$loopy begin kernel: taken
  do i = 1, n
    call twice(n, x(1, i))
  end do
  !$loopy end kernel: taken
  y(1) = 0

  !$loopy begin kernel: left
  do i = 1, n
    y(i) = y(i) + x(i, i)
  end do
  !$loopy end kernel: left
end subroutine

subroutine alone(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
!$loopy begin
! kernels = {knl.name: knl for knl in lp.parse_fortran(SOURCE, FILENAME)}
! RESULT = lp.rename_iname(kernels["taken"], "i", "column")
!$loopy end
