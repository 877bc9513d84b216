! Two scripts spread loops of one sum around barriers that stand already: the
! result of the inner sum comes in a launch behind the one that reads what it is
! added to, or each column has sums of its own. Neither may be kept in memory from
! launch to launch as one sum's can.
! RUN: not %loopyc %s --target=c --set INNER=1 -o %t 2>&1 | FileCheck %s
! RUN: not %loopyc %s --target=c -o %t 2>&1 | FileCheck %s
! CHECK: error: kernel '{{inner|columns}}': '{{[a-z]+}}_partial{{.*}}
subroutine inner(n, m, a, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: s
  integer :: i, j
  do j = 1, m
    do i = 1, n
      s = s + a(i, j)
    end do
  end do
end subroutine

subroutine columns(n, m, a, s, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: s, y(m)
  integer :: i, j
  s = 0
  do j = 1, m
    y(j) = 0
    do i = 1, n
      s = s + a(i, j)
      y(j) = y(j) + a(i, j)**2
    end do
  end do
end subroutine

!$loopy begin
! inner, columns = lp.parse_fortran(SOURCE, FILENAME)
! inner = lp.insert_global_barriers(lp.split_iname(inner, "i", 5, outer_tag="g.0"))
! inner = lp.split_iname(inner, "j", 5, outer_tag="g.1", inner_tag="l.0")
! columns = lp.split_iname(columns, "i", 16, outer_tag="g.0", inner_tag="l.0")
! columns = lp.tag_inames(lp.insert_global_barriers(columns), {"j": "g.1"})
! RESULT = inner if "INNER" in globals() else columns
!$loopy end
