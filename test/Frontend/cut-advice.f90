! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s
! A loop that stays on the host, when a subroutine is cut, names what to write
! instead.
! CHECK: cut-advice.f90:[[#@LINE+11]]:3: warning: a loop of 'pick' stays on the host: not supported: intrinsic 'pack' in an expression; assign what it returns to a part of an array before: list(1:count(mask)) = pack(a, mask) [-Wuntranslated]
subroutine pick(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: b(n)
  integer :: i, m
  do i = 1, n
    a(i) = 2*a(i)
  end do
  m = count(a > 1)
  b(1:m) = 2*pack(a, a > 1)
end subroutine

! Of what may be extended, or has pointers, directives name components: those
! arrays that the kernel has.
! CHECK: cut-advice.f90:[[#@LINE+14]]:14: note: the host has 'self' here, kernel 'step' on the device: where it is kept there (!$loopy enter data), mark the loops as regions (!$loopy begin kernel: NAME), and put '!$loopy update host: self%u, self%f' in front of what reads it, '!$loopy update device: self%u, self%f' behind what assigns it
module waves
  type wave
    integer :: n
    real(8), allocatable :: u(:)
    real(8), pointer :: f(:)
  end type
contains
  subroutine step(self)
    class(wave), intent(inout) :: self
    integer :: i
    do i = 1, self%n
      self%u(i) = self%u(i) + self%f(i)
    end do
    print *, self%u
  end subroutine
end module
