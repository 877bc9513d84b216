! Updates under conditions: a sum gathered apart knows nothing of the element's
! value so far, so no condition of its updates may ask for it, not even one that a
! rule spells.
! RUN: not %loopyc %s --set NAME=limited --set SUM=1 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=READS
! RUN: not %loopyc %s --set NAME=limited --set SUM=1 --set RULE=1 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=CONDITION
! READS: buffer-of-guarded-updates.f90:[[#@LINE+21]]:{{[0-9]+}}: error: buffer_array: kernel 'limited': buffer_array of 'y': 'cond_0' does not update it by adding, as the init and store expressions suppose
! CONDITION: buffer-of-guarded-updates.f90:[[#@LINE+20]]:{{[0-9]+}}: error: buffer_array: kernel 'limited': buffer_array of 'y': a condition or subscript of 'y_0' reads it, too, but with an init expression the buffer holds only what was added or multiplied
!
! The element's value itself does, and so do conditions on other data.
! RUN: %loopyc %s --set NAME=limited --set RULE=1 --emit=ir -o - | FileCheck %s --check-prefix=LOADED
! RUN: %loopyc %s --set NAME=other --set SUM=1 --emit=ir -o - | FileCheck %s --check-prefix=SUM
! LOADED: y_buf = y[i]
! LOADED: if cond_subst()
! LOADED-NEXT: y_buf = y_buf + a[i, j]
! LOADED: y[i] = y_buf
! SUM: y_buf = 0.0d0
! SUM: if a[i, j] > 0.5d0
! SUM-NEXT: y_buf = y_buf + a[i, j]
! SUM: y[i] = y[i] + y_buf
subroutine limited(n, m, a, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      if (y(i) < 10) y(i) = y(i) + a(i, j)
    end do
  end do
end subroutine limited
subroutine other(n, m, a, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      if (a(i, j) > 0.5d0) y(i) = y(i) + a(i, j)
    end do
  end do
end subroutine other
!$loopy begin
! given = globals()
! knl = lp.parse_fortran(SOURCE, FILENAME)[NAME]
! if "RULE" in given:
!     knl = lp.assignment_to_subst(knl, "cond")
! how = {"init_expression": "0", "store_expression": "base + buffer"}
! RESULT = lp.buffer_array(knl, "y", "j", default_tag=None,
!                          **(how if "SUM" in given else {}))
!$loopy end
