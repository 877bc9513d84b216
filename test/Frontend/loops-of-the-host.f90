! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s --implicit-check-not=warning:
! RUN: not %loopyc -Werror %s -o %t 2>/dev/null
! Loops that stay on the host although nothing says so: of a procedure with a
! data directive, of a pure function that no kernel calls, of one with loops over
! few elements. Where regions are marked, or a kernel has the statements, there is
! nothing to say.
! CHECK: loops-of-the-host.f90:[[@LINE+5]]:3: warning: the loops of 'work' stay on the host: '!$loopy begin data' says that it is the host's; mark those that are kernels as regions (!$loopy begin kernel: NAME) [-Wuntranslated]
subroutine work(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  !$loopy begin data: a
  do i = 1, n
    a(i) = 2*a(i)
  end do
  !$loopy end data
end subroutine

subroutine marked(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  !$loopy begin data: a
  !$loopy begin kernel: twice
  do i = 1, n
    a(i) = 2*a(i)
  end do
  !$loopy end kernel: twice
  !$loopy end data
end subroutine

! A loop that counts steps, and may leave, has no work for a kernel of its own.
subroutine steps(n, m, a, time)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n), time
  integer :: t
  !$loopy begin data: a
  do t = 1, m
    if (t == 4) exit
    time = time + 0.5d0
    if (time > 3) cycle
    call twofold(n, a)
  end do
  !$loopy end data
end subroutine

subroutine twofold(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine

! What statements are cut into goes by the procedure's name.
! CHECK: loops-of-the-host.f90:[[@LINE+4]]:3: warning: the loops of 'parts' stay on the host: '!$loopy begin data' says that it is the host's
subroutine parts(n, a, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), x
  !$loopy begin data: a
  call twofold(n, a)
  !$loopy update host: a
  print *, 'parts'
  x = sum(a)
  !$loopy end data
end subroutine

! Its loops are those of what it calls.
subroutine calls(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  !$loopy begin data: a
  call work(n, a)
  !$loopy end data
end subroutine

! CHECK: loops-of-the-host.f90:[[@LINE+1]]:1: warning: the loops of function 'energy' stay on the host: a pure procedure cannot launch; leave out 'pure' [-Wuntranslated]
pure real(8) function energy(n, a)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  integer :: i
  energy = 0
  do i = 1, n
    energy = energy + a(i)**2
  end do
end function

! CHECK: loops-of-the-host.f90:[[@LINE+1]]:1: warning: the loops of function 'length' stay on the host: they go through a few elements alone; mark them as a region (!$loopy begin kernel: NAME) [-Wuntranslated]
real(8) function length(v)
  real(8), intent(in) :: v(3)
  integer :: i
  length = 0
  do i = 1, 3
    length = length + v(i)**2
  end do
end function

subroutine rows(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(out) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = total(n, a(:, i))
  end do
contains
  real(8) function total(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: k
    total = 0
    do k = 1, n
      total = total + x(k)
    end do
  end function
end subroutine
