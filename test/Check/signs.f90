! Data have both signs where the original can bear it, so that a kernel that is
! wrong for negative values alone is found; roots of them have no value.
! REQUIRES: gfortran
! RUN: %loopyc %s --set EDIT=nothing --target=c -fsyntax-only
! RUN: not %loopyc %s --set EDIT=upwind --target=c -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WRONG
! RUN: not %loopyc %s --set EDIT=flags --target=c -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WRONG
! WRONG: error: auto_test_vs_ref of kernel 'upwind'{{.*}}: f({{[0-9]+}}) =
! RUN: %loopyc %s --set EDIT=nothing --target=c --check | FileCheck %s --implicit-check-not=note
! CHECK: check: upwind: c: ok
subroutine upwind(n, h, u, k, f)
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: h(n), u(n)
  real(8), intent(out) :: f(n)
  integer :: i
  do i = 2, n - 1
    if (u(i) < 0) then
      f(i) = u(i)*h(i+1)
    else
      f(i) = u(i)*h(i-1)
    end if
    if (k(i) <= 0) f(i) = 0
    f(i) = f(i) + sqrt(h(i))
  end do
end subroutine

!$loopy begin
! edits = {"nothing": ("", ""), "upwind": ("h(i+1)", "h(i)"), "flags": ("k(i) <= 0", "k(i) < -99")}
! reference, = lp.parse_fortran(SOURCE, FILENAME)
! knl, = lp.parse_fortran(SOURCE.replace(*edits[EDIT]), FILENAME)
! lp.auto_test_vs_ref(reference, None, knl)
! RESULT = knl
!$loopy end
