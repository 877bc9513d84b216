! Names that associate constructs give to parts of arrays: columns, rows, parts
! of those, by strides of either sign, of components, of arrays of types; their
! elements, sections, whole, their sizes, as arguments; inside of kernels, and
! around regions.
! REQUIRES: opencl, gfortran
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=7 --param m=5 --param k=2 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=1 --param k=1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=0 --param m=3 --param k=3 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=131 --param m=17 --param k=2 | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-20: : ok
! RUN: %loopyc %s -DRK=8 --emit=ir -w -o - | FileCheck %s --check-prefix=IR
! IR-LABEL: KERNEL: columns
! IR: a[{{.*}}] = a[{{.*}}] + 2.0d0*b_fetch[
! IR-LABEL: KERNEL: around
! IR: a[{{.*}}, j - 1] =
module parts
  implicit none
  type cell
    real(RK) :: u(3), v
  end type
  type tile
    real(RK) :: u(7, 3)
  end type
  type grid
    real(RK) :: h(7, 9), w(0:8)
  end type
contains
  subroutine scale(x, f)
    real(RK), intent(inout) :: x(:)
    real(RK), intent(in) :: f
    integer :: i
    do i = 1, size(x)
      x(i) = x(i)*f + lbound(x, 1)
    end do
  end subroutine

  subroutine first(k, x)
    integer, intent(in) :: k
    real(RK), intent(inout) :: x(k)
    x(1) = x(1) + k
  end subroutine

  elemental subroutine bump(x)
    real(RK), intent(inout) :: x
    x = x + 1
  end subroutine

  subroutine columns(n, m, a, b)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m)
    real(RK), intent(in) :: b(m, n)
    integer :: i, j
    do j = 1, m
      associate (col => a(:, j), row => b(j, :))
        do i = 1, n
          col(i) = col(i) + 2*row(i)
        end do
      end associate
    end do
  end subroutine

  ! Bounds of the array that are not 1, strides, parts of parts.
  subroutine strides(n, m, a, s)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(-2:n, 0:m), s(m + 1)
    integer :: i, j
    do j = 0, m
      associate (odd => a(-1::2, j), back => a(n:-2:-1, j))
        associate (inner => odd(1:size(odd) - 1), every => back(::3))
          do i = 1, size(inner)
            inner(i) = inner(i) + i
          end do
          s(j + 1) = sum(every) + size(every) + ubound(back, 1)
          if (size(odd) > 1) every(1) = every(1) - odd(2)
        end associate
      end associate
    end do
  end subroutine

  subroutine whole(n, m, a, t)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m), t(n, m)
    integer :: j
    do j = 1, m
      associate (x => a(:, j), y => t(:, m + 1 - j))
        x = 2*x + y
        y(:) = x(n:1:-1)
        where (x > 1) x = 1
      end associate
    end do
  end subroutine

  subroutine passed(n, m, a)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m)
    integer :: j
    do j = 1, m
      associate (x => a(:, j), y => a(2:n:2, j))
        call scale(x, real(0.5, RK))
        call scale(y, real(2, RK))
        call scale(x(2:n - 1), real(3, RK))
        if (n > 2) call first(n - 1, x(2))
        call bump(y)
        if (n > 0) call bump(x(n))
      end associate
    end do
  end subroutine

  subroutine elements(n, m, c, s)
    integer, intent(in) :: n, m
    type(cell), intent(inout) :: c(n)
    real(RK), intent(inout) :: s(m)
    integer :: i
    do i = 1, n
      associate (u => c(i)%u, top => c(i)%u(2:))
        u(1) = u(1) + c(i)%v
        top(2) = top(1) + u(1)
      end associate
    end do
    associate (v => c(:)%v)
      do i = 1, min(n, m)
        s(i) = s(i) + v(i)
      end do
    end associate
  end subroutine

  ! Of one element, which the construct mentions without a condition.
  subroutine patch(n, k, p)
    integer, intent(in) :: n, k
    type(tile), intent(inout) :: p(3)
    integer :: i, j
    associate (u => p(k)%u(:, 1:2), one => p(k))
      associate (v => one%u(:, 3))
        do j = 1, 2
          do i = 1, 7
            u(i, j) = u(i, j) + v(i)
          end do
        end do
      end associate
    end associate
  end subroutine

  subroutine components(n, g, s)
    integer, intent(in) :: n
    type(grid), intent(inout) :: g
    real(RK), intent(inout) :: s(n)
    integer :: i, k
    do k = 1, 9
      associate (h => g%h(:, k), w => g%w(1:))
        do i = 1, 7
          h(i) = h(i) + w(min(k, 8))
        end do
      end associate
    end do
    do i = 1, n
      s(i) = s(i) + g%h(1, 1)
    end do
  end subroutine

  subroutine around(n, m, a, b)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m), b(n)
    integer :: i, j
    if (m < 1) return
    j = m
    associate (col => a(:, j))
      !$loopy begin kernel: around
      do i = 1, n
        col(i) = 2*col(i) + b(i)
      end do
      !$loopy end kernel: around
    end associate
  end subroutine
end module
