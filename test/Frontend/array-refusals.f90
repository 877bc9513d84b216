! RUN: %loopyc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s
! What array statements cannot be loops, and where that is.

subroutine packed(n, a, k)
  integer :: n, k
  real :: a(n)
  ! CHECK: array-refusals.f90:[[#@LINE+1]]:3: warning: 'packed' stays on the host: not supported: intrinsic 'pack' in an expression
  a(1:k) = 2*pack(a, a > 0)
end subroutine

subroutine along(n, m, a, s, d)
  integer :: n, m, d
  real :: a(n, n), s(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: intrinsic 'sum' along a dimension that is not a constant
  s = sum(a, d)
end subroutine

subroutine backwards(n, a, k, last)
  integer :: n, k(1)
  real :: a(n)
  logical :: last
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: maxloc or minloc whose argument 'back' is not a constant
  k = maxloc(a, back=last)
end subroutine

subroutine array_result(n, a)
  integer :: n
  real :: a(n)
  interface
    function twice(x)
      real :: x(:), twice(size(x))
    end function
  end interface
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: call of function 'twice', which returns an array, and whose source was not found; give its file on the command line, or its directory with -I
  a = twice(a)
end subroutine

subroutine own_subscripts(n, ix)
  integer :: n, ix(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: assignment that changes its own subscripts
  ix(ix(1:n)) = ix
end subroutine

subroutine unknown_size(n, a, k)
  integer :: n, k(n), i
  real :: a(*)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: array statement that needs an array for its values whose size is not known where the kernel begins
  a(k(1):k(2)) = a(k(2):k(1):-1)
end subroutine

subroutine triangular(n, a)
  integer :: n, i, j
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: implied do with another number of values each time
  a = [((real(i + j), j = 1, i), i = 1, n)]
end subroutine

subroutine masked_by_others(n, a)
  integer :: n, i
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: forall whose mask reads 'a', which it assigns at other positions; assign the mask to a logical array before
  forall (i = 2:n, a(i - 1) > 0) a(i) = 0
end subroutine

subroutine where_in_forall(n, a)
  integer :: n, i
  real :: a(n, n)
  forall (i = 1:n)
    ! CHECK: [[#@LINE-1]]:3: warning: {{.*}} not supported: where in a forall that reads what it assigns at other positions; write a loop instead of the forall
    where (a(i, :) > 0) a(i, :) = a(:, i)
  end forall
end subroutine

! Of elements, it is a call for each.
subroutine elementwise(n, a)
  integer :: n
  real :: a(n)
  interface
    elemental real function cubed(x)
      real, intent(in) :: x
    end function
  end interface
  ! CHECK: [[#@LINE+1]]:9: warning: {{.*}} not supported: call of 'cubed', whose source was not found
  a = 2*cubed(a)
end subroutine

! What the kernel has is allocated before.
subroutine allocates_by_assignment(n, a, b)
  integer :: n
  real :: a(n), b(n)
  real, allocatable :: w(:)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: assignment that allocates 'w'; allocate it before, in a statement of the host
  w = 2*a
  b = w + 1
end subroutine

subroutine supported(a)
  real :: a(:)
  a = 0
end subroutine
