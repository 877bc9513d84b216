! Components that bound arrays and that nothing assigns hold in regions, whatever
! the intent of their variable: what is called declares its arrays by the same
! ones, so that scratch is each iteration's own.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Werror=serial --param g_isd=3 --param g_ied=19 --param g_jsd=-2 --param g_jed=8 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param g_isd=1 --param g_ied=5 --param g_jsd=1 --param g_jed=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param g_isd=1 --param g_ied=4 --param g_jsd=1 --param g_jed=0 | FileCheck %s
! RUN: %loopyc %s --target=c --emit=ir -o - | FileCheck %s --check-prefix=IR
! CHECK-NOT: FAILED
! CHECK-DAG: check: sweep: c: ok
! CHECK-DAG: check: moved: c: ok
! IR-LABEL: KERNEL: sweep
! IR-NOT: u_lbound
! IR: u: type: float32, shape: (g_ied - g_isd + 1, g_jed - g_jsd + 1)
! IR-LABEL: KERNEL: moved
! IR: h: type: float32, shape: (h_size_1
module grids
  implicit none
  type grid
    integer :: isd, ied, jsd, jed
  end type
contains
  subroutine sweep(u, h, g, dt)
    type(grid), intent(inout) :: g
    real, dimension(g%isd:g%ied, g%jsd:g%jed), intent(in) :: u
    real, dimension(g%isd:g%ied, g%jsd:g%jed), intent(inout) :: h
    real, intent(in) :: dt
    real, dimension(g%isd:g%ied) :: w
    integer :: i, j, ish, ieh
    ish = g%isd + 2
    ieh = g%ied - 2
    if (dt < -1d9) stop 'a negative step'
    do j = g%jsd, g%jed
      do i = ish - 1, ieh
        w(i) = u(i, j)*dt
      end do
      call layer(w, h(:, j), g, ish, ieh)
    end do
  end subroutine
  subroutine layer(w, h, g, ish, ieh)
    type(grid), intent(inout) :: g
    integer, intent(in) :: ish, ieh
    real, dimension(g%isd:g%ied), intent(inout) :: w, h
    integer :: i
    do i = ish - 1, ieh
      h(i) = h(i) + w(i)
    end do
  end subroutine
  ! The arrays are as large as they were when it began.
  subroutine moved(h, g, dt)
    type(grid), intent(inout) :: g
    real, dimension(g%isd:g%ied, g%jsd:g%jed), intent(inout) :: h
    real, intent(in) :: dt
    integer :: i, j
    if (dt < -1d9) stop 'a negative step'
    call narrow(g)
    !$loopy begin kernel: moved
    do j = lbound(h, 2), ubound(h, 2)
      do i = lbound(h, 1), ubound(h, 1)
        h(i, j) = dt*h(i, j)
      end do
    end do
    !$loopy end kernel: moved
  end subroutine
  subroutine narrow(g)
    type(grid), intent(inout) :: g
    g%ied = g%ied - 1
  end subroutine
end module
!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
