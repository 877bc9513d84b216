! Named constants of derived types: elements are chosen by their subscripts, as
! those of other constants are, and gathered where there are too many, or where a
! part is an array.
! RUN: %loopyc %s --check --target=c -w | FileCheck %s --implicit-check-not=skipped --implicit-check-not=FAILED
! RUN: %loopyc %s -w -DRENAMED --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s -w --emit=stub -o - | FileCheck %s --check-prefix=STUB
! REQUIRES: gfortran

! CHECK: check: tide: c: ok
! CHECK: check: sums: c: ok
! CHECK: check: passed: c: ok

! IR-LABEL: KERNEL: tide
! IR-NOT: tc_
! IR: if(k{{.*}} + 1 == 1, 1.0d0, 3.0d0)
! IR-LABEL: KERNEL: renamed
! IR: t[{{.*}}] + if(k{{.*}} + 1 == 1, 1.0d0, 3.0d0)

! STUB: subroutine sums
! STUB: loopyc_gathered
module m2
  implicit none
  type cst
    real(8) :: omega, amp(0:1)
    integer :: k
  end type
  type two
    type(cst) :: c(2)
  end type
  type(cst), parameter :: tc(2) = [cst(1d0, [2d0, 5d0], 1), cst(3d0, [4d0, 7d0], 2)]
  type(two), parameter :: tt = two(tc)
contains
  subroutine tide(n, t, h)
    integer, intent(in) :: n
    real(8), intent(in) :: t(n)
    real(8), intent(out) :: h(n)
    integer :: i, k, j
    do i = 1, n
      h(i) = 0
      do k = 1, 2
        do j = 0, 1
        h(i) = h(i) + tc(k)%amp(j)*cos(tc(k)%omega*t(i)) + tt%c(k)%omega*tt%c(2)%amp(j) + tc(k)%k
        end do
      end do
    end do
  end subroutine
  subroutine sums(n, t)
    integer, intent(in) :: n
    real(8), intent(inout) :: t(n)
    integer :: i, k
    do i = 1, n
        t(i) = t(i) + sum(tc%omega)
        do k = 1, 2
        t(i) = t(i) + sum(tc(k)%amp)
        end do
    end do
  end subroutine
  real(8) function om(c)
    type(cst), intent(in) :: c
    om = c%omega
  end function
  subroutine passed(n, t)
    integer, intent(in) :: n
    real(8), intent(inout) :: t(n)
    integer :: i, k
    do i = 1, n
        do k = 1, 2
        t(i) = t(i) + om(tc(k))
        end do
    end do
  end subroutine
#ifdef RENAMED
! gfortran 12 knows no such names.
  subroutine renamed(n, t)
    integer, intent(in) :: n
    real(8), intent(inout) :: t(n)
    integer :: i, k
    do i = 1, n
      do k = 1, 2
        associate (c => tc(k))
          t(i) = t(i) + c%omega
        end associate
      end do
    end do
  end subroutine
#endif
end module
