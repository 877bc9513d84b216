! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s
! Subscripts count from zero after the lower bound is subtracted; bounds are
! expressions of the dummy arguments; the last extent of an assumed-size array
! is unknown.
! CHECK-LABEL: KERNEL: bounds
! CHECK: u: type: float64, shape: (x_max - x_min + 6, 4)
! CHECK: v: type: float64, shape: (11)
! CHECK: w: type: float64, shape: (m, ?)
! CHECK: z: type: float32, shape: (m / 2)
! CHECK: t: type: float64, shape: (m)
! CHECK: s: type: float64, shape: (3, 3)
! CHECK: for i
! CHECK-NEXT: t[i] = u[i + 2, 0]
! CHECK-NEXT: s[1, 2] = v[5] + v[0]
! CHECK-NEXT: w[i, 1] = t[i]*s[1, 2]
! CHECK: for i_1
! CHECK-NEXT: z[i_1] = float32(u[i_1 + 3, 3])
subroutine bounds(x_min, x_max, m, u, v, w, z)
  implicit none
  integer, intent(in) :: x_min, x_max, m
  real(8), intent(in) :: u(x_min-2:x_max+3, 0:3)
  real(8) :: v(-5:5), w(m, *)
  real :: z(m/2)
  real(8) :: t(m), s(0:2, 3)
  integer :: i
  do i = 1, m
    t(i) = u(x_min + i - 1, 0)
    s(1, 3) = v(0) + v(-5)
    w(i, 2) = t(i)*s(1, 3)
  end do
  do i = 1, m/2
    z(i) = real(u(x_min + i, 3))
  end do
end subroutine
