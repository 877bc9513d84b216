! --set predefines variables: Python literals, else strings.
! RUN: %loopyc -fsyntax-only --set width=64 --set 'axes=("g.0", "l.0")' --set name=fast --set ratio=-1.5 %s | FileCheck %s
! CHECK: 65 fast g.0 -0.5
! RUN: not %loopyc -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=UNSET
! RUN: not %loopyc -fsyntax-only --set 2x=1 %s 2>&1 | FileCheck %s --check-prefix=NAME
! NAME: error: {{.*}}'2x' is no Python name
subroutine scale(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine scale
!$loopy begin
! # UNSET: set.f90:[[#@LINE+1]]:9: error: script: NameError: name 'width' is not defined
! print(width + 1, name, axes[0], ratio + 1)
!$loopy end
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "i", width, outer_tag=axes[0], inner_tag=axes[1])
!$loopy end
