! An array of which each work-item has one element, its own, is a register (one
! for each index of other axes, if these are few); one of which it has several, or
! whose elements others have, too, is not.
! REQUIRES: opencl, gfortran
! RUN: %unoptimised %loopyc %s -DRK=8 --check --map-parallel --target=opencl,c --param nb=2 --param np=0 --param nl=2 --param n=0 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 --check --map-parallel --target=opencl,c --param nb=1 --param np=1 --param nl=1 --param n=1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --check --map-parallel --target=opencl,c --param nb=3 --param np=131 --param nl=5 --param n=37 | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-6: ok
! RUN: %loopyc %s -DRK=8 --emit=device -o - | FileCheck %s --check-prefix=CODE
! RUN: %loopyc %s -DRK=8 --verify | FileCheck %s --check-prefix=VERIFY
! VERIFY-COUNT-3: ok

! CODE-LABEL: void columns(
! CODE-DAG: double one
! CODE-DAG: double three[3]
! CODE-DAG: double carried
! CODE: all_[128 * gid(0) + lid(0) + np * (k + nl * gid(1))] =
subroutine columns(nb, np, nl, t, p)
  integer, intent(in) :: nb, np, nl
  real(RK), intent(in) :: p(np,nl,nb)
  real(RK), intent(inout) :: t(np,nl,nb)
  real(RK) :: one(np), three(3,np), all(np,nl), carried(0:np+1)
  integer :: b, k, l
  do b = 1, nb
    do l = 1, np
      carried(l+1) = 1
    end do
    do k = 1, nl
      do l = 1, np
        one(l) = 2*p(l,k,b)
        three(1,l) = one(l) + 1
        three(2,l) = t(l,k,b)
        three(3,l) = three(1,l)*three(2,l)
        all(l,k) = three(3,l)*k
      end do
      do l = 1, np
        if (t(l,k,b) > one(l)) then
          t(l,k,b) = three(1,l) - three(3,l)*carried(l+1)
        end if
        carried(l+1) = 0.5*carried(l+1) + one(l)
      end do
    end do
    do k = 1, nl - 1
      do l = 1, np
        t(l,k,b) = t(l,k,b) + all(l,k+1) - all(l,k)
      end do
    end do
  end do
end subroutine

! CODE-LABEL: void neighbours(
! CODE-NOT: double w
! CODE: w[
subroutine neighbours(nb, np, t, p)
  integer, intent(in) :: nb, np
  real(RK), intent(in) :: p(np,nb)
  real(RK), intent(inout) :: t(np,nb)
  real(RK) :: w(np)
  integer :: b, l
  do b = 1, nb
    do l = 1, np
      w(l) = 2*p(l,b)
    end do
    do l = 2, np
      t(l,b) = t(l,b) + w(l) - w(l-1)
    end do
  end do
end subroutine

! The first axis goes, the others stay in their order.
! CODE-LABEL: void solve(
! CODE: double m[6]
! CODE: m[2 * j + k] =
subroutine solve(n, a, b)
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n)
  real(RK) :: m(n, 2, 3)
  integer :: i, j, k
  do j = 1, 3
    do k = 1, 2
      do i = 1, n
        m(i,k,j) = a(i)/(j + k)
      end do
    end do
  end do
  do j = 2, 3
    do i = 1, n
      m(i,2,j) = m(i,2,j)/m(i,1,j-1)
    end do
  end do
  do i = 1, n
    b(i) = b(i) + m(i,2,3) - m(i,2,1)
  end do
end subroutine
