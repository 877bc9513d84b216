! --check is as strict as the precision of the Fortran allows, whatever types a
! script chose; what rounds is a warning and a remark.
! REQUIRES: gfortran
! RUN: not %loopyc %s --check --target=c > %t.out 2> %t.err
! RUN: FileCheck %s --input-file=%t.out
! RUN: FileCheck %s --input-file=%t.err --check-prefix=WARNING
! RUN: %loopyc %s --check --target=c --rtol=1e-6 2>/dev/null | FileCheck %s --check-prefix=ALLOWED
! RUN: %loopyc %s --target=c --emit=device -o - 2>/dev/null | FileCheck %s --check-prefix=REMARK
! RUN: not %loopyc %s --target=c -fsyntax-only -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
! RUN: not %loopyc %s -fsyntax-only --set TYPE=int16 2>&1 | FileCheck %s --check-prefix=INTEGER
! CHECK-DAG: check: doubles: c: FAILED: {{.*}} (max relative error {{.*}}e-0{{[78]}})
! CHECK-DAG: check: singles: c: ok: max relative error
! WARNING: warning: precompute: the values of 't_subst', real(8), are rounded to real(4); results change
! ERROR: error: precompute: the values of 't_subst', real(8), are rounded to real(4)
! ALLOWED: check: doubles: c: ok
! REMARK: the values of 't_subst', real(8), are rounded to real(4)
! INTEGER: error: precompute: kernel 'doubles': precompute of 'k_subst': the values are int32, which int16 cannot hold
subroutine doubles(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(inout) :: c(n)
  real(8) :: t
  integer :: i, k
  do i = 1, n
    k = 3*i
    t = a(i)*b(i)
    c(i) = c(i)*t + t + k
  end do
end subroutine doubles
! The source itself rounds: a local variable.
subroutine singles(n, a, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: c(n)
  real(4) :: t
  integer :: i
  do i = 1, n
    t = real(a(i), 4)
    c(i) = c(i) + t*t*t
  end do
end subroutine singles
!$loopy begin
! d, s = lp.parse_fortran(SOURCE, FILENAME)
! d = lp.assignment_to_subst(d, "t")
! d = lp.precompute(d, "t_subst", [], dtype=np.float32)
! if "TYPE" in globals():
!     d = lp.assignment_to_subst(d, "k")
!     d = lp.precompute(d, "k_subst", [], dtype=np.dtype(TYPE))
! RESULT = [d, s]
!$loopy end
