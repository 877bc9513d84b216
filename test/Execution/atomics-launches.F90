! Atomic updates of one launch, cleared by the one before and read by the one
! after it; and again in each step of a loop of the host.
! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=0 --param m=3 --init h='3*i0 - 7' --init a='5*i0 - 3' | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=1 --param m=1 --init h='3*i0 - 7' --init a='5*i0 - 3' | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c --param n=531 --param m=4 --init h='3*i0 - 7' --init a='5*i0 - 3' | FileCheck %s
! CHECK: check: ranks: opencl: ok
! CHECK: check: ranks: c: ok
! CHECK: check: rounds: opencl: ok
! CHECK: check: rounds: c: ok
subroutine ranks(n, ix, w, h, y)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: w(n)
  real(8), intent(inout) :: h(n), y(n)
  integer :: i, j, k
  do i = 1, n
    h(i) = 0
  end do
  do j = 1, n
    h(ix(j)) = h(ix(j)) + w(j)
    h(1 + mod(j, 3)*((n - 1)/2)) = h(1 + mod(j, 3)*((n - 1)/2)) - 0.5
  end do
  do k = 1, n
    y(k) = 0.5*h(n + 1 - k) + h(k)
  end do
end subroutine

! total is updated by all work-items, too.
subroutine rounds(n, m, a, h, total)
  implicit none
  integer, intent(in) :: n, m
  integer, intent(inout) :: a(n)
  integer(8), intent(inout) :: h(0:7), total
  integer :: j, k, t
  do t = 1, m
    do j = 1, n
      h(modulo(a(j), 8)) = max(h(modulo(a(j), 8)), int(a(j), 8) + t)
      total = total + modulo(a(j), 5)
    end do
    do k = 1, n
      a(k) = int(mod(h(modulo(k, 8)) + total, 1000_8)) - k
    end do
  end do
end subroutine

!$loopy begin
! updated = {"ranks": ["h"], "rounds": ["h", "total"]}
! RESULT = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     for iname in {"i", "j", "k"} & set(knl.all_inames()):
!         knl = lp.split_iname(knl, iname, 16, outer_tag="g.0", inner_tag="l.0")
!     for name in updated[knl.name]:
!         knl = lp.make_atomic(knl, name)
!     RESULT.append(lp.insert_global_barriers(knl))
!$loopy end
