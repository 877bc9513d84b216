! Elements of integer arrays as bounds of arrays and loops are parameters: loops
! are parallel, and --check chooses arrays that agree with them.
! REQUIRES: gfortran
! RUN: %loopyc %s --no-map-parallel -o - --emit=ir | FileCheck %s
! RUN: %loopyc %s --check --target=c --verify -Werror | FileCheck %s --check-prefix=SAME
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Werror -Wno-local-memory | FileCheck %s --check-prefix=SAME %}
! RUN: not %loopyc %s --check --target=c --init lo=3 2>&1 | FileCheck %s --check-prefix=INIT
! INIT: --init lo: elements of 'lo' are arguments of their own; give these with --param, as lo_{{[12]}}
! SAME-DAG: check: declared: {{.*}}: ok
! SAME-DAG: check: ghosts: {{.*}}: ok
! SAME-DAG: check: by_variable: {{.*}}: ok
! SAME-DAG: check: from_one: {{.*}}: ok
! SAME-DAG: check: table: {{.*}}: ok
! SAME-DAG: check: inlined: {{.*}}: ok
! SAME-DAG: check: lap: {{.*}}: ok
! SAME-DAG: check: part: {{.*}}: ok
! SAME-DAG: check: unsaid: {{.*}}: ok
! SAME-DAG: check: local: {{.*}}: ok

! CHECK-LABEL: KERNEL: declared
! CHECK-DAG: lo_1: ValueArg, type: int32
! CHECK-DAG: u: type: float64, shape: (uhi_1 - ulo_1 + 1, uhi_2 - ulo_2 + 1)
! CHECK-DAG: 0 <= i <= -lo_1 + hi_1
! CHECK: r[i, j] = u[i + lo_1 - ulo_1 + 1, j + lo_2 - ulo_2]
subroutine declared(lo, hi, ulo, uhi, u, r)
  implicit none
  integer, intent(in) :: lo(2), hi(2), ulo(2), uhi(2)
  real(8), intent(in) :: u(ulo(1):uhi(1), ulo(2):uhi(2))
  real(8), intent(inout) :: r(lo(1):hi(1), lo(2):hi(2))
  integer :: i, j
  do j = lo(2), hi(2)
    do i = lo(1), hi(1)
      r(i, j) = u(i+1, j) + u(i-1, j) - 2*u(i, j)
    end do
  end do
end subroutine
subroutine ghosts(lo, hi, n, u)
  implicit none
  integer, intent(in) :: lo(1), hi(1), n
  real, intent(inout) :: u(lo(1)-2:hi(1)+2, n)
  integer :: i, j
  do j = 1, n
    do i = 1, 2
      u(lo(1) - i, j) = 3*i
    end do
  end do
end subroutine
! Other elements are read from the array.
! CHECK-LABEL: KERNEL: by_variable
! CHECK: lo[d]
subroutine by_variable(lo, hi, u)
  implicit none
  integer, intent(in) :: lo(3), hi(3)
  real, intent(inout) :: u(lo(1):hi(1), 3)
  integer :: i, d
  do d = 1, 3
    do i = lo(1), hi(1)
      u(i, d) = u(i, d) + lo(d)
    end do
  end do
end subroutine
! What is not declared, but is only mentioned by constants.
subroutine from_one(b, u)
  implicit none
  integer, intent(in) :: b(:)
  real, intent(inout) :: u(:)
  integer :: i
  do i = b(1), b(2)
    u(i) = 2*u(i)
  end do
end subroutine
subroutine table(box, u)
  implicit none
  integer, intent(in) :: box(0:1, -1:0)
  real, intent(inout) :: u(box(0, -1):box(1, -1), box(0, 0):box(1, 0))
  integer :: i, j, first
  first = box(0, -1)
  do j = box(0, 0), box(1, 0)
    do i = first, box(1, -1)
      u(i, j) = u(i, j) + 1
    end do
  end do
end subroutine
subroutine inlined(lo, hi, u)
  implicit none
  integer, intent(in) :: lo(2), hi(2)
  real(8), intent(inout) :: u(lo(1):hi(1), lo(2):hi(2))
  integer :: j
  do j = lo(2), hi(2)
    call row(lo(1), hi, u(:, j))
  end do
contains
  subroutine row(first, last, x)
    integer, intent(in) :: first, last(2)
    real(8), intent(inout) :: x(first:last(1))
    integer :: i
    do i = first, last(1)
      x(i) = x(i) + 0.5d0
    end do
  end subroutine
end subroutine
module patches
  implicit none
  type patch
    integer :: lo(2), hi(2)
    real(8), allocatable :: u(:, :), r(:, :)
  end type
contains
  ! CHECK-LABEL: KERNEL: lap
  ! CHECK-DAG: p_lo_1: ValueArg, type: int32
  ! CHECK-DAG: 0 <= i <= -p_lo_1 + p_hi_1
  subroutine lap(p)
    type(patch), intent(inout) :: p
    integer :: i, j, d
    do d = 1, 2
      do j = p%lo(2), p%hi(2)
        do i = p%lo(1), p%hi(1)
          p%r(i, j) = p%r(i, j) + p%u(i, j)*d
        end do
      end do
    end do
  end subroutine
  ! A region, of variables of the procedure.
  subroutine around(n, u)
    integer, intent(in) :: n
    real, intent(inout) :: u(n, n)
    integer :: lo(2), hi(2), i, j
    lo = 1
    hi = n
    call exchange(lo, hi)
    !$loopy begin kernel: part
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        u(i, j) = 0.5*u(i, j)
      end do
    end do
    !$loopy end kernel: part
  end subroutine
  ! Arrays whose bounds no declaration says have the elements.
  subroutine allocated_bounds(n, u)
    integer, intent(in) :: n
    real, intent(inout) :: u(n)
    integer, allocatable :: lo(:)
    integer, save :: hi(2) = [1, 2]
    integer :: i
    allocate (lo(0:1))
    lo = 1
    hi(2) = n
    !$loopy begin kernel: unsaid
    do i = lo(0), hi(2)
      u(i) = u(i) + lo(1)
    end do
    !$loopy end kernel: unsaid
    print *, lo
  end subroutine
  ! An array of its own with such bounds.
  subroutine local(lo, hi, u)
    integer, intent(in) :: lo(2), hi(2)
    real, intent(inout) :: u(lo(1):hi(1), lo(2):hi(2))
    real :: t(lo(1):hi(1))
    integer :: i, j
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        t(i) = 2*u(i, j)
      end do
      do i = lo(1), hi(1)
        u(i, j) = t(i) + t(lo(1))
      end do
    end do
  end subroutine
end module
