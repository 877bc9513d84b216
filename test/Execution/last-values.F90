! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c -DRK=8 --param n=37 --param m=5 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -DRK=4 --param n=1 --param m=1 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -DRK=8 --param n=0 --param m=3 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -DRK=8 --param n=131 --param m=0 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --verify --target=c -DRK=8 -o %t 2>&1 | FileCheck %s --check-prefix=VERIFY
! VERIFY-NOT: not verified
! RUN: %loopyc %s -DRK=8 -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL
! RUN: %loopyc %s -DRK=8 --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=IR
! Temporaries that others know: the last iteration sets them.
! CHECK-COUNT-18: ok
! SERIAL-NOT: warning: kernel '{{nest|two_nests|steps|output|branches}}'

! SERIAL: warning: kernel 'unassigned': the loop over 'i_1'
! SERIAL: warning: kernel 'carried': the loop over 'i_1'
! SERIAL: warning: kernel 'left': the loop over 'i_1' stays on one work-item: an iteration runs only as long as 'going' holds
module work
  implicit none
  integer :: i, j
  real(RK) :: tmp = 3, other
contains
  ! IR-LABEL: KERNEL: nest
  ! IR: tmp_1 =
  ! IR: if i_1_inner {{.*}} == n and j_1 + 1 == m
  ! IR-NEXT: tmp = tmp_1
  subroutine nest(n, m, a)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m)
    do j = 1, m
      do i = 1, n
        tmp = a(i, j)*2
        if (tmp > 1) tmp = tmp - 1
        a(i, j) = tmp
      end do
    end do
  end subroutine

  ! Two loops, the second of which has the value in an inner one.
  subroutine two_nests(n, m, a, b, c)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m), b(m), c(n)
    do i = 1, n
      tmp = c(i)*2
      c(i) = tmp
    end do
    do j = 1, m
      tmp = 0
      do i = 1, n
        tmp = tmp + a(i, j)
      end do
      b(j) = tmp
    end do
  end subroutine

  subroutine steps(n, m, a)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m)
    integer :: k, l
    do k = m, 1, -2
      do l = 2, n, 3
        other = a(l, k)
        a(l, k) = other*other
      end do
    end do
  end subroutine

  ! Two values out, one under a condition.
  subroutine output(n, a, last, clipped)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n)
    real(RK), intent(inout) :: last, clipped
    integer :: k
    do k = 1, n
      last = a(k)
      clipped = min(last, real(0.5, RK))
      if (a(k) > 0.7) clipped = 1
      a(k) = clipped - last
    end do
  end subroutine

  ! The last iteration may have nothing to do.
  subroutine triangle(n, m, a)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m)
    integer :: k
    do j = 1, m
      do k = j, n
        tmp = a(k, j) + 1
        a(k, j) = tmp
      end do
    end do
  end subroutine

  ! Each branch assigns it.
  subroutine branches(n, a, flux)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n), flux
    real(RK) :: half
    do i = 1, n
      if (a(i) > 0.5) then
        flux = a(i)*2
      else if (a(i) > 0) then
        half = a(i)
        flux = half + 1
      else
        flux = 0
        flux = flux + a(i)
      end if
      a(i) = flux
    end do
  end subroutine

  ! One does not.
  subroutine unassigned(n, a, flux)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n), flux
    do i = 1, n
      if (a(i) > 0.5) then
        flux = a(i)*2
      else if (a(i) > 0) then
        a(i) = 0
      else
        flux = 0
      end if
      a(i) = a(i) + flux
    end do
  end subroutine

  ! What an iteration reads may be of the one before.
  subroutine carried(n, a)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n)
    do i = 1, n
      if (a(i) > 0.5) tmp = a(i)
      a(i) = tmp
    end do
  end subroutine

  ! The last iteration is not known before.
  subroutine left(n, a)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n)
    do i = 1, n
      tmp = a(i)
      if (tmp > 0.9) exit
      a(i) = tmp + 1
    end do
  end subroutine
end module
