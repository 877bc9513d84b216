! Private arrays that are too large to be kept by a work-item lie in a buffer,
! those of a group's work-items side by side; an array of which each work-item
! uses many elements of its own is one for all, of one or few they are its own.
! Small ones stay.
! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s --check-prefix=C
! CHECK: void large({{.*}}__global double *w) {
! CHECK-NEXT: w += (size_t) gid(0) * 5600 * 8 + lid(0);
! CHECK: double v[4];
! CHECK: w[560 * r + 8 * s] =
! CHECK: void apart({{.*}}
! CHECK-NOT: w +=
! CHECK: double one =
! CHECK: w[8 * gid(0) + lid(0) + n * s] =
! C: double *w = malloc(sizeof(double) * 8 * (size_t) 5600);
subroutine large(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: w(70, 80), v(4)
  integer :: i, s, r
  do i = 1, n
    do r = 1, 80
      do s = 1, 70
        w(s, r) = x(i)*s - r
      end do
    end do
    do s = 1, 4
      v(s) = w(s, s)
    end do
    do r = 1, 80
      y(i) = y(i) + w(71 - min(r, 70), r) + v(mod(r, 4) + 1)
    end do
  end do
end subroutine large

subroutine apart(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: w(n, 200), one(n)
  integer :: i, s
  do i = 1, n
    one(i) = x(i)*2
    do s = 1, 200
      w(i, s) = one(i)*s
    end do
    do s = 1, 200
      y(i) = y(i) + w(i, 201 - s)
    end do
  end do
end subroutine apart
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0") for knl in t]
!$loopy end
