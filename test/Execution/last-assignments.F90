! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --map-parallel -DRK=8 --param n=37 --param m=5 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=c --map-parallel -DRK=4 --param n=1 --param m=1 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=c --map-parallel -DRK=8 --param n=0 --param m=3 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=c --map-parallel -DRK=4 --param n=131 --param m=2 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL
! RUN: %loopyc %s -DRK=8 --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=IR
! Temporaries that others know, and that some iterations assign: the last one of
! these sets them.
! CHECK-COUNT-22: ok
! ONE-COUNT-11: ok
! SERIAL-NOT: warning:
! SERIAL: warning: kernel 'carried': the loop over 'i_1'
! SERIAL: warning: kernel 'condition_changes': the loop over 'i_1'
! SERIAL-NOT: warning:
module work
  implicit none
  integer :: i, j, k, kind_of = 7
  real(RK) :: tmp = 3, other = 4
  logical :: flag
contains
  ! IR-LABEL: KERNEL: nest
  ! IR: tmp_at = 0
  ! IR: cond_1 = tmp_rank > tmp_at
  ! IR-NEXT: if cond_1
  ! IR-NEXT: tmp_at = tmp_rank
  ! IR-NEXT: tmp = tmp_1
  subroutine nest(n, m, a)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m)
    do j = 1, m
      do i = n, 1, -1
        if (a(i, j) < 0.3) cycle
        tmp = a(i, j)*2
        if (tmp > 1.5) cycle
        a(i, j) = tmp
      end do
    end do
  end subroutine

  ! They go together where the same iterations assign them.
  subroutine together(n, m, a, z)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(0:n, m)
    complex(RK), intent(inout) :: z
    do j = 1, m, 2
      do i = 2, n - 1
        if (a(i, j) > 0.5) then
          tmp = a(i, j)*2
          kind_of = i + j
          flag = tmp > 1.4
          z = cmplx(tmp, 1, RK)
          if (flag) a(i, j) = tmp + kind_of + real(z)
        else if (a(i, j) > 0.25) then
          other = a(i, j)
          a(i, j) = other*other
        end if
      end do
    end do
  end subroutine

  ! Loops in it: the last of these, in the last iteration.
  subroutine columns(n, m, a, b)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m), b(n, m)
    do i = 1, n
      do k = 1, m
        if (a(i, k) > 0.4) then
          tmp = a(i, k)
          b(i, k) = b(i, k) + tmp
        end if
      end do
      do k = 1, m
        tmp = b(i, k)
        a(i, k) = tmp + a(i, k)
      end do
    end do
  end subroutine

  ! Steps in time, of which each one may set it.
  subroutine steps(n, m, a, b)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n), b(n)
    do k = 1, m
      do i = 1, n
        if (a(i) > 0.4) then
          tmp = a(i)
          b(i) = tmp*k
        end if
      end do
      do i = 1, n
        a(i) = b(n + 1 - i)*0.5
      end do
    end do
  end subroutine

  ! The same condition twice.
  subroutine twice(n, a, flux, hits)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n), flux
    integer, intent(inout) :: hits
    logical :: is_hit
    do i = 1, n
      is_hit = a(i) > 0.5
      if (is_hit) flux = a(i)
      if (a(i) < 0.1) hits = i
      if (is_hit) a(i) = flux*2
    end do
  end subroutine

  ! A rectangle alone has ranks.
  subroutine triangle(n, m, a)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n, m)
    do j = 1, m
      do k = j, n
        if (a(k, j) > 0.5) then
          tmp = a(k, j) + 1
          a(k, j) = tmp
        end if
      end do
    end do
  end subroutine

  ! These are other reductions.
  subroutine extremum(n, a, best, at, found)
    integer, intent(in) :: n
    real(RK), intent(in) :: a(n)
    real(RK), intent(inout) :: best
    integer, intent(inout) :: at
    logical, intent(inout) :: found
    do i = 1, n
      if (a(i) > best) then
        best = a(i)
        at = i
      end if
      if (a(i) > 0.75) found = .true.
    end do
  end subroutine

  ! Searches in each iteration.
  subroutine searches(n, m, a, at)
    integer, intent(in) :: n, m
    real(RK), intent(in) :: a(n, m)
    integer, intent(inout) :: at(n)
    do i = 1, n
      do k = 1, m
        if (a(i, k) < 0.2) cycle
        tmp = a(i, k)
        if (tmp > 0.6) exit
        at(i) = k
      end do
    end do
  end subroutine

  ! A loop that may not run.
  subroutine inner(n, m, a)
    integer, intent(in) :: n, m
    real(RK), intent(inout) :: a(n)
    do i = 1, n
      tmp = a(i)
      do k = 2, m
        if (tmp > 0.9) other = tmp
        tmp = tmp*0.5 + 0.5
      end do
      a(i) = tmp
    end do
  end subroutine

  subroutine carried(n, a)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n)
    do i = 1, n
      if (a(i) > 0.5) tmp = a(i)
      a(i) = a(i) + tmp
    end do
  end subroutine

  subroutine condition_changes(n, a, flux)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n), flux
    logical :: is_hit
    do i = 1, n
      is_hit = a(i) > 0.5
      if (is_hit) flux = a(i)
      if (a(i) < 0.2) is_hit = .true.
      if (is_hit) a(i) = flux*2
    end do
  end subroutine
end module
