! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=3 --param m=2 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param m=5 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set SPACE=local --set BOX=True --param n=34 --param m=19 | FileCheck %s
! Values computed ahead of many kinds of uses: neighbours, strides, backwards,
! a triangle, under conditions, for several arrays in one loop, in loops around
! that they do not need.
! CHECK: check: smooth: opencl: ok
! CHECK: check: smooth: c: ok
! CHECK: check: strided: opencl: ok
! CHECK: check: strided: c: ok
! CHECK: check: mirrored: opencl: ok
! CHECK: check: mirrored: c: ok
! CHECK: check: triangle: opencl: ok
! CHECK: check: triangle: c: ok
! CHECK: check: guarded: opencl: ok
! CHECK: check: guarded: c: ok
! CHECK: check: shared: opencl: ok
! CHECK: check: shared: c: ok
! CHECK: check: anew: opencl: ok
! CHECK: check: anew: c: ok
! CHECK: check: columns: opencl: ok
! CHECK: check: columns: c: ok
subroutine smooth(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(inout) :: y(n, m)
  integer :: i, j
  do j = 1, m
    do i = 2, n - 1
      y(i, j) = sin(x(i - 1, j)) - 2*sin(x(i, j)) + sin(x(i + 1, j))
    end do
  end do
end subroutine smooth

subroutine strided(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(3*n)
  real(RK), intent(out) :: y(n)
  real(RK) :: t(3*n)
  integer :: i, j
  do i = 1, 3*n
    t(i) = x(i)*x(i)
  end do
  do j = 1, n
    y(j) = t(3*j) - t(3*j - 2)
  end do
end subroutine strided

subroutine mirrored(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(0:n)
  real(RK), intent(out) :: y(0:n)
  integer :: i
  do i = 0, n
    y(i) = exp(x(n - i)) + i
  end do
end subroutine mirrored

subroutine triangle(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n, n)
  integer :: i, j
  do i = 1, n
    do j = i, n
      y(j, i) = y(j, i) + sqrt(x(i))*sqrt(x(j))
    end do
  end do
end subroutine triangle

subroutine guarded(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (x(i) > 0.5) then
      y(i) = log(x(i) - 0.25)
    else if (i > 2) then
      y(i) = log(x(1) + 1)
    end if
  end do
end subroutine guarded

subroutine shared(n, m, x, y, z)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: y(n, m), z(n, m)
  real(RK) :: u(n), v(n)
  integer :: i, j, k
  do k = 1, n
    u(k) = x(k) + 1
    v(k) = 2*x(k)
  end do
  do j = 1, m
    do i = 1, n
      y(i, j) = u(i)*j
      z(i, j) = v(n + 1 - i) - u(i)
    end do
  end do
end subroutine shared

subroutine anew(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      y(i) = y(i) + cos(x(i))
    end do
    do i = 1, n
      x(i) = x(i) + 0.5*y(i)
    end do
  end do
end subroutine anew

subroutine columns(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(out) :: y(m, n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(j, i) = abs(x(i, j)) + abs(x(i, m + 1 - j))
    end do
  end do
end subroutine columns

!$loopy begin
! SPACE = globals().get("SPACE")
! how = dict(fetch_bounding_box=globals().get("BOX", False))
! kernels = lp.parse_fortran(SOURCE, FILENAME)
! tiles = dict(outer_tag="g.0", inner_tag="l.0")
!
! smooth = lp.extract_subst(kernels["smooth"], "s", "sin(x[a, b])", "a, b")
! smooth = lp.split_iname(smooth, "i", 16, **tiles)
! smooth = lp.split_iname(smooth, "j", 4, inner_tag="l.1", outer_tag="g.1")
! smooth = lp.precompute(smooth, "s", "i_inner, j_inner",
!                        storage_axes=["b", "a"],
!                        temporary_address_space=SPACE, **how)
!
! strided = lp.assignment_to_subst(kernels["strided"], "t")
! strided = lp.split_iname(strided, "j", 8, **tiles)
! strided = lp.precompute(strided, "t_subst", "j_inner",
!                         temporary_address_space=SPACE, **how)
!
! mirrored = lp.extract_subst(kernels["mirrored"], "e", "exp(x[a])", "a")
! mirrored = lp.split_iname(mirrored, "i", 16, **tiles)
! mirrored = lp.precompute(mirrored, "e", "i_inner", default_tag="l.0", **how)
!
! triangle = lp.extract_subst(kernels["triangle"], "s", "sqrt(x[a])", "a")
! triangle = lp.split_iname(triangle, "i", 4, outer_tag="g.0")
! triangle = lp.precompute(triangle, "s", "i_inner, j",
!                          default_tag=None, **how)
!
! guarded = lp.extract_subst(kernels["guarded"], "g", "log(a)", "a")
! guarded = lp.precompute(guarded, "g", within="id:y_0", default_tag=None)
!
! shared = kernels["shared"]
! for name in "uv":
!     shared = lp.assignment_to_subst(shared, name)
!     shared = lp.precompute(shared, name + "_subst", "i",
!                            temporary_name=name + "_store",
!                            precompute_inames="ii", default_tag=None)
!
! anew = lp.extract_subst(kernels["anew"], "c", "cos(x[a])", "a")
! anew = lp.precompute(anew, "c", "i", precompute_outer_inames="j",
!                      compute_insn_id="again", default_tag=None)
!
! columns = lp.extract_subst(kernels["columns"], "p", "abs(x[a, b])", "a, b")
! columns = lp.split_iname(columns, "i", 16, **tiles)
! columns = lp.precompute(columns, "p", "j, i_inner", default_tag="l.auto",
!                         storage_axes=["a", "b"],
!                         temporary_address_space=None)
! RESULT = [smooth, strided, mirrored, triangle, guarded, shared, anew, columns]
!$loopy end
