! Elements of a module's array of a type, passed as they are: the original works
! on what the check has given them, and not on the module's own array, which
! nobody allocates.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -w | FileCheck %s
! CHECK: check: assemble: c: ok: max relative error {{.*}} in ar
! CHECK: check: move: c: ok: max relative error {{.*}} in nodes_xy
module mesh
  implicit none
  type node
    real(8) :: xy(2)
    integer :: bc
  end type
  type(node), allocatable :: nodes(:)
contains
  pure function area(a, b)
    type(node), intent(in) :: a, b
    real(8) :: area
    area = b%xy(1) - a%xy(2)
  end function
  subroutine push(a, by)
    type(node), intent(inout) :: a
    real(8), intent(in) :: by
    a%xy = a%xy + by
  end subroutine
  subroutine assemble(ne, ar)
    integer, intent(in) :: ne
    real(8), intent(inout) :: ar(ne)
    integer :: e
    do e = 1, ne
      ar(e) = area(nodes(e), nodes(e + 1))
    end do
  end subroutine
  subroutine move(ne, by)
    integer, intent(in) :: ne
    real(8), intent(in) :: by(ne)
    integer :: e
    do e = 1, ne
      call push(nodes(e), by(e))
    end do
  end subroutine
end module
