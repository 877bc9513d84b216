! RUN: %loopyc --no-map-parallel --emit=ir -o - %s -I %inputs | FileCheck %s
! RUN: %loopyc --no-map-parallel --emit=ir -o - %s -J %inputs | FileCheck %s
! RUN: %loopyc -fsyntax-only -MM %s -I %inputs | FileCheck --check-prefix=DEPS %s
! Modules of the same file, of sources in the search directories (and what
! those use), and of the language.
! CHECK-LABEL: KERNEL: scale
! CHECK: a: type: float64, shape: (8)
! CHECK: a[i] = 0.5d0*a[i]*3.0d0
! CHECK: k = 2
! DEPS: modules.f90
! DEPS-DAG: precision.f90
! DEPS-DAG: constants.F90
module factors
  use precision, only: wp
  implicit none
  real(wp), parameter :: three = 3.0_wp
end module

module work
  use precision
  use sizes, only: extent => width
  implicit none
contains
  subroutine scale(a, k)
    use factors
    use, intrinsic :: iso_fortran_env, only: int64
    real(wp), intent(inout) :: a(extent)
    integer(int64), intent(out) :: k
    integer :: i
    do i = 1, extent
      a(i) = half*a(i)*three
    end do
    k = int(2, int64)
  end subroutine
end module
