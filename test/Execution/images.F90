! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=cross --param n=37 --param m=11 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=cross --param n=0 --param m=5 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=cross --param n=1 --param m=0 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=cross --set STAGED=True --param n=37 --param m=11 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=cross --set STAGED=True --param n=16 --param m=7 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=solid --param n=5 --param m=7 --param l=3 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=solid --param n=1 --param m=0 --param l=1 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=solid --set STAGED=True --param n=19 --param m=2 --param l=3 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=line --param n=0 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=line --param n=101 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=line --param n=1 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=times --param n=23 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=maybe --param n=23 | FileCheck %s
! Images of one, two and three axes, in sizes that do not divide and without an
! element; staged in local memory; in several launches; absent.
! CHECK: check: [[NAME:.*]]: opencl: ok
! CHECK: check: [[NAME]]: c: ok
subroutine cross(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: u(0:n + 1, -1:m)
  real(RK), intent(out) :: v(n, 0:m - 1)
  integer :: i, j
  do j = 0, m - 1
    do i = 1, n
      v(i, j) = u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) &
              - 4*u(i, j)
    end do
  end do
end subroutine cross

subroutine solid(n, m, l, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: u(n, m, l)
  real(RK), intent(inout) :: v(n, m, l)
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      do i = 1, n
        v(i, j, k) = v(i, j, k) + u(n + 1 - i, j, k)*u(i, m + 1 - j, l + 1 - k)
      end do
    end do
  end do
end subroutine solid

subroutine line(n, at, x, y)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: at(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + merge(x(at(i)), x(i), i > 3)
  end do
end subroutine line

subroutine times(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(n, n)
  real(RK), intent(inout) :: v(n, n)
  real(RK) :: w(n, n)
  integer :: i, j, i2, j2, t
  do t = 1, 3
    do j = 1, n
      do i = 1, n
        w(i, j) = v(j, i) + u(i, j)
      end do
    end do
    do j2 = 1, n
      do i2 = 1, n
        v(i2, j2) = 0.5*w(i2, j2)*u(j2, i2)
      end do
    end do
  end do
end subroutine times

subroutine maybe(n, x, u, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(in), optional :: u(n, 2)
  real(RK), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (present(u)) then
      y(i) = x(i)*u(i, 2)
    else
      y(i) = x(i)
    end if
  end do
end subroutine maybe

!$loopy begin
! STAGED = globals().get("STAGED", False)
! knl = lp.parse_fortran(SOURCE, FILENAME)[WANTED]
! IMAGES = {"cross": "u", "solid": "u", "line": "at x", "times": "u", "maybe": "x u"}
! if WANTED == "times":
!     knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.split_iname(knl, "i2", 8, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.insert_global_barriers(knl)
! else:
!     knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! for name in IMAGES[WANTED].split():
!     knl = lp.change_arg_to_image(knl, name)
! if STAGED and WANTED == "cross":
!     knl = lp.split_iname(knl, "j", 4, outer_tag="g.1", inner_tag="l.1")
!     knl = lp.add_prefetch(knl, "u", "i_inner, j_inner")
! if STAGED and WANTED == "solid":
!     knl = lp.extract_subst(knl, "twin", "u[a, b, c]*u[d, e, f]", "a, b, c, d, e, f")
!     knl = lp.precompute(knl, "twin", "i_inner", temporary_address_space="local")
! RESULT = knl
!$loopy end
