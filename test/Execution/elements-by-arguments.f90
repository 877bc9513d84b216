! Elements whose subscripts are arguments bound arrays and loops, as those with
! constant subscripts do; of what a kernel may not reach, the stub asks first.
! REQUIRES: gfortran
! RUN: %loopyc %s --no-map-parallel -o - --emit=ir | FileCheck %s
! RUN: %loopyc %s --target=c --no-map-parallel --emit=stub -o - | FileCheck %s --check-prefix=STUB
! RUN: %loopyc %s --check --target=c --verify -Werror -Wno-untranslated | FileCheck %s --check-prefix=SAME
! RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
! RUN: gfortran -fcheck=bounds %s -o original && ./original > original.txt
! RUN: env LOOPYC_FLAGS="--target=c -w" %build/tools/loopyc/loopyc-fc -fcheck=bounds %s -o translated
! RUN: ./translated > translated.txt && diff original.txt translated.txt
! SAME-DAG: check: step: {{.*}}: ok
! SAME-DAG: check: columns: {{.*}}: ok
! SAME-DAG: check: twice: {{.*}}: ok
! SAME-DAG: check: ordered: {{.*}}: ok
! SAME-DAG: check: row: {{.*}}: ok
! SAME-DAG: check: part: {{.*}}: ok
! SAME-DAG: check: assumed: {{.*}}: ok
module parameters
  implicit none
  integer, allocatable :: n(:), nt(:, :)
  real, allocatable :: dt(:)
  type grid
    integer :: levels(0:3)
    real(8), allocatable :: q(:, :)
  end type
end module
module stepping
  use parameters
  implicit none
contains
  ! CHECK-LABEL: KERNEL: step
  ! CHECK-DAG: n_ng: ValueArg, type: int32
  ! CHECK-DAG: nt_2_ng: ValueArg, type: int32
  ! CHECK-DAG: work: type: float32, shape: (ubi - lbi + 1, n_ng)
  ! CHECK: work[i, k] = u[i, k]*dt[ng - dt_lbound_1]
  ! STUB: subroutine step
  ! STUB: call loopyrt_fortran_before_gathering(n(ng), n(ng), 4_8, "step", "n(ng)")
  subroutine step(ng, lbi, ubi, t, u)
    integer, intent(in) :: ng, lbi, ubi
    real, intent(inout) :: t(lbi:ubi, n(ng), nt(2, ng))
    real, intent(in) :: u(lbi:ubi, n(ng))
    real :: work(lbi:ubi, n(ng))
    integer :: i, k, it
    do it = 1, nt(2, ng)
      do k = 1, n(ng)
        do i = lbi, ubi
          work(i, k) = u(i, k)*dt(ng)
        end do
      end do
      do k = 1, n(ng)
        do i = lbi, ubi
          t(i, k, it) = t(i, k, it) + work(i, n(ng) + 1 - k)
        end do
      end do
    end do
  end subroutine
  subroutine column(ng, x)
    integer, intent(in) :: ng
    real(8), intent(inout) :: x(n(ng))
    real(8) :: w(n(ng))
    integer :: k
    do k = 1, n(ng)
      w(k) = 2*x(k)
    end do
    do k = 1, n(ng)
      x(k) = w(n(ng) + 1 - k)
    end do
  end subroutine
  ! CHECK-LABEL: KERNEL: columns
  ! CHECK-DAG: parameters_n_ng: ValueArg, type: int32
  ! CHECK-DAG: w: type: float64, shape: (parameters_n_ng)
  ! STUB: subroutine columns
  ! STUB: if (size(n(max(int(ng, 8), lbound(n, 1, 8)):min(int(ng, 8), merge(ubound(n, 1, 8),
  subroutine columns(ng, m, t)
    integer, intent(in) :: ng, m
    real(8), intent(inout) :: t(:, :)
    integer :: j
    do j = 1, m
      call column(ng, t(:, j))
    end do
  end subroutine
  ! Arguments that may be one element have one value then.
  subroutine twice(ng, mg, m, t)
    integer, intent(in) :: ng, mg, m
    real(8), intent(inout) :: t(:, :)
    integer :: j, k
    do j = 1, m
      do k = 1, n(ng)
        t(k, j) = t(k, j) + 1
      end do
      do k = n(mg - 1), 1, -1
        t(k, j) = 2*t(k, j)
      end do
    end do
  end subroutine
  ! CHECK-LABEL: KERNEL: ordered
  ! CHECK-DAG: n_idx_ig: ValueArg, type: int32
  ! CHECK-DAG: g_levels_ig_m1: ValueArg, type: int32
  subroutine ordered(ig, m, idx, g)
    integer, intent(in) :: ig, m, idx(:)
    type(grid), intent(inout) :: g
    integer :: j, k
    do k = 1, n(idx(ig)) + g%levels(ig - 1)
      do j = 1, m
        g%q(k, j) = g%q(k, j) + 1
      end do
    end do
  end subroutine
  subroutine row(nr, first, r, x)
    integer, intent(in) :: nr, first(nr + 1), r
    real, intent(inout) :: x(first(nr + 1) - 1)
    integer :: k
    do k = first(r), first(r + 1) - 1
      x(k) = 2*x(k)
    end do
  end subroutine
  ! An array that has as many elements as these need.
  subroutine assumed(d, lo, u)
    integer, intent(in) :: d, lo(2, *)
    real, intent(inout) :: u(:)
    u(lo(1, d):lo(2, d)) = 1
  end subroutine
  ! Of a region, what is assigned before it stays.
  subroutine around(m, x)
    integer, intent(in) :: m
    real, intent(inout) :: x(:)
    integer :: i, g, tile(2, 3)
    tile = reshape([1, 2, 2, 4, 5, m], [2, 3])
    g = 1
    g = g + 1
    !$loopy begin kernel: part
    do i = tile(1, g), tile(2, g)
      x(i) = x(i) + 1
    end do
    !$loopy end kernel: part
  end subroutine
end module
program main
  use stepping
  implicit none
  real :: t(5, 7, 2), u(5, 7), y(7)
  real(8) :: x(9, 4)
  type(grid) :: g
  integer :: ng
  allocate (n(3), nt(2, 3), dt(3), g%q(9, 4))
  n = [7, 3, 0]
  nt = reshape([0, 2, 0, 1, 0, 2], [2, 3])
  dt = [0.5, 0.25, 1.0]
  g%levels = [0, 1, 2, 0]
  t = 0.5
  u = 0.25
  x = 1
  y = 1
  g%q = 0
  do ng = 1, 3
    call step(ng, -1, 3, t, u)
    call columns(ng, 4, x(:n(ng), :))
    call twice(ng, ng + 1, 4, x)
    call ordered(ng, 4, [2, 3, 1], g)
    call row(3, [1, 4, 4, 8], ng, y)
    call around(7, y)
  end do
  ! Never reached, nor there.
  call twice(9, 9, 0, x)
  deallocate (n)
  call twice(1, 1, 0, x)
  call columns(1, 0, x)
  print '(4f12.5)', sum(t), x(:, 3), sum(g%q), y
end program
