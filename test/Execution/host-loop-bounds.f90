! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --verify --target=c,opencl --param n=13 --param m=2 | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=c,opencl --param n=3 --param m=1 | FileCheck %s

! A loop of the host whose bound is an iname of the launch: it runs for all of
! its values, and each work-item in the iterations that it has.
! CHECK: triangle: c: ok
! CHECK: triangle: opencl: ok
subroutine triangle(n, m, s, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: s, y(0:n)
  real(8), intent(in) :: x(0:n)
  integer :: i, j, k
  do i = 1, n
    s = s + x(i)
  end do
  do i = n, 0, -1
    do j = 1, i, 2
      do k = 1, m
        y(i) = 0.5d0*y(i) + x(j)*k
      end do
    end do
  end do
end subroutine
! Of another iname of the launch, which is bounded by a third one.
! CHECK: tetrahedron: c: ok
! CHECK: tetrahedron: opencl: ok
subroutine tetrahedron(n, m, w)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: w(n, n, 0:n)
  integer :: i, j, k
  do i = 1, n
    do j = 1, i
      do k = 1, j
        w(i, j, k) = w(i, j, k) + m*w(j, j, k - 1)
      end do
    end do
  end do
end subroutine
!$loopy begin
! knl, deep = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 5, outer_tag="g.0", inner_tag="l.0")
! knl = lp.insert_global_barriers(knl)
! knl = lp.split_iname(knl, "i_1", 4, inner_tag="l.0")
! deep = lp.split_iname(deep, "i", 4, outer_tag="g.0", inner_tag="l.0")
! deep = lp.tag_inames(deep, "j:g.1")
! deep = lp.prioritize_loops(deep, "k,i_outer,i_inner,j")
! RESULT = [knl, lp.insert_global_barriers(deep)]
!$loopy end
