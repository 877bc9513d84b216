! The header says where a script has put the elements of an array whose axes
! it split.
!
! RUN: %loopyc %s --emit=header -o %t
! RUN: FileCheck %s < %t.h

! CHECK: a real(4), read: shape (n, 3, 7), strides (1, 7*n, n) in elements
! CHECK-SAME: the declared [i0, i1] is at [i0, i1 % 3, i1 // 3]
! CHECK: b real(4), written: shape (n, 21), strides (1, n) in elements{{$}}
subroutine layout(n, a, b)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n, 21)
  real, intent(out) :: b(n, 21)
  integer :: i, j

  do j = 1, 21
    do i = 1, n
      b(i,j) = a(i,j)
    end do
  end do
end subroutine layout

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_array_dim(knl, ("a", 1, "F"), 3)
! RESULT = lp.tag_data_axes(knl, "a", "N0,N2,N1")
!$loopy end
