! A variable of the host is not the kernel's own where a procedure may read what the
! kernel leaves in it: in a declaration, or behind another entry.
! RUN: %loopyc %s --target=c -Wno-serial -Wno-untranslated --print-after=privatize-variables -o %t 2>&1 | FileCheck %s
! CHECK: region own(
! CHECK-NEXT: locals: {{.*}}t
! CHECK: region declares(
! CHECK: k = max(1, 9)
! CHECK: subroutine enters(
! CHECK: l = max(1, n + 1)
program host
  implicit none
  integer, parameter :: n = 8
  integer :: k
  real :: a(n), t
  a = 1
  call own()
  call declares()
  call sized()
  print *, a
contains
  subroutine own()
    integer :: i
    do i = 1, n
      t = 2*a(i)
      a(i) = t + 1
    end do
  end subroutine
  subroutine declares()
    do k = 1, n
      a(k) = a(k) + 1
    end do
  end subroutine
  subroutine sized()
    real :: w(k)
    w = 1
    a(1) = sum(w)
  end subroutine
end program
module entries
  implicit none
  private
  public :: enters, early, late
  integer :: l
contains
  subroutine enters(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    do l = 1, n
      a(l) = a(l) + 1
    end do
  end subroutine
  subroutine early(b)
    real, intent(out) :: b
    l = 1
    entry late(b)
    b = l
  end subroutine
end module
