! Private arrays whose subscripts are constants once loops are unrolled: nothing
! in the way of registers. See registers-nvcc.test.
! RUN: %loopyc %s --emit=device -o - | FileCheck %s
! CHECK: double w[4], a[9];
! CHECK-NOT: {{[^a-z][wa]\[[^0-9]}}
! CHECK: a[8] = w[2] * w[3];
! CHECK-NOT: {{[^a-z][wa]\[[^0-9]}}
! CHECK: t = t + a[8] + a[2];
subroutine registers(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(-1:n + 2)
  real(8), intent(inout) :: y(n)
  real(8) :: w(4), a(3, 3), t
  integer :: i, s, r
  do i = 1, n
    do s = 1, 4
      w(s) = x(i + s - 2)*s
    end do
    do s = 1, 3
      do r = 1, 3
        a(r, s) = w(r)*w(s + 1)
      end do
    end do
    t = 0
    do s = 1, 3
      t = t + a(s, s) + a(s, 4 - s)
    end do
    y(i) = y(i) + t
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! knl = lp.tag_inames(knl, {s: "unr" for s in ["s", "s_1", "s_2", "r"]})
! RESULT = [knl]
!$loopy end
