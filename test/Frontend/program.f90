! RUN: %loopyc --print-after=program --stop-after=frontend %s 2>&1 | FileCheck %s
! A file as a program: all its procedures, with calls and what else only the
! host executes.

! CHECK: *** after program: {{.*}}program.f90
module fluxes
  implicit none
  type grid
    real, allocatable :: h(:, :)
  end type
  interface limit
    module procedure limit_one, limit_all
  end interface
contains
  ! CHECK-NEXT: 0: subroutine limit_one(x, low), of module fluxes
  ! CHECK-NEXT: if x < low
  ! CHECK-NEXT: x = low
  subroutine limit_one(x, low)
    real, intent(inout) :: x
    real, intent(in) :: low
    if (x < low) x = low
  end subroutine

  ! CHECK-NEXT: 1: subroutine limit_all(n, x, low), of module fluxes
  ! CHECK-NEXT: ! not supported: optional dummy argument 'low'
  subroutine limit_all(n, x, low)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real, intent(in), optional :: low
  end subroutine

  ! CHECK-NEXT: 2: function slope(a, b) result s, of module fluxes
  ! CHECK-NEXT: locals: s
  ! CHECK-NEXT: s = 0.5*(b - a)
  pure function slope(a, b) result(s)
    real, intent(in) :: a, b
    real :: s
    s = 0.5*(b - a)
  end function

  ! CHECK-NEXT: 3: subroutine step(n, m, u, f, ix), of module fluxes
  subroutine step(n, m, u, f, ix)
    integer, intent(in) :: n, m
    real, intent(inout) :: u(0:n, m)
    real, intent(inout) :: f(:)
    integer, intent(in) :: ix(n)
    integer :: i
    real, external :: other
    type(grid) :: g
    ! Specific procedures of a generic one, and keywords.
    ! CHECK: ! not supported: call of 'limit'
    ! CHECK-NEXT: call limit(x => u(1, 2) from (0, 1), low => 1.0)  [of module fluxes, limit_one, procedure 0]
    call limit(u(1, 2), low=1.0)
    ! CHECK: call limit(n => n, x => u(0:n, 2) from (0, 1), low => -)  [of module fluxes, limit_all, procedure 1]
    call limit(n, u(0:n, 2))
    ! CHECK: call limit(n => n, x => u(::2, m) from (0, 1), low => -)
    call limit(n, u(::2, m))
    ! CHECK: call limit(n => n, x => f, low => 2.0)
    call limit(low=2.0, x=f, n=n)
    ! CHECK: call inner(v => u from (0, 1), w => f([array#1]))  [internal, procedure {{[0-9]+}}]
    call inner(u, f(ix))
    ! CHECK: call inner(v => u from (0, 1), w => g%h(:, 2) from (?, ?) {not supported: component 'g%h' of a local variable, where 'h' is allocatable or a pointer})
    call inner(u, g%h(:, 2))
    ! CHECK: call outside(n => n, g => procedure slope, u => u from (0, 1))  [external, procedure {{[0-9]+}}]
    call outside(n, slope, u)
    ! CHECK: do i = 1, n
    ! CHECK-NEXT: ! not supported: call of function 'slope'
    ! CHECK-NEXT: slope#1 := slope(a => f(i), b => 1.0)  [of module fluxes, procedure 2]
    ! CHECK-NEXT: ! not supported: call of function 'slope'
    ! CHECK-NEXT: slope#2 := slope(a => u(i, 1) from (0, 1), b => slope#1)  [of module fluxes, procedure 2]
    ! CHECK-NEXT: ! not supported: call of function 'other'
    ! CHECK-NEXT: other#3 := other(u(i, 1) from (0, 1))  [external]
    ! CHECK-NEXT: f[i - 1] = slope#2 + other#3
    do i = 1, n
      f(i) = slope(u(i, 1), slope(f(i), 1.0)) + other(u(i, 1))
    end do
  contains
    ! CHECK: {{[0-9]+}}: subroutine inner(v, w), of module fluxes, in 3
    ! CHECK-NEXT: hidden: w_size_1
    ! CHECK-NEXT: shared: m, n
    ! CHECK-NEXT: v[0, 0] = w[0]
    subroutine inner(v, w)
      real, intent(inout) :: v(0:n, m)
      real, intent(in) :: w(:)
      v(0, 1) = w(1)
    end subroutine
  end subroutine
end module

! CHECK: {{[0-9]+}}: subroutine outside(n, g, u)
! CHECK-NEXT: locals: i, k
! CHECK-NEXT: ! not supported: procedure 'g' as a value
subroutine outside(n, g, u)
  integer, intent(in) :: n
  real, external :: g
  real, intent(inout) :: u(n)
  integer :: i, k
  real, allocatable :: w(:)
  real :: half, x
  half(x) = 0.5*x
  ! CHECK-NEXT: ! not supported: allocate statement
  ! CHECK-NEXT: host: allocate statement  [allocation]
  allocate (w(n))
  ! CHECK-NEXT: do i = 1, n
  ! CHECK-NEXT: if u[i - 1] < 0.0
  ! CHECK-NEXT: ! not supported: print statement
  ! CHECK-NEXT: host: print statement  [input/output]
  ! CHECK-NEXT: ! not supported: stop statement
  ! CHECK-NEXT: host: stop statement  [stop]
  ! CHECK-NEXT: ! not supported: call of function 'g'
  ! CHECK-NEXT: g#1 := g(u(i), 1.0)  [dummy procedure]
  ! CHECK-NEXT: else if g#1 > 2.0
  ! CHECK-NEXT: u[i - 1] = 0.5*u[i - 1]
  do i = 1, n
    if (u(i) < 0) then
      print *, u(i)
      stop 1
    else if (g(u(i), 1.0) > 2) then
      u(i) = half(u(i))
    end if
  end do
  ! CHECK: [[WHILE:[0-9]+]]: do
  ! CHECK-NEXT: if k >= n
  ! CHECK-NEXT: exit [[WHILE]]
  ! CHECK-NEXT: k = k + 1
  k = 0
  do while (k < n)
    k = k + 1
  end do
  ! CHECK-NEXT: select n
  ! CHECK-NEXT: case 1
  ! CHECK-NEXT: u[0] = 0.0
  ! CHECK-NEXT: default
  ! CHECK-NEXT: do i = 1, n
  ! CHECK-NEXT: u[i - 1] = 2.0
  select case (n)
  case (1)
    u(1) = 0
  case default
    do i = 1, n
      u(i) = 2
    end do
  end select
  ! CHECK: array#{{[0-9]+}} := u  [rank 1]
  ! CHECK-NEXT: array#{{[0-9]+}} = 0.0
  u = 0
  ! CHECK-NEXT: if n > 1
  ! CHECK-NEXT: return
  if (n > 1) return
  ! CHECK-NEXT: do i = 1, n, k
  do i = 1, n, k
    ! CHECK-NEXT: array#[[#U:]] := u  [rank 1]
    ! CHECK-NEXT: array#[[#SUM:]] := sum(array#[[#U]], -, -)
    ! CHECK-NEXT: u[i - 1] = array#[[#SUM]]
    u(i) = sum(u)
  end do
end subroutine

! A region is a procedure of its own.
! CHECK: {{[0-9]+}}: program main()
! CHECK-NEXT: locals: a, t, i
! CHECK-NEXT: t = 1.0
! CHECK-NEXT: do i = 1, 10
! CHECK-NEXT: a[i - 1] = float32(i)*t
! CHECK-NEXT: region {{[0-9]+}}
! CHECK-NEXT: ! not supported: call of 'outside'
! CHECK-NEXT: call outside(n => 10, g => procedure cos, u => a)  [external, procedure {{[0-9]+}}]
! CHECK: {{[0-9]+}}: region twice(a), in {{[0-9]+}}
! CHECK-NEXT: locals: i
! CHECK-NEXT: do i = 1, 10
! CHECK-NEXT: a[i - 1] = 2.0*a[i - 1]
program main
  implicit none
  intrinsic cos
  real :: a(10), t
  integer :: i
  t = 1
  do i = 1, 10
    a(i) = i*t
  end do
  !$loopy begin kernel: twice
  do i = 1, 10
    a(i) = 2*a(i)
  end do
  !$loopy end kernel: twice
  call outside(10, cos, a)
  print *, a
end program
