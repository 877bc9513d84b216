! Components of derived types in regions: on continued lines, inherited, with
! blanks; names in comments and strings are none.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s
! CHECK: check: continued: c: ok: max relative error {{.*}} in c_base_q
! CHECK: check: used: c: ok
module types
  type base
    real(8), allocatable :: q(:)
    real(8) :: g
  end type
  type, extends(base) :: cell
    real(8) :: weights(0:2)
    integer :: n
  end type
  type grid
    type(cell) :: c
  end type
  type(grid), save :: state
end module
module steps
  use types, only: cell, grid, s => state
contains
  subroutine step(c, gr)
    class(cell), intent(inout) :: c
    type(grid) :: gr
    integer :: i
    print *, 'c%q(i)'
    !$loopy begin kernel: continued
    do i = 1, c%n
      c%q(i) = 2*C % q(i)*c%g + gr%c & ! c%q
        % &

        & q(i) ! c % q
      if (c%q(i) > 0.9d0) &
        c%q(i) = c%g
    end do
    !$loopy end kernel: continued
    !$loopy begin kernel: used
    do i = 0, 2
      s%c%weights(i) = s %c % &
        weights(i) + s%c%base%g
    end do
    !$loopy end kernel: used
  end subroutine
end module
