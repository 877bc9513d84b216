! Arrays of a procedure, and of what it calls, whose bounds are components of a
! grid that everything may change but nothing does: where the procedure begins,
! the bounds are what is declared, and its variables have no values.
! REQUIRES: opencl, gfortran
! RUN: %loopyc %s -DRK=8 -Werror=serial --check --target=opencl,c | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 -Werror=serial --check --target=opencl,c --param g_isd=-3 --param g_ied=14 --param g_jsd=0 --param g_jed=8 --param g_isc=1 --param g_iec=13 --param g_jsc=2 --param g_jec=7 --param nz=5 | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-2: check: fluxes: {{.*}}: ok
! RUN: %loopyc %s -DRK=8 --emit=ir -o - | FileCheck %s --check-prefix=IR
! IR-LABEL: KERNEL: fluxes
! IR: TEMPORARIES
! IR: active: type: logical32, shape: (g_ied - g_isd + 1)
! IR: slope: type: float64, shape: (g_ied - g_isd + 1)
module grids
  implicit none
  type bounds
    integer :: ish, ieh
  end type
  type grid
    integer :: isd, ied, jsd, jed, isc, iec, jsc, jec
    real(RK), allocatable :: mask(:, :)
  end type
contains
  subroutine fluxes(g, nz, h, f)
    type(grid), intent(inout) :: g
    integer, intent(in) :: nz
    real(RK), dimension(g%isd:g%ied, g%jsd:g%jed, nz), intent(in) :: h
    real(RK), dimension(g%isd:g%ied, g%jsd:g%jed, nz), intent(inout) :: f
    logical, dimension(g%isd:g%ied) :: active
    real(RK), dimension(g%isd:g%ied) :: slope
    type(bounds) :: b
    integer :: i, j, k
    b%ish = g%isc
    b%ieh = g%iec
    !$omp parallel do private(active, slope)
    do j = g%jsc, g%jec
      do i = b%ish, b%ieh
        active(i) = g%mask(i, j) > 0
      end do
      do k = 1, nz
        call layer(g, b, h(:, j, k), slope, f(:, j, k), active)
      end do
      do k = 1, nz
        do i = b%ish, b%ieh
          if (.not. active(i)) f(i, j, k) = 0
        end do
      end do
    end do
  end subroutine

  subroutine layer(g, b, h, slope, f, active)
    type(grid), intent(inout) :: g
    type(bounds), intent(in) :: b
    real(RK), dimension(g%isd:g%ied), intent(in) :: h
    real(RK), dimension(g%isd:g%ied), intent(inout) :: slope, f
    logical, dimension(g%isd:g%ied), intent(in) :: active
    integer :: i
    do i = b%ish, b%ieh
      slope(i) = 0
      if (active(i)) slope(i) = h(i + 1) - h(i - 1)
    end do
    call limit(g, b, slope)
    do i = b%ish, b%ieh
      if (active(i)) f(i) = f(i) + slope(i)
    end do
  end subroutine

  ! Deeper down, too.
  subroutine limit(g, b, slope)
    type(grid), intent(inout) :: g
    type(bounds), intent(in) :: b
    real(RK), dimension(g%isd:g%ied), intent(inout) :: slope
    integer :: i
    do i = b%ish, b%ieh
      slope(i) = min(slope(i), 1.0)
    end do
  end subroutine
end module
