! Arrays whose shapes no declaration says, passed as wholes or sections to dummy
! arguments of explicit shape: the kernel assumes that the shapes agree, and so
! keeps the axes; a call where they do not is an error, by name. Their first
! element begins a sequence of any shape. Under a condition, an array need not
! be there, and nothing is assumed.
! REQUIRES: gfortran, opencl
! RUN: %loopyc -Werror=serial --check --target=opencl,c %s 2>&1 | FileCheck %s
! CHECK-DAG: check: relax: opencl: ok
! CHECK-DAG: check: relax: c: ok
! CHECK-DAG: check: blocks: opencl: ok
! CHECK-DAG: check: blocks: c: ok
! CHECK-DAG: check: packed: opencl: ok
! RUN: %loopyc --target=opencl,c %s --emit=device -o - | FileCheck %s --check-prefix=CODE
! CODE: assumes{{.*}} p_size_1
! CODE: assumes that 'p' has the shape that 'halo' declares for 'a', where line [[#]] passes it
! CODE: assumes klon == t_size_1
! CODE: assumes that 't' has the shape that 'column' declares for 'x', where line [[#]] passes it
! CODE-NOT: assumes{{.*}} q_size
! RUN: rm -rf %t && mkdir -p %t
! RUN: env LOOPYC_FLAGS=--target=opencl,c %loopyc-fc -w %s -o %t/prog
! RUN: gfortran -w %s -o %t/original
! RUN: %t/original > %t/expected
! RUN: env LOOPYRT_DEVICE=c %t/prog > %t/c && diff %t/expected %t/c
! RUN: env LOOPYRT_DEVICE=opencl %t/prog > %t/opencl && diff %t/expected %t/opencl
! RUN: not env LOOPYRT_DEVICE=c %t/prog wider 2>&1 | FileCheck %s --check-prefix=ERROR
! ERROR: loopyrt: error: relax: an assumption of the kernel does not hold: mx + 2 = size(p, 1), and mx is 7, size(p, 1) is 10
! RUN: %t/original wider > %t/expected.wider
! RUN: env LOOPYRT_DEVICE=c LOOPYRT_FALLBACK=host %t/prog wider 2>/dev/null > %t/wider
! RUN: diff %t/expected.wider %t/wider
!$loopy begin
!$loopy end
module fields
  implicit none
  integer :: mx, my
  real(8), allocatable :: p(:, :), q(:, :)
contains
  subroutine halo(a)
    real(8), intent(inout) :: a(0:mx + 1, 0:my + 1)
    a(0, :) = a(mx, :)
    a(mx + 1, :) = a(1, :)
    a(:, 0) = a(:, my)
    a(:, my + 1) = a(:, 1)
  end subroutine

  subroutine damp(a)
    real(8), intent(inout) :: a(0:mx + 1, 0:my + 1)
    integer :: i, j
    do j = 0, my + 1
      do i = 0, mx + 1
        a(i, j) = 0.5d0*a(i, j)
      end do
    end do
  end subroutine

  subroutine relax(steps, smooth)
    integer, intent(in) :: steps
    logical, intent(in) :: smooth
    integer :: it
    do it = 1, steps
      call halo(p)
      if (smooth) call damp(q)
    end do
  end subroutine

  subroutine column(klon, klev, x)
    integer, intent(in) :: klon, klev
    real(8), intent(inout) :: x(klon, klev)
    integer :: jl, jk
    do jk = 2, klev
      do jl = 1, klon
        x(jl, jk) = x(jl, jk) + 0.5d0*x(jl, jk - 1)
      end do
    end do
  end subroutine

  subroutine blocks(n, klon, klev, t)
    integer, intent(in) :: n, klon, klev
    real(8), intent(inout) :: t(:, :, :)
    integer :: k
    do k = 1, n
      call column(klon, klev, t(:, :, k))
    end do
  end subroutine

  ! As a workspace of which so many elements are used.
  subroutine packed(n, m, w)
    integer, intent(in) :: n, m
    real(8), allocatable, intent(inout) :: w(:, :)
    call fill(n, m, w(lbound(w, 1), lbound(w, 2)))
  end subroutine

  subroutine fill(n, m, x)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: x(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        x(i, j) = 10*i + j
      end do
    end do
  end subroutine
end module

program main
  use fields
  implicit none
  real(8), allocatable :: t(:, :, :), w(:, :)
  integer :: i, j, more
  more = command_argument_count()
  mx = 7
  my = 5
  allocate (p(0:mx + 1 + more, 0:my + 1), t(11, 6, 3), w(7, 7))
  do j = 0, my + 1
    do i = 0, mx + 1 + more
      p(i, j) = sin(0.3d0*i + j)
    end do
  end do
  t = 1
  w = 0
  call relax(2, .false.)
  call blocks(3, 11, 6, t)
  call packed(5, 6, w)
  print '(3es24.16)', p, t, w
end program
