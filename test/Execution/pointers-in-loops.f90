! Pointers that a loop points at something in each iteration are names of what
! they point at, where nothing else reads them: as those of associate constructs.
! Elsewhere, they stay the host's.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -w --param n=7 --param m=3 --param nt=5 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=c -w --param n=1 --param m=1 --param nt=2 | FileCheck %s --implicit-check-not=FAILED
! CHECK-DAG: check: steps: c: ok
! CHECK-DAG: check: inner: c: ok
! RUN: not %loopyc %s -o %t/ --target=c -Werror=untranslated 2>&1 | FileCheck %s --check-prefix=HOST --implicit-check-not="stays on the host"
! HOST: 'behind' stays on the host: not supported: pointer assignment inside a loop
! HOST: 'branch' stays on the host: not supported: pointer assignment inside a loop
! HOST: 'moved' stays on the host: not supported: associate construct that changes 'k'
! HOST: 'swapped' stays on the host: not supported: pointer assignment inside a loop
! HOST: 'passed' stays on the host: not supported: pointer 'p'
! RUN: rm -rf %t && mkdir %t && cd %t && gfortran -w %s -o original && ./original > expected.txt
! RUN: cd %t && env LOOPYC_FLAGS=--target=c %build/tools/loopyc/loopyc-fc -w %s -o translated && ./translated > found.txt
! RUN: diff %t/expected.txt %t/found.txt
module cells_m
  implicit none
  type cell
    real(8) :: q, u(3)
  end type
  type patch
    real(8), pointer :: h(:, :)
  end type
contains
  ! two pointers in turn, in one block and in a branch; bounds of a whole array
  subroutine steps(n, m, nt, a, b, low)
    integer, intent(in) :: n, m, nt, low
    real(8), intent(inout), target :: a(n, m, nt), b(0:n, m)
    real(8), pointer :: p(:, :)
    real(8), pointer, contiguous :: q(:)
    integer :: i, j, t
    do t = 1, nt
      p => a(:, :, t)
      do j = 1, m
        q => p(:, j)
        do i = 1, size(q)
          q(i) = q(i) + t
        end do
        q => b(:, j)
        if (low > 1) then
          q => a(:, j, 1)
        end if
      end do
      p => b
      do j = 1, m
        do i = lbound(p, 1), ubound(p, 1)
          p(i, j) = p(i, j) + 2
        end do
      end do
      if (t > low) then
        p => a(2:n, :, t)
        do j = 1, m
          do i = 1, size(p, 1)
            p(i, j) = p(i, j)*2 + lbound(p, 1)
          end do
        end do
      else
        p => a(n:1:-1, :, t)
        do j = 1, m
          do i = 1, n
            p(i, j) = p(i, j) + i
          end do
        end do
      end if
    end do
  end subroutine
  subroutine structures(n, c)
    integer, intent(in) :: n
    type(cell), intent(inout), target :: c(n)
    type(cell), pointer :: here
    integer :: i
    do i = 1, n
      here => c(i)
      here%q = here%q + sum(here%u)
      here%u(2) = 3*here%q
    end do
  end subroutine
  ! refused: read behind the loop
  subroutine behind(n, m, a)
    integer, intent(in) :: n, m
    real(8), intent(inout), target :: a(n, m)
    real(8), pointer :: p(:)
    integer :: i, j
    do j = 1, m
      p => a(:, j)
      do i = 1, n
        p(i) = 2*p(i)
      end do
    end do
    p(1) = 7
  end subroutine
  ! refused: chosen in a branch
  subroutine branch(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(inout), target :: a(n, m), b(n, m)
    real(8), pointer :: p(:)
    integer :: i, j
    do j = 1, m
      p => a(:, j)
      if (mod(j, 2) == 0) then
        p => b(:, j)
      end if
      do i = 1, n
        p(i) = 2*p(i)
      end do
    end do
  end subroutine
  ! what chooses changes
  subroutine moved(n, m, a)
    integer, intent(in) :: n, m
    real(8), intent(inout), target :: a(n, m)
    real(8), pointer :: p(:)
    integer :: i, j, k
    do j = 1, m - 1
      k = j
      p => a(:, k)
      k = k + 1
      do i = 1, n
        p(i) = 2*p(i) + k
      end do
    end do
  end subroutine
  ! swapped: stays on the host
  subroutine swapped(n, nt, a, b)
    integer, intent(in) :: n, nt
    real(8), intent(inout), target :: a(n), b(n)
    real(8), pointer :: p(:), q(:), r(:)
    integer :: i, t
    p => a
    q => b
    do t = 1, nt
      do i = 1, n
        p(i) = q(i) + t
      end do
      r => p
      p => q
      q => r
    end do
  end subroutine
  ! passed for a pointer
  subroutine passed(n, m, a)
    integer, intent(in) :: n, m
    real(8), intent(inout), target :: a(n, m)
    real(8), pointer :: p(:)
    integer :: j
    do j = 1, m
      p => a(:, j)
      call fill(p)
    end do
  end subroutine
  subroutine fill(p)
    real(8), pointer, intent(in) :: p(:)
    integer :: i
    do i = 1, size(p)
      p(i) = 5*p(i)
    end do
  end subroutine
  ! the host's loop around a region
  subroutine around(patches)
    type(patch), intent(inout), target :: patches(:)
    type(patch), pointer :: here
    integer :: i, j, k
    do k = 1, size(patches)
      here => patches(k)
      !$loopy begin kernel: inner
      do j = 1, size(here%h, 2)
        do i = 1, size(here%h, 1)
          here%h(i, j) = here%h(i, j) + k
        end do
      end do
      !$loopy end kernel: inner
    end do
  end subroutine
end module
!$loopy begin
!$loopy end
program t
  use cells_m
  implicit none
  real(8), target :: a(5, 4, 3), b(0:5, 4), s(5, 4)
  type(cell) :: c(6)
  type(patch) :: pt(2)
  integer :: i
  a = reshape([(0.1d0*i, i = 1, 60)], shape(a)); b = 1; s = a(:, :, 2)
  call steps(5, 4, 3, a, b, 1)
  print *, sum(a), a(2, 3, 1), a(4, 1, 2), a(5, 4, 3), sum(b), b(0, 1)
  call steps(5, 4, 3, a, b, 2)
  print *, sum(a), a(2, 3, 1), a(4, 1, 2), a(5, 4, 3), sum(b), b(0, 1)
  do i = 1, 6
    c(i)%q = i; c(i)%u = [1, 2, i]
  end do
  call structures(6, c)
  print *, c%q, c%u(2)
  call behind(5, 4, s); print *, sum(s), s(1, 4)
  call branch(5, 4, s, b(1:, :)); print *, sum(s), sum(b)
  call moved(5, 4, s); print *, sum(s), s(1, 4)
  call swapped(5, 3, s(:, 1), s(:, 2)); print *, s
  call passed(5, 4, s); print *, sum(s)
  allocate (pt(1)%h(3, 2), pt(2)%h(2, 2)); pt(1)%h = 1; pt(2)%h = 2
  call around(pt); print *, sum(pt(1)%h), sum(pt(2)%h)
end program
