! RUN: %loopyc %s -fsyntax-only 2>&1 | FileCheck %s
! Names of parts of complex variables that no kernel can have.
! What chooses the element changes.
subroutine changed(n, z, x)
  integer, intent(in) :: n
  complex, intent(inout) :: z(n)
  real, intent(inout) :: x(n)
  integer :: i, k
  do i = 1, n - 1
    k = i
    ! CHECK: [[#@LINE+1]]:5: warning: 'changed' stays on the host: not supported: associate construct that changes 'k', a subscript of what it gives a name
    associate (r => z(k)%re)
      k = k + 1
      x(i) = r + k
    end associate
  end do
end subroutine

! As an argument of a call.
subroutine passed(n, z)
  integer, intent(in) :: n
  complex, intent(inout) :: z(n)
  integer :: i
  associate (im => z%im)
    do i = 1, n
      ! CHECK: [[#@LINE+1]]:{{[0-9]+}}: {{.*}} name 'im' of an associate construct here, for a part of a complex array; write that itself
      call raise(im(i))
    end do
  end associate
contains
  subroutine raise(x)
    real, intent(inout) :: x
    x = x + 1
  end subroutine
end subroutine
