! What an instruction assigns, as Loo.py's scripts ask for it.
! RUN: %loopyc -fsyntax-only %s | FileCheck %s
! CHECK: t_0 ('t',) t
! CHECK: barrier () None
! CHECK: x_0 ('x',) x
subroutine s(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real :: t
  integer :: i
  do i = 1, n
    t = 2*x(i)
    x(i) = t
  end do
end subroutine s
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = k
! k = lp.add_barrier(k, "id:t_0", "id:x_0", synchronization_kind="local")
! for insn in k.instructions:
!     print(insn.id, insn.assignee_var_names(), insn.assignee_name)
!$loopy end
