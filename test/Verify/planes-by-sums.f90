! Planes next to the ends, which one scalar names in turn: their subscripts are
! seen, so that loops next to each other are proved not to meet.
! REQUIRES: gfortran
! RUN: %loopyc %s -o %t --verify --target=opencl -Wno-serial | FileCheck %s --implicit-check-not="could not be proved"
! RUN: %loopyc %s --target=c --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s --check --target=c --param nx=7 --param ny=5 | FileCheck %s --check-prefix=SAME
! RUN: %loopyc %s --check --target=c --param nx=4 --param ny=1 | FileCheck %s --check-prefix=SAME
! CHECK: verify: rhs_of: ok
! CHECK: verify: turned: ok
! IR-LABEL: KERNEL: rhs_of
! IR: rhs[nx - 2, j{{.*}}] = rhs[nx - 2, j{{.*}}] - 3.0d0*(u[nx - 3, j{{.*}}] - u[nx - 2, j
! IR-LABEL: KERNEL: turned
! IR: b[0] = a[n]
! IR: b[1] = a[m] + a[n]
! IR: b[2] = a[m + 1] + a[m]
! SAME-DAG: check: rhs_of: c: ok
! SAME-DAG: check: turned: c: ok
subroutine rhs_of(nx, ny, u, rhs)
  implicit none
  integer, intent(in) :: nx, ny
  real(8), intent(in) :: u(0:nx - 1, ny)
  real(8), intent(inout) :: rhs(0:nx - 1, ny)
  integer :: i, j
  do j = 1, ny
    do i = 1, nx - 4
      rhs(i, j) = rhs(i, j) - 2*u(i + 1, j)
    end do
  end do
  do j = 1, ny
    i = nx - 3
    rhs(i, j) = rhs(i, j) - (u(i - 1, j) - 4*u(i, j))
    i = nx - 2
    rhs(i, j) = rhs(i, j) - 3*(u(i - 1, j) - u(i, j))
  end do
end subroutine

! What a value is computed from changes, under a condition and in a loop.
subroutine turned(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n + 5)
  real(8), intent(out) :: b(n + 5)
  integer :: k, m, i
  m = n + 1
  k = m
  b(1) = a(k)
  if (a(1) > 0) m = n + 2
  b(2) = a(m + 1) + a(k)
  k = m + 1
  b(3) = a(m + 2) + a(k)
  do i = 4, n
    k = i - 1
    b(i) = a(k)
    k = i + 2
    m = k - 1
    b(i) = b(i) + a(k)*a(m)
    m = i
  end do
  b(n + 4) = a(k) + a(m)
  b(n + 5) = 0
end subroutine
