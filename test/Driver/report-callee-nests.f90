! RUN: %loopyc --report %s | FileCheck %s --implicit-check-not="launches no other"
! A nest that calls functions with nests of their own is tried without regions
! in these: nobody has marked any.
! CHECK: lines 21 to 23: do i in 'norms': parallel, if marked as a region
! CHECK: lines 24 to 27: do i in 'norms': stays on the host
! CHECK-NEXT: why: {{.*}}:26:7: not supported: print statement
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
  real(8) function norms(a, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(3, n)
    integer :: i
    do i = 1, n
      a(1, i) = norm(a(:, i))
    end do
    do i = 1, n
      a(1, i) = 2*norm(a(:, i))
      print *, a(1, i)
    end do
    norms = norm(a(:, 1))
  end function
end module
