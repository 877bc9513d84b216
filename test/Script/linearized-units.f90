! A kernel that prints with its order does so in the unit that it is put into,
! too, until something transforms it.
! RUN: %loopyc %s --target=c -fsyntax-only | FileCheck %s
subroutine scale(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine
subroutine shift(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
! CHECK: KERNEL: scale
! CHECK-NOT: LINEARIZATION
! CHECK: KERNEL: shift
! CHECK: LINEARIZATION:
! CHECK-NEXT: SCHEDULE: shift
! CHECK: chosen
! CHECK: LINEARIZATION:
! CHECK: alone
! CHECK: LINEARIZATION:
! CHECK: transformed
! CHECK-NOT: LINEARIZATION

!$loopy begin
! unit = lp.parse_fortran(SOURCE, FILENAME)
! ordered = lp.get_one_linearized_kernel(unit["shift"], unit.callables_table)
! both = unit.with_kernel(ordered)
! print(both)
! print("chosen")
! print(both["shift"])
! scale, shift = both
! assert shift.linearization == both[1].linearization == ordered.linearization
! assert not hasattr(scale, "linearization")
! one = both.with_entrypoints("shift")
! assert one.default_entrypoint.linearization == ordered.linearization
! print("alone")
! print(unit["shift"].with_kernel(ordered))
! print("transformed")
! print(lp.split_iname(both, "i", 8))
! RESULT = both
!$loopy end
