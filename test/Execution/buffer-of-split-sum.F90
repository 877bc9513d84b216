! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=37 --param m=11 --param l=29 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=16 --param m=8 --param l=32 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=1 --param m=1 --param l=1 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=13 --param m=5 --param l=0 | FileCheck %s
! A contraction whose inner loop is split before its result is buffered: the
! parts of a sum are gathered one by one, and added to what is there.
! CHECK: check: contraction: opencl: ok
! CHECK: check: contraction: c: ok
! CHECK: check: powers: opencl: ok
! CHECK: check: powers: c: ok
subroutine contraction(n, m, l, a, b, c)
  implicit none
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(n, l), b(l, m)
  real(RK), intent(inout) :: c(n, m)
  integer :: i, j, k
  do j = 1, m
    do k = 1, l
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

subroutine powers(n, l, a, p)
  implicit none
  integer, intent(in) :: n, l
  real(RK), intent(in) :: a(n, l)
  real(RK), intent(inout) :: p(n)
  integer :: i, k
  do k = 1, l
    do i = 1, n
      p(i) = p(i)*(0.75 + a(i, k)/2)
    end do
  end do
end subroutine
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(t["contraction"], "i", 8, outer_tag="g.0")
! knl = lp.split_iname(knl, "j", 4, outer_tag="g.1")
! knl = lp.split_iname(knl, "k", 16)
! knl = lp.buffer_array(knl, "c", ["i_inner", "j_inner", "k_inner"], init_expression="0",
!                       store_expression="base + buffer", default_tag=None)
! p = lp.split_iname(t["powers"], "i", 8, outer_tag="g.0")
! p = lp.split_iname(p, "k", 4)
! p = lp.buffer_array(p, "p", ["i_inner", "k_inner"], init_expression="1",
!                     store_expression="base * buffer", default_tag=None)
! RESULT = [knl, p]
!$loopy end
