! RUN: %loopyc --report %s | FileCheck %s --implicit-check-not="launches no other"
! A nest that calls functions with nests of their own is tried without regions
! in these: nobody has marked any.
! CHECK: lines 23 to 25: do i in 'norms': parallel, if marked as a region
! CHECK: lines 26 to 29: do i in 'norms': stays on the host
! CHECK-NEXT: why: {{.*}}:28:5: not supported: print statement
module vectors
contains
  pure real(8) function norm(a)
    real(8), intent(in) :: a(:)
    norm = sqrt(sum(a*a))
  end function
  subroutine print_it(x)
    real(8), intent(in) :: x
    print *, x
  end subroutine
end module
program norms
  use vectors
  integer, parameter :: n = 100
  real(8) :: a(3, n)
  integer :: i
  do i = 1, n
    a(1, i) = norm(a(:, i))
  end do
  do i = 1, n
    a(1, i) = 2*norm(a(:, i))
    print *, a(1, i)
  end do
end program
