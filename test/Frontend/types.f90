! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s
! Kinds, named or not; conversions are explicit, and literals keep their
! precision.
! CHECK-LABEL: KERNEL: types
! CHECK: i1: type: int8, shape: (4)
! CHECK: i2: type: int16, shape: (4)
! CHECK: i8: type: int64, shape: (4)
! CHECK: r4: type: float32, shape: (4)
! CHECK: r8: type: float64, shape: (4)
! CHECK: dp: type: float64, shape: (4)
! CHECK: wr: type: float64, shape: (4)
! CHECK: z: type: complex64, shape: (4)
! CHECK: zz: type: complex128, shape: (4)
! CHECK: l1: type: logical8, shape: (4)
! CHECK: i8[k] = int64(i2[k]) + int64(i1[k])
! CHECK: r8[k] = float64(r4[k])*0.1d0
! CHECK: dp[k] = float64(0.1*r4[k])
! CHECK: wr[k] = 0.3333333333333333d0
! CHECK: i1[k] = int8(r8[k])
! CHECK: r4[k] = float32((k + 1) / 2)
! CHECK: r4[k] = float32(k + 1) / 2.0
! CHECK: zz[k] = complex128(z[k])
! CHECK: r8[k] = float64(real(z[k]))
! CHECK: l1[k] = {{.*}}i8[k] > 2
subroutine types(i1, i2, i8, r4, r8, dp, wr, z, zz, l1)
  implicit none
  integer, parameter :: wp = selected_real_kind(15)
  integer*1 :: i1(4)
  integer(kind=2) :: i2(4)
  integer(8) :: i8(4)
  real :: r4(4)
  real*8 :: r8(4)
  double precision :: dp(4)
  real(wp) :: wr(4)
  complex :: z(4)
  complex(wp) :: zz(4)
  logical(1) :: l1(4)
  integer :: k
  do k = 1, 4
    i8(k) = i2(k) + int(i1(k), 8)
    r8(k) = r4(k)*0.1d0
    dp(k) = 0.1*r4(k)
    wr(k) = 1.0_wp/3
    i1(k) = int(r8(k), 1)
    r4(k) = k/2
    r4(k) = k/2.0
    zz(k) = z(k)
    r8(k) = real(z(k))
    l1(k) = i8(k) > 2
  end do
end subroutine
