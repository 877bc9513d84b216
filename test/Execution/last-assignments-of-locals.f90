! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --map-parallel --param n=37 --param m=5 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=c --map-parallel --param n=1 --param m=1 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL --allow-empty
! RUN: %loopyc %s --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=IR
! Local scalars that some iterations assign, and that are read behind the loop:
! the last one of these sets them.
! CHECK-COUNT-3: ok
! SERIAL-NOT: warning:

! IR-LABEL: KERNEL: hits
! IR: cond = hit_rank > hit_at_partial
! IR-NEXT: if cond
! IR-NEXT: hit_at_partial = hit_rank
! IR: hit_partial = hit_1
subroutine hits(n, m, a, b, s)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(n, m), s(2)
  integer :: i, j, hit
  real(8) :: t
  t = -1
  hit = 0
  do j = 1, m
    do i = 1, n
      if (a(i, j) < 0.3d0) cycle
      t = a(i, j)*2
      hit = i
      b(i, j) = t + 1
    end do
  end do
  s(1) = t
  s(2) = hit
  do i = 1, n ! it reads its own
    if (a(i, 1) < 0.5d0) then
      t = a(i, 1)
      b(i, 1) = b(i, 1) + t
    end if
  end do
end subroutine

! In each step.
! IR-LABEL: KERNEL: steps
! IR: last_at = 0
! IR: cond = last_rank > last_at_partial
subroutine steps(n, m, a, b, h)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n), h(m)
  real(8), intent(in) :: b(n)
  integer :: i, k
  real(8) :: last
  do k = 1, m
    last = 0
    do i = 1, n
      if (a(i) > 0.5d0) last = a(i) + k
    end do
    do i = 1, n
      a(i) = 0.5d0*a(i) + b(i)
    end do
    h(k) = last
  end do
end subroutine

! Each column has its own, from a loop in it.
! IR-LABEL: KERNEL: searches
! IR-NOT: _rank
! IR: DEPENDENCIES
subroutine searches(n, m, a, at)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  integer, intent(inout) :: at(n)
  integer :: i, k, found
  do i = 1, n
    found = 0
    do k = 1, m
      if (a(i, k) > 0.5d0) found = k
    end do
    at(i) = found
  end do
end subroutine
