! Copies of two-dimensional work arrays whose loops begin at other bounds than
! the arrays: a group has one, where loops differ, and columns have elements.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl -Wno-local-memory 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=warning
! RUN: %loopyc %s --check --target=c --param isd=-2 --param ied=4 --param ish=0 --param ieh=3 --param m=1 --param nz=2 | FileCheck %s --check-prefix=SMALL
! RUN: %loopyc %s --target=opencl --print-script -Wno-local-memory | FileCheck %s --check-prefix=SCRIPT
! CHECK-DAG: check: fluxes: opencl: ok
! CHECK-DAG: check: columns: opencl: ok
! SMALL-DAG: check: fluxes: c: ok
! SMALL-DAG: check: columns: c: ok
! SCRIPT: knl = t["fluxes"]
! SCRIPT-NEXT: tag_inames(knl, "j:g.0")
! SCRIPT-NEXT: split_iname(knl, "i2", 128, inner_tag="l.0")
! SCRIPT-NEXT: split_iname(knl, "i", 128, inner_tag="l.0")
! SCRIPT: knl = t["columns"]
! SCRIPT-NEXT: split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: tag_inames(knl, "j:g.1")
! SCRIPT-NEXT: split_iname(knl, "i_1", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: split_iname(knl, "i_2", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: set_options(knl, fit_groups=True)
! SCRIPT-NEXT: kernels.append
subroutine fluxes(isd, ied, nz, m, ish, ieh, visc, a, b, s, given)
  implicit none
  integer, intent(in) :: isd, ied, nz, m, ish, ieh
  logical, intent(in) :: given
  real, intent(in) :: a(isd:ied, nz, m), visc(isd:ied, nz, m)
  real, intent(inout) :: b(isd:ied, nz, m), s(isd:ied, m)
  real :: rem(isd:ied, nz), d(isd:ied, nz), t(isd:ied)
  integer :: i, j, k
  do j = 1, m
    if (.not. given) rem(:, :) = 1
    do k = 1, nz
      if (given) then
        do i = ish - 1, ieh
          rem(i, k) = visc(i, k, j)
        end do
      end if
      do i = ish - 1, ieh
        d(i, k) = a(i, k, j)*rem(i, k)
        b(i, k, j) = a(i, k, j)
      end do
    end do
    do i = ish - 1, ieh
      t(i) = 0
    end do
    do k = 1, nz
      do i = ish - 1, ieh
        t(i) = t(i) + d(i, k)
      end do
    end do
    do i = ish - 1, ieh
      s(i, j) = t(i)
    end do
  end do
end subroutine
subroutine columns(isd, ied, nz, m, ish, ieh, a, b)
  implicit none
  integer, intent(in) :: isd, ied, nz, m, ish, ieh
  real(8), intent(in) :: a(isd:ied, nz, m)
  real(8), intent(inout) :: b(isd:ied, nz, m)
  real(8) :: w(isd:ied, nz), t(isd:ied)
  integer :: i, j, k
  do j = 1, m
    do i = ish, ieh
      t(i) = 0
    end do
    do k = 1, nz
      do i = ish, ieh
        w(i, k) = 2*a(i, k, j)
        t(i) = t(i) + w(i, k)
      end do
    end do
    do k = 1, nz
      do i = ish, ieh
        b(i, k, j) = w(i, k)/(1 + t(i)**2)
      end do
    end do
  end do
end subroutine
