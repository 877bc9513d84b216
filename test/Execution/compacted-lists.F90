! Lists that each iteration fills under conditions of data, and reads as far as
! it has filled them, are its own: the loop around is spread. Not where more is
! read, or the counter goes other ways.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c --map-parallel -Wno-branches -DSPREAD --param m=7 %s | FileCheck %s
! RUN: %loopyc --print-script -w -DWP=4 %s | FileCheck %s --check-prefix=SCRIPT
! CHECK-COUNT-3: : c: ok
#ifndef WP
#define WP 8
#endif
! SCRIPT-LABEL: t["after"]
! SCRIPT-NEXT: split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine after(n, m, x, y)
  integer, intent(in) :: n, m
  real(WP), intent(in) :: x(m, n)
  real(WP), intent(inout) :: y(m, n)
  integer :: i, j, k, na, list(m)
  do i = 1, n
    na = 0
    do j = 1, m
      if (x(j, i) < 0.2d0) cycle
      if (na >= m - 1) exit
      na = na + 1
      list(na) = j
    end do
    do k = 1, na
      y(list(k), i) = 2*y(list(k), i) + k
    end do
  end do
end subroutine
! SCRIPT-LABEL: t["before"]
! SCRIPT-NEXT: split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine before(n, m, x, y)
  integer, intent(in) :: n, m
  real(WP), intent(in) :: x(m, n)
  real(WP), intent(inout) :: y(m, n)
  integer :: i, j, k, na, list(3:m + 3)
  do i = 1, n
    na = 3
    do j = 1, m
      if (x(j, i) > 0.5d0) then
        list(na) = j
        na = na + 1
      end if
    end do
    do k = 3, na - 1
      y(list(k), i) = 2*y(list(k), i) + k
    end do
  end do
end subroutine
! Two loops fill it, each twice in an iteration of the outer loop.
! SCRIPT-LABEL: t["twice"]
! SCRIPT-NEXT: split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine twice(n, m, x, y)
  integer, intent(in) :: n, m
  real(WP), intent(in) :: x(m, n)
  real(WP), intent(inout) :: y(m, n)
  integer :: i, j, k, l, na, list(2*m)
  do i = 1, n
    do l = 1, 2
      na = 0
      do j = 1, m
        if (x(j, i) > 0.2d0*l) then
          na = na + 1
          list(na) = j
        end if
      end do
      do j = m, 1, -1
        if (x(j, i) > 0.7d0) then
          na = na + 1
          list(na) = j
        end if
      end do
      do k = 1, na
        y(list(k), i) = 2*y(list(k), i) + k
      end do
    end do
  end do
end subroutine
#ifndef SPREAD
! One element more is read than was filled.
! SCRIPT-LABEL: t["beyond"]
! SCRIPT-NOT: "i", 128
! SCRIPT: kernels.append
subroutine beyond(n, m, x, y)
  integer, intent(in) :: n, m
  real(WP), intent(in) :: x(m, n)
  real(WP), intent(inout) :: y(m, n)
  integer :: i, j, k, na, list(m + 1)
  list = 1
  do i = 1, n
    na = 0
    do j = 1, m
      if (x(j, i) > 0.5d0) then
        na = na + 1
        list(na) = j
      end if
    end do
    do k = 1, na + 1
      y(list(k), i) = 2*y(list(k), i) + k
    end do
  end do
end subroutine
! The counter leaves elements out.
! SCRIPT-LABEL: t["gaps"]
! SCRIPT-NOT: "i", 128
! SCRIPT: kernels.append
subroutine gaps(n, m, x, y)
  integer, intent(in) :: n, m
  real(WP), intent(in) :: x(m, n)
  real(WP), intent(inout) :: y(m, n)
  integer :: i, j, k, na, list(2*m)
  list = 1
  do i = 1, n
    na = 0
    do j = 1, m
      if (x(j, i) > 0.5d0) then
        na = na + 1
        list(na) = j
      end if
      if (x(j, i) > 0.8d0) na = na + 1
    end do
    do k = 1, na
      y(list(k), i) = 2*y(list(k), i) + k
    end do
  end do
end subroutine
! Its element is written under a condition more.
! SCRIPT-LABEL: t["fewer"]
! SCRIPT-NOT: "i", 128
! SCRIPT: kernels.append
subroutine fewer(n, m, x, y)
  integer, intent(in) :: n, m
  real(WP), intent(in) :: x(m, n)
  real(WP), intent(inout) :: y(m, n)
  integer :: i, j, k, na, list(m)
  list = 1
  do i = 1, n
    na = 0
    do j = 1, m
      if (x(j, i) > 0.5d0) then
        na = na + 1
        if (x(j, i) < 0.8d0) list(na) = j
      end if
    end do
    do k = 1, na
      y(list(k), i) = 2*y(list(k), i) + k
    end do
  end do
end subroutine
#endif
