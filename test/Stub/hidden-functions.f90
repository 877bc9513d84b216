! A variable that has the name of a function that data directives need hides it
! in the stub's calls no more than elsewhere.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c -o %t
! RUN: FileCheck %s < %t_stub.f90
! RUN: gfortran -Werror -c %t_stub.f90 -o %t.o
! RUN: sed -e '/!uses/s/: b/: lbound/' %s > %t.uses.f90 && not %loopyc %t.uses.f90 --target=c -o %t.uses 2>&1 | FileCheck %s --check-prefix=USES
! USES: error: 'lbound' needs the function 'lbound' in the stub, which a variable of this name hides; rename that
module tiles
  implicit none
  type tile
    real(8), allocatable :: q(:)
  end type
contains
  subroutine go(n, lbound, b, allocated, all)
    integer, intent(in) :: n
    real(8), intent(inout) :: lbound(n), b(n)
    logical, intent(in) :: allocated
    type(tile), intent(inout) :: all(:)
    integer :: i
    ! CHECK: block ! enter data
    ! CHECK-NEXT: intrinsic :: lbound
    ! CHECK: lbound(b, kind=8)
    !$loopy enter data: b !uses
    ! CHECK: block ! update host
    ! CHECK-NEXT: intrinsic :: allocated, lbound
    !$loopy update host: all
    if (allocated) lbound = 1
    ! CHECK: block ! exit data
    ! CHECK-NEXT: interface
    !$loopy exit data: b
    do i = 1, n
      b(i) = b(i) + lbound(i)
    end do
  end subroutine
end module
