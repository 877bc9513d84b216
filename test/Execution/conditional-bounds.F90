! Loops whose first and last values are assigned again under conditions: what
! all of these values are never less (more) than bounds the loop.
! REQUIRES: opencl, gfortran
! RUN: %loopyc %s -DRK=8 -Werror=serial --check --target=opencl,c --param ids=1 --param ide=9 --param jms=1 --param jme=6 --param ims=-1 --param ime=12 --param its=1 --param ite=8 --param jts=2 --param jte=5 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=4 -Werror=serial --check --target=opencl,c --param ids=1 --param ide=9 --param jms=1 --param jme=6 --param ims=-1 --param ime=12 --param its=4 --param ite=3 --param jts=2 --param jte=5 | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-6: ok
! RUN: %loopyc %s -DRK=8 --emit=ir -o - | FileCheck %s --check-prefix=IR
! The iterations are counted from its, so that a grid can have them.
! IR-LABEL: KERNEL: tendency
! IR: its{{.*}} -> { [i_outer, i_inner]
! IR: t[i_inner + 128*i_outer + its - ims, {{.*}}] =
! IR-LABEL: KERNEL: choice
! IR: a[i_inner + 128*i_outer, {{.*}}] =
! IR-LABEL: KERNEL: downward
! IR: a[n - i_inner - 128*i_outer - 1, {{.*}}] =
subroutine tendency(inside, ids, ide, ims, ime, jms, jme, its, ite, jts, jte, f, t)
  implicit none
  logical, intent(in) :: inside
  integer, intent(in) :: ids, ide, ims, ime, jms, jme, its, ite, jts, jte
  real(RK), intent(in) :: f(ims:ime, jms:jme)
  real(RK), intent(inout) :: t(ims:ime, jms:jme)
  integer :: i, j, i_start, i_end
  i_start = its
  i_end = min(ite, ide - 1)
  if (inside) then
    i_start = max(its, ids + 2)
    i_end = min(i_end, ide - 3)
  end if
  do j = jts, jte
    do i = i_start, i_end
      t(i, j) = t(i, j) - (f(i + 1, j) - f(i - 1, j))
    end do
  end do
end subroutine

subroutine choice(inside, n, m, a)
  implicit none
  logical, intent(in) :: inside
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n, m)
  integer :: i, j, last
  last = merge(n, n - 1, inside)
  last = min(last, n)
  do j = 1, m
    do i = merge(1, max(1, 3), inside), last
      a(i, j) = 2*a(i, j)
    end do
  end do
end subroutine

! Downward, from the greatest.
subroutine downward(n, m, k, a)
  implicit none
  integer, intent(in) :: n, m, k
  real(RK), intent(inout) :: a(n, m)
  integer :: i, j, top
  top = n
  if (k > 3) top = min(n, k)
  do j = 1, m
    do i = top, 1, -1
      a(i, j) = a(i, j) + i
    end do
  end do
end subroutine
