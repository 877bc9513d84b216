! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=1009 --param m=7 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=1 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=0 --param m=3 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --verify --param m=5 | FileCheck %s --check-prefix=VERIFY
! Copies of what is updated: in local memory for each group, in global memory
! for each group or work-item, of a size that is known when it runs, of two
! axes; combined by atomic updates and in steps; inside a sequential loop.
! CHECK-DAG: check: local: opencl: ok
! CHECK-DAG: check: local: c: ok
! CHECK-DAG: check: steps: opencl: ok
! CHECK-DAG: check: steps: c: ok
! CHECK-DAG: check: sized: opencl: ok
! CHECK-DAG: check: sized: c: ok
! CHECK-DAG: check: items: opencl: ok
! CHECK-DAG: check: items: c: ok
! CHECK-DAG: check: plane: opencl: ok
! CHECK-DAG: check: plane: c: ok
! CHECK-DAG: check: repeated: opencl: ok
! CHECK-DAG: check: repeated: c: ok
! VERIFY-NOT: FAILED
subroutine local(n, m, ix, h, low)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  integer, intent(inout) :: h(64), low(64)
  integer :: i
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
    low(ix(i)) = min(low(ix(i)), -i)
  end do
end subroutine local

subroutine steps(n, m, ix, x, h)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: h(33)
  integer :: i
  do i = 1, n
    if (x(i) > 0) h(ix(i)) = h(ix(i)) + x(i)
    h(34 - ix(i)) = h(34 - ix(i)) - x(i)/2
  end do
end subroutine steps

subroutine sized(n, m, ix, x, h)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: h(m)
  integer :: i
  do i = 1, n
    h(ix(i)) = max(h(ix(i)), x(i))
  end do
end subroutine sized

subroutine items(n, m, ix, x, h)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  complex(RK), intent(in) :: x(n)
  complex(RK), intent(inout) :: h(m)
  integer :: i
  do i = 1, n
    h(ix(i)) = h(ix(i)) + x(i)
  end do
end subroutine items

subroutine plane(n, m, ix, jx, h)
  implicit none
  integer, intent(in) :: n, m, ix(n), jx(n)
  integer(8), intent(inout) :: h(5, m)
  integer :: i
  do i = 1, n
    h(ix(i), jx(i)) = h(ix(i), jx(i)) + i
  end do
end subroutine plane

subroutine repeated(n, m, ix, h, y)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  integer, intent(inout) :: h(16), y(16, m)
  integer :: i, b, t
  do t = 1, m
    do i = 1, 64
      h(mod(i*t, 16) + 1) = h(mod(i*t, 16) + 1) + i
    end do
    do b = 1, 16
      y(b, t) = h(b)
    end do
  end do
end subroutine repeated
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! def spread(name):
!     return lp.split_iname(t[name], "i", 16, outer_tag="g.0", inner_tag="l.0")
! local = lp.privatize_updates(spread("local"), "h", "i_outer")
! local = lp.privatize_updates(local, "low", "i_outer")
! steps = lp.privatize_updates(spread("steps"), "h", "i_outer", across="steps")
! sized = lp.privatize_updates(spread("sized"), "h", "i_outer")
! items = lp.privatize_updates(spread("items"), "h", "i_outer, i_inner", across="steps")
! plane = lp.privatize_updates(spread("plane"), "h", "i_outer", address_space="global", across="steps")
! rep = lp.split_iname(t["repeated"], "i", 16, inner_tag="l.0")
! rep = lp.tag_inames(rep, "b:l.0")
! rep = lp.privatize_updates(rep, "h", "i_outer")
! RESULT = [local, steps, sized, items, plane, rep]
!$loopy end
