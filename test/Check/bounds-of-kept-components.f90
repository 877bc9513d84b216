! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s | FileCheck %s
! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s --check-prefix=IR
! A component that nothing assigns bounds an array for good, whatever else of
! its variable is assigned; one that may be assigned does not.
! CHECK: check: turn: c: ok
! IR-LABEL: KERNEL: turn
! IR: {{^}}w: type: float64, shape: (f_nx),
module fields
  implicit none
  type field
    integer :: nx
    real(8), allocatable :: q(:)
  end type
contains
  subroutine step(f)
    type(field), intent(inout) :: f
    real(8) :: w(f%nx)
    integer :: i
    !$loopy begin kernel: turn
    do i = 1, f%nx
      w(i) = 2*f%q(modulo(i + 2, f%nx) + 1)
    end do
    f%q = w
    !$loopy end kernel: turn
  end subroutine
! IR-LABEL: KERNEL: shrink
! IR: {{^}}w: type: float64, shape: (w_size_1),
  subroutine cut(f)
    type(field), intent(inout) :: f
    real(8) :: w(f%nx)
    integer :: i
    call less(f)
    !$loopy begin kernel: shrink
    do i = 1, f%nx
      w(i) = 2*f%q(i)
    end do
    f%q(:f%nx) = w(:f%nx)
    !$loopy end kernel: shrink
  end subroutine
  subroutine less(f)
    type(field), intent(inout) :: f
    f%nx = f%nx - 1
  end subroutine
! IR-LABEL: KERNEL: given
! IR: {{^}}w: type: float64, shape: (w_size_1),
  subroutine from_file(f)
    type(field), intent(inout) :: f
    real(8) :: w(f%nx)
    integer :: i
    read (*, *) f%nx
    !$loopy begin kernel: given
    do i = 1, f%nx
      w(i) = 2*f%q(i)
    end do
    f%q(:f%nx) = w(:f%nx)
    !$loopy end kernel: given
  end subroutine
end module
