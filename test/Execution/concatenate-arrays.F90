! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set VECTOR=True --param n=19 | FileCheck %s
! Arrays of the source joined, split again where the seam is not, fetched; as
! components of short vectors.
! CHECK: check: joined: opencl: ok: max relative error
! CHECK: check: joined: c: ok: max relative error
! CHECK: check: lanes: opencl: ok: max relative error
! CHECK: check: lanes: c: ok: max relative error
subroutine joined(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(8, n)
  real(RK), intent(out) :: y(8, n)
  real(RK) :: t(8), u(0:4)
  integer :: i, j
  do j = 1, n
    do i = 1, 8
      t(i) = x(i, j)
    end do
    do i = 0, 4
      u(i) = 2*x(i + 1, j)
    end do
    do i = 1, 8
      y(i, j) = t(9 - i) + u(mod(i, 5))
    end do
  end do
end subroutine joined

subroutine lanes(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: y(n)
  real(RK) :: a(n), b(n), c(n), d(n)
  integer :: i, j
  do i = 1, n
    a(i) = x(i)
    b(i) = 2*x(i)
    c(i) = x(i)*x(i)
    d(i) = 1 - x(i)
  end do
  do j = 1, n
    y(j) = a(j)*d(n + 1 - j) + b(n + 1 - j)*c(j)
  end do
end subroutine lanes

!$loopy begin
! joined, lanes = lp.parse_fortran(SOURCE, FILENAME)
! joined = lp.concatenate_arrays(joined, ["t", "u"], "tu")
! joined = lp.split_array_axis(joined, ("tu", 0, "F"), 3)
! joined = lp.add_prefetch(joined, "tu[:, :]", default_tag=None,
!                          fetch_outer_inames="j")
! joined = lp.tag_inames(joined, "j:g.0")
!
! lanes = lp.set_array_axis_names(lanes, "a, b, c, d", "point")
! lanes = lp.concatenate_arrays(lanes, "a, b, c, d", axis_nr="point")
! if globals().get("VECTOR"):
!     lanes = lp.fix_parameters(lanes, n=19)
!     lanes = lp.split_array_axis(lanes, ("a", "point", "F"), 19)
!     lanes = lp.tag_array_axes(lanes, "a", "N0, vec")
! RESULT = [joined, lanes]
!$loopy end
