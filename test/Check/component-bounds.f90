! Bounds of arrays and loops that are components, of which some are data: what
! is known of the other bounds is enough to choose sizes at which loops run.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c 2>&1 | FileCheck %s
! CHECK: check: ocean: c: ok: max relative error {{.*}} in t
! CHECK: check: ocean: 2 of 2 branches taken
! CHECK: check: physics: c: ok: max relative error {{.*}} in bl_t
! CHECK: check: column: c: ok: max relative error {{.*}} in c_t
! CHECK: check: column: 4 of 4 branches taken
! CHECK: check: never: c: ok
! CHECK: this condition is never true; choose inputs with --param g_js=VALUE or --init g_mask=EXPR [-Wbranches]
module grids
  implicit none
  type grid_t
    integer :: is, ie, js, je
    real(8), allocatable :: mask(:,:)
    integer, allocatable :: kbot(:,:)
  end type
  type field
    real(8), allocatable :: v(:,:)
  end type
  type block
    integer :: n
    real(8) :: t(8)
  end type
  type(grid_t) :: g
contains
  subroutine ocean(nk, t)
    integer, intent(in) :: nk
    real(8), intent(inout) :: t(g%is:g%ie, g%js:g%je, nk)
    integer :: i, j, k
    do j = g%js, g%je
      do i = g%is, g%ie
        do k = 1, g%kbot(i, j)
          if (g%mask(i, j) > 0.5d0) t(i, j, k) = t(i, j, k) + 1
        end do
      end do
    end do
  end subroutine
  subroutine physics(nb, bl, f)
    integer, intent(in) :: nb
    type(block), intent(inout) :: bl(nb)
    type(field), intent(inout) :: f
    integer :: ib, ic
    do ib = 1, nb
      do ic = 1, bl(ib)%n
        bl(ib)%t(ic) = bl(ib)%t(ic) + 1
        f%v(ic, ib) = f%v(ic, ib) + bl(ib)%t(ic)
      end do
    end do
  end subroutine
  ! That k may be 0 says nothing about how often the loop runs.
  subroutine column(nb, c)
    integer, intent(in) :: nb
    type(block), intent(inout) :: c(nb)
    integer :: ib, ic, k
    do ib = 1, nb
      do ic = 1, c(ib)%n
        k = 0
        if (c(ib)%t(ic) > 1) k = ic
        if (k > 0) c(ib)%t(k) = c(ib)%t(k) + 1
      end do
    end do
  end subroutine
  subroutine never(nk, t)
    integer, intent(in) :: nk
    real(8), intent(inout) :: t(g%is:g%ie, nk)
    integer :: i, k
    do k = 1, nk
      do i = g%is, g%ie
        if (abs(g%mask(i, g%js)) < 0) t(i, k) = t(i, k) + 1
        t(i, k) = t(i, k)*2
      end do
    end do
  end subroutine
end module
