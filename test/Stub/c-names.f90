! REQUIRES: gfortran
! RUN: mkdir -p %t && %loopyc %s --target=c -o %t/x && gfortran -J %t -c %t/x_stub.f90 -o %t/x_stub.o
! RUN: FileCheck %s < %t/x_stub.f90
! Variables may have the names that iso_c_binding gives kinds.
module states
  implicit none
  type state
    real(8), allocatable :: u(:, :)
  end type
contains
  subroutine edges(s, c_int, c_char, q)
    type(state), intent(in) :: s
    real(8), intent(in) :: c_int(:, :), c_char(:)
    real(8), intent(inout) :: q(:, :)
    integer :: i, j
    ! CHECK: if (.not. is_contiguous(c_int)) loopyc_packs = .true.
    ! CHECK: call loopyrt_fortran_section(c_int, 0_loopyc_int, 0_8
    do j = 1, size(q, 2)
      do i = 1, size(q, 1)
        q(i, j) = c_int(i, j)*s%u(i, j) + c_char(i)
      end do
    end do
  end subroutine
end module
