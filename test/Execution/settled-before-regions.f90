! Locals that are sizes of arguments, as a statement before the region says: what
! is scratch for those sizes is each iteration's own.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Werror=serial -Werror=clause --param tracers_size_2=7 --param tracers_size_3=13 --init 'levels=1+i0%%7' | FileCheck %s
! RUN: %loopyc %s --check --target=c --param tracers_size_2=1 --param tracers_size_3=1 --init levels=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param tracers_size_2=3 --param tracers_size_3=0 --init levels=1 | FileCheck %s
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s --check-prefix=CODE
! CHECK-NOT: FAILED
! CHECK-DAG: check: advect: c: ok
! CHECK-DAG: check: twice: c: ok
! CODE: /* advect: advect in
! CODE: assumes ncells == tracers_size_3 and nz == tracers_size_2
! CODE: /* twice: twice in
! CODE-NOT: assumes nz
module advection
  implicit none
contains
  subroutine advect(tracers, flux, levels, dt)
    real(8), intent(in) :: tracers(:, :, :), dt
    integer, intent(in) :: levels(:)
    real(8), intent(inout) :: flux(:, :)
    real(8) :: high(size(tracers, 2))
    real(8), allocatable :: kept(:, :)
    integer :: i, j, k, nz, ncells
    nz = size(tracers, dim=2)
    ncells = size(tracers, dim=3)
    if (dt < -1d9) stop 'a negative step'
    allocate(kept(nz, ncells))
    !$omp parallel do private(high, k, j)
    do i = 1, ncells
      do k = 1, nz
        high(k) = 0
      end do
      do j = 1, size(tracers, 1)
        do k = 1, levels(i)
          high(k) = high(k) + tracers(j, k, i)*dt
        end do
      end do
      do k = 1, nz
        flux(k, i) = high(k)
      end do
    end do
  end subroutine
  ! Another value by the time.
  subroutine twice(tracers, flux, dt)
    real(8), intent(in) :: tracers(:, :, :), dt
    real(8), intent(inout) :: flux(:, :)
    integer :: i, k, nz
    nz = size(tracers, dim=2)
    nz = min(nz, 2)
    if (dt < -1d9) stop 'a negative step'
    do i = 1, size(tracers, 3)
      do k = 1, nz
        flux(k, i) = tracers(1, k, i)*dt
      end do
    end do
  end subroutine
end module
