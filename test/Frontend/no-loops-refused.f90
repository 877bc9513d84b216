! What a procedure without loops says of scalars that may be absent is no kernel
! that is missed; of arrays it is.
! RUN: %loopyc %s -o %t --target=c -Wall 2>&1 | FileCheck %s --implicit-check-not="stays on the host"
subroutine chosen(a, c)
  implicit none
  integer, intent(in), optional :: a
  integer, intent(out) :: c
  c = 1
  if (present(a)) c = a
end subroutine

subroutine branches(a, b, c)
  implicit none
  integer, intent(in), optional :: a, b
  integer, intent(out) :: c
  if (present(a)) then
    c = a
  else if (present(b)) then
    c = 2*b
  else
    c = 0
  end if
end subroutine

subroutine of_sum(n, x, a, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(in), optional :: a
  real, intent(out) :: s
  s = 0
  ! CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: 'of_sum' stays on the host: not supported: optional dummy argument 'a'
  s = merge(a, 0.0, present(a))*sum(x)
end subroutine

subroutine scaled(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  x = 2*x
end subroutine
