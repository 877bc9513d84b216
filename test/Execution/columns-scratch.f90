! A column's scratch array is private where an element is read outside of loops:
! no program reads one that there is not, so the column is not empty.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=c,opencl 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=warning
! RUN: %loopyc %s --target=opencl --print-script | FileCheck %s --check-prefix=SCRIPT
! CHECK-DAG: check: thomas: c: ok
! CHECK-DAG: check: thomas: opencl: ok
! CHECK-DAG: check: chosen: opencl: ok
! CHECK-DAG: check: residual: c: ok
! CHECK-DAG: check: residual: opencl: ok
! SCRIPT: knl = t["thomas"]
! SCRIPT-NEXT: split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
! SCRIPT: knl = t["residual"]
! SCRIPT-NEXT: split_iname(knl, "i",
! SCRIPT-NEXT: split_iname(knl, "i_inner", 128, outer_tag="g.0"
! SCRIPT-NEXT: kernels.append
! SCRIPT: knl = t["chosen"]
! SCRIPT-NEXT: split_iname(knl, "i",
subroutine thomas(n, nz, tke)
  implicit none
  integer, intent(in) :: n, nz
  real(8), intent(inout) :: tke(n, nz)
  real(8) :: d(nz)
  integer :: i, k
  do i = 1, n
    do k = 1, nz
      d(k) = tke(i, k)
    end do
    d(nz) = d(nz)*0.5d0
    do k = nz - 1, 1, -1
      d(k) = d(k) - 0.5d0*d(k + 1)
    end do
    do k = 1, nz
      tke(i, k) = d(k)
    end do
  end do
end subroutine
! A reduction over all columns does not take the loop over columns from the
! work-items.
subroutine residual(n, nz, tke, change)
  implicit none
  integer, intent(in) :: n, nz
  real(8), intent(inout) :: tke(n, nz), change
  real(8) :: d(nz)
  integer :: i, k
  do i = 1, n
    do k = 1, nz
      d(k) = tke(i, k)
    end do
    do k = 2, nz
      d(k) = d(k) - 0.5d0*d(k - 1)
    end do
    do k = 1, nz
      change = max(change, abs(d(k) - tke(i, k)))
      tke(i, k) = d(k)
    end do
  end do
end subroutine
! Jumps that choose a value: one of them certainly assigns it.
subroutine chosen(nx, nl, kind, t, fu)
  implicit none
  integer, intent(in) :: nx, nl, kind
  real(8), intent(in) :: t(nx, nl)
  real(8), intent(inout) :: fu(nx, 0:nl)
  real(8) :: e
  integer :: i
  do 90 i = 1, nx
    goto (60, 70) kind
60  e = 0.5d0
    goto 90
70  e = 0.25d0
90  fu(i, nl) = e*t(i, nl)
end subroutine
