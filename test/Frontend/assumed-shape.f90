! Extents that a declaration does not say are arguments of the kernel.
! RUN: %loopyc %s --no-map-parallel --emit=ir -o - | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s --check-prefix=VERDICT
! REQUIRES: opencl, gfortran

! CHECK: KERNEL: smooth
! CHECK: u: type: float32, shape: (u_size_1, u_size_2)
! CHECK: v: type: float32, shape: (v_size_1, v_size_2)
! CHECK: u_size_1: ValueArg, type: int32
! CHECK: v_size_2: ValueArg, type: int32
! The lower bound of u is declared.
! CHECK: v[i + 1, j + 1] = 0.25*(u[i, j + 1] + u[i + 2, j + 1]
! VERDICT: smooth: opencl: ok
! VERDICT: smooth: c: ok
subroutine smooth(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: u(0:, :)
  real, intent(out) :: v(:, :)
  integer :: i, j
  do j = 2, m - 1
    do i = 2, n - 1
      v(i, j) = 0.25*(u(i-2, j) + u(i, j) + u(i-1, j-1) + u(i-1, j+1))
    end do
  end do
end subroutine

! CHECK: KERNEL: doubled
! CHECK: [u_size_1] -> { [i] : 0 <= i < u_size_1 }
! VERDICT: doubled: opencl: ok
! VERDICT: doubled: c: ok
module m
contains
  subroutine doubled(u)
    real(8), intent(inout) :: u(:)
    integer :: i
    do i = 1, size(u)
      u(i) = 2*u(i) + ubound(u, 1)
    end do
  end subroutine
end module
