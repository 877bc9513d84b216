! Steps that pass on what they compute are what the program says, also where
! data say how many there are: no warning asks to assert the opposite. It does
! where data decide which iterations meet.
! RUN: %loopyc %s --target=opencl -o %t/ 2>&1 | FileCheck %s --implicit-check-not=Wserial
! CHECK: warning: kernel 'rows': {{.*}}add_nosync{{.*}} [-Wserial]
subroutine sediment(nz, q, dz, w, dt)
  integer, intent(in) :: nz
  real(8), intent(inout) :: q(nz)
  real(8), intent(in) :: dz(nz), w, dt
  real(8) :: flux(nz + 1)
  integer :: k, step, steps
  steps = max(1, int(w*dt/minval(dz)) + 1)
  do step = 1, steps
    flux(nz + 1) = 0
    do k = nz, 1, -1
      flux(k) = w*q(k)
    end do
    do k = 1, nz
      q(k) = q(k) + dt/steps*(flux(k + 1) - flux(k))/dz(k)
    end do
  end do
end subroutine
subroutine rows(n, m, lo, hi, x, y)
  integer, intent(in) :: n, m, lo(n), hi(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(m)
  integer :: i, k
  do i = 1, n
    do k = lo(i), hi(i)
      y(k) = sin(y(k)) + x(i)
    end do
  end do
end subroutine
