! What uses a local array uses elements of it: where all of them are assigned
! first, a use is of one that was, whatever data its bounds are.
! REQUIRES: opencl, gfortran
! RUN: %loopyc %s -DRK=8 -Werror=serial --check --target=opencl,c --param n=7 --param nb=3 --param nlev=4 --init first='1 + mod(i0, 2)' --init last='7 - i0' | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 -Werror=serial --check --target=opencl,c --param n=131 --param nb=2 --param nlev=1 --init first='1' --init last='130*i0' | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=1 --param nb=0 --param nlev=0 --init first='1' --init last='1' | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --verify > /dev/null
! CHECK-COUNT-2: ok
! RUN: %loopyc %s -DRK=8 --emit=device -o - | FileCheck %s --check-prefix=CODE
! CODE-COUNT-1: __kernel
! CODE-NOT: __kernel
subroutine columns(n, nb, nlev, first, last, x, y)
  implicit none
  integer, intent(in) :: n, nb, nlev, first(nb), last(nb)
  real(RK), intent(in) :: x(n, nlev, nb)
  real(RK), intent(inout) :: y(n, nlev, nb)
  integer :: jb, jk, jc, is, ie
  real(RK) :: total(n)
  do jb = 1, nb
    is = first(jb)
    ie = last(jb)
    total(:) = 0
    do jk = 1, nlev
      do jc = is, ie
        total(jc) = total(jc) + x(jc, jk, jb)
      end do
    end do
    do jk = 1, nlev
      do jc = is, ie
        y(jc, jk, jb) = y(jc, jk, jb) + total(jc)/nlev
      end do
    end do
  end do
end subroutine
