! An operator on spectral elements: products of small matrices with slices of an
! element, each by procedures that know them in shapes of their own, through
! several calls.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --verify --target=c --param nelt=5 -Werror=serial | FileCheck %s
! RUN: %loopyc %s --check --target=c --param nelt=3 -DORDER=8 | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --verify --target=opencl --param nelt=7 -Werror=serial | FileCheck %s %}
! RUN: %if opencl %{ %loopyc %s --check --target=opencl --param nelt=3 -DORDER=5 | FileCheck %s %}
! CHECK-NOT: FAILED
! CHECK-DAG: check: ax: {{.*}}: ok
! CHECK-DAG: check: planes: {{.*}}: ok
! CHECK-NOT: FAILED
! RUN: %loopyc %s --target=opencl --emit=ir -o - | FileCheck %s --check-prefix=IR
! Elements are spread; what the loops' ranges decide is no quotient.
! IR-LABEL: KERNEL: ax
! IR: {{^e.*}}: {{[gl]\.}}
! IR: ur[3*j + mxm_i] = {{.*}}dxm1[mxm_i, mxm_k]
! IR-LABEL: KERNEL: planes
#ifndef ORDER
#define ORDER 3
#endif
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.map_parallel(t["ax"]), lp.map_parallel(t["planes"])]
!$loopy end
module spectral
  implicit none
  integer, parameter :: lx = ORDER
contains
  subroutine mxm(a, n1, b, n2, c, n3)
    integer, intent(in) :: n1, n2, n3
    real(8), intent(in) :: a(n1, n2), b(n2, n3)
    real(8), intent(out) :: c(n1, n3)
    integer :: i, j, k
    do j = 1, n3
      do i = 1, n1
        c(i, j) = 0
        do k = 1, n2
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine

  subroutine add2(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(i) = a(i) + b(i)
    end do
  end subroutine

  subroutine local_grad3(ur, us, ut, u, n, d, dt)
    integer, intent(in) :: n
    real(8), intent(out), dimension(0:n, 0:n, 0:n) :: ur, us, ut
    real(8), intent(in) :: u(0:n, 0:n, 0:n), d(0:n, 0:n), dt(0:n, 0:n)
    integer :: k, m1, m2
    m1 = n + 1
    m2 = m1*m1
    call mxm(d, m1, u, m1, ur, m2)
    do k = 0, n
      call mxm(u(0, 0, k), m1, dt, m1, us(0, 0, k), m1)
    end do
    call mxm(u, m2, dt, m1, ut, m1)
  end subroutine

  subroutine local_grad3_t(u, ur, us, ut, n, d, dt, w)
    integer, intent(in) :: n
    real(8), intent(out), dimension(0:n, 0:n, 0:n) :: u, w
    real(8), intent(in), dimension(0:n, 0:n, 0:n) :: ur, us, ut
    real(8), intent(in) :: d(0:n, 0:n), dt(0:n, 0:n)
    integer :: k, m1, m2, m3
    m1 = n + 1
    m2 = m1*m1
    m3 = m2*m1
    call mxm(dt, m1, ur, m1, u, m2)
    do k = 0, n
      call mxm(us(0, 0, k), m1, d, m1, w(0, 0, k), m1)
    end do
    call add2(u, w, m3)
    call mxm(ut, m2, d, m1, w, m1)
    call add2(u, w, m3)
  end subroutine

  subroutine ax_e(w, u, g, ur, us, ut, wk, dxm1, dxtm1)
    real(8), intent(out), dimension(lx*lx*lx) :: w, ur, us, ut, wk
    real(8), intent(in) :: u(lx*lx*lx), g(6, lx*lx*lx)
    real(8), intent(in) :: dxm1(lx, lx), dxtm1(lx, lx)
    real(8) :: wr, ws, wt
    integer :: i, n
    n = lx - 1
    call local_grad3(ur, us, ut, u, n, dxm1, dxtm1)
    do i = 1, lx*lx*lx
      wr = g(1, i)*ur(i) + g(2, i)*us(i) + g(3, i)*ut(i)
      ws = g(2, i)*ur(i) + g(4, i)*us(i) + g(5, i)*ut(i)
      wt = g(3, i)*ur(i) + g(5, i)*us(i) + g(6, i)*ut(i)
      ur(i) = wr
      us(i) = ws
      ut(i) = wt
    end do
    call local_grad3_t(w, ur, us, ut, n, dxm1, dxtm1, wk)
  end subroutine

  subroutine ax(w, u, g, dxm1, dxtm1, nelt)
    integer, intent(in) :: nelt
    real(8), intent(out) :: w(lx, lx, lx, nelt)
    real(8), intent(in) :: u(lx, lx, lx, nelt), g(6, lx, lx, lx, nelt)
    real(8), intent(in) :: dxm1(lx, lx), dxtm1(lx, lx)
    real(8), dimension(lx**3) :: ur, us, ut, wk
    integer :: e
    do e = 1, nelt
      call ax_e(w(1, 1, 1, e), u(1, 1, 1, e), g(1, 1, 1, 1, e), &
                ur, us, ut, wk, dxm1, dxtm1)
    end do
  end subroutine

  ! In two dimensions, with the sizes passed as they are.
  subroutine planes(w, u, dxm1, dxtm1, nelt)
    integer, intent(in) :: nelt
    real(8), intent(out) :: w(lx, lx, nelt)
    real(8), intent(in) :: u(lx, lx, nelt), dxm1(lx, lx), dxtm1(lx, lx)
    real(8), dimension(lx*lx) :: ur, us
    integer :: e, i
    do e = 1, nelt
      call mxm(dxm1, lx, u(1, 1, e), lx, ur, lx)
      call mxm(u(1, 1, e), lx, dxtm1, lx, us, lx)
      do i = 1, lx*lx
        ur(i) = 2*ur(i) + us(i)
      end do
      call mxm(dxtm1, lx, ur, lx, w(1, 1, e), lx)
    end do
  end subroutine
end module
