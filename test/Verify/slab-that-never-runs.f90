! A slab without iterations says nothing of the work-items that run the others:
! here i_1 is spread over groups alone, s private to each work-item of them.
! RUN: %loopyc %s --verify --check -Wno-slabs --target=c,opencl -o %t | FileCheck %s
! CHECK-DAG: verify: rows: ok
! CHECK-DAG: check: rows: c: ok
! CHECK-DAG: check: rows: opencl: ok

subroutine rows(n, m, c, h, o)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: h(m, 2)
  real(8), intent(inout) :: c(n), o(m)
  real(8) :: s
  integer :: i, j
  do i = 1, n
    c(i) = 2*c(i)
  end do
  do i = 1, m
    s = 0
    do j = 1, 2
      s = s + h(i, j)
    end do
    if (i > 2) o(i) = s
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.tag_inames(k, {"i_1": "g.0"})
! k = lp.split_iname(k, "i", 4, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.split_iname(k, "j", 3, inner_tag="ilp.seq", slabs=(0, 2))
!$loopy end
