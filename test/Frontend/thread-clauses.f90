! RUN: %loopyc --no-map-parallel --emit=ir -o - %s 2>%t >/dev/null && FileCheck --implicit-check-not=warning: --implicit-check-not=note: %s < %t
! RUN: %loopyc --no-map-parallel -Wno-clause --emit=ir -o - %s 2>&1 >/dev/null | count 0
! What directives for threads say of a loop, held against its dependences.
subroutine entering(n, a, t)
  implicit none
  integer :: n, i
  real :: a(n), t
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:3: warning: 't' is said to be private, but has in the loop its value from before; is it firstprivate?; the kernel does what one thread does [-Wclause]
  !$omp parallel do private(t)
  do i = 1, n
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is read here
    a(i) = a(i) + t
  end do
end subroutine

subroutine before(n, a)
  implicit none
  integer :: n, i
  real :: a(n), t
  t = a(1)
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:{{[0-9]+}}: warning: 't' is said to be private, but has in the loop its value from before
  !$acc parallel loop private(t)
  do i = 2, n
    a(i) = a(i) + t
  end do
  ! CHECK: thread-clauses.f90:[[#@LINE-6]]:3: note: it is assigned here
  ! CHECK: thread-clauses.f90:[[#@LINE-3]]:5: note: it is read here
  !$omp parallel do firstprivate(t)
  do i = 2, n
    a(i) = a(i) + t
  end do
end subroutine

subroutine elements(n, a, w)
  implicit none
  integer :: n, i
  real :: a(n), w(2)
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:3: warning: 'w' is said to be private, but has in the loop its value from before; is it firstprivate?
  !$omp parallel do private(w)
  do i = 1, n
    w(2) = a(i)
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is read here
    a(i) = w(1) + w(2)
  end do
  !$omp parallel do private(w)
  do i = 1, n
    w(1) = a(i)
    w(2) = a(i)*2
    a(i) = w(1) + w(2)
  end do
end subroutine

subroutine behind(n, a, s)
  implicit none
  integer :: n, i
  real :: a(n), s, t
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:{{[0-9]+}}: warning: 't' is said to be private, but has behind the loop a value of it; is it lastprivate?
  !$omp do private(i, &
  !$omp   t)
  do i = 1, n
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is assigned here
    t = 2*a(i)
    a(i) = t
  end do
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:3: note: it is read here
  s = t
  !$omp do lastprivate(t)
  do i = 1, n
    t = 2*a(i)
    a(i) = t
  end do
  s = s + t
end subroutine

subroutine carried(n, a)
  implicit none
  integer :: n, i
  real :: a(n), t
  t = 0
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:{{[0-9]+}}: warning: 't' is said to be firstprivate, but has in one iteration the value of another
  !$omp parallel do firstprivate(t)
  do i = 1, n
    ! CHECK: thread-clauses.f90:[[#@LINE+2]]:5: note: it is assigned here
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is read here
    t = t*a(i) + 1
    a(i) = t
  end do
end subroutine

subroutine reduced(n, a, s, p, m)
  implicit none
  integer :: n, i
  real :: a(n), s, p, m
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:{{[0-9]+}}: warning: 's' is not only updated by '+', as reduction(+: s) says
  !$omp target teams distribute parallel do reduction(+: s) reduction(*: p) reduction(max: m)
  do i = 1, n
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is used otherwise here
    s = s*a(i)
    p = p*a(i)
    m = max(m, a(i))
  end do
end subroutine

subroutine dependent(n, a, b, s)
  implicit none
  integer :: n, i, j
  real :: a(n), b(n, n), s
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:{{[0-9]+}}: warning: the iterations of the loop depend on each other: 'a' has in one the value that another assigns; the kernel does what one thread does
  !$omp parallel do
  do i = 2, n
    ! CHECK: thread-clauses.f90:[[#@LINE+2]]:5: note: it is assigned here
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is used here
    a(i) = a(i - 1)
  end do
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:{{[0-9]+}}: warning: the iterations of the loop depend on each other: 's' has in one
  !$omp simd
  do i = 1, n
    ! CHECK: thread-clauses.f90:[[#@LINE+2]]:5: note: it is assigned here
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is used here
    s = s + a(i)
  end do
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:{{[0-9]+}}: warning: the iterations of the loop depend on each other: 'b' has in one
  !$omp parallel do collapse(2)
  do j = 2, n
    do i = 1, n
      ! CHECK: thread-clauses.f90:[[#@LINE+2]]:7: note: it is assigned here
      ! CHECK: thread-clauses.f90:[[#@LINE+1]]:7: note: it is used here
      b(i, j) = b(i, j - 1)
    end do
  end do
end subroutine

! Nothing contradicts these.
subroutine fine(n, m, a, b, k, s, t)
  implicit none
  integer :: n, m, i, j, k(n)
  real :: a(n), b(n, m), s, t, w(4)
  !$omp parallel private(t)
  !$omp do
  do i = 1, n
    t = a(i)
    a(i) = t + t
  end do
  !$omp end parallel
  t = 0
  !$omp parallel do private(w, j)
  do i = 1, n
    do j = 1, 4
      w(j) = a(i)*j
    end do
    a(i) = w(1) + w(4)
  end do
  !$omp parallel do
  do i = 1, n
    a(k(i)) = a(k(i)) + 1
  end do
  !$omp parallel do
  do i = 1, n
    !$omp atomic
    s = s + a(i)
  end do
  !$omp parallel do
  do i = 1, n
    do j = 2, m
      b(i, j) = b(i, j - 1)
    end do
  end do
  !$acc kernels
  do j = 2, m
    b(1, j) = b(1, j - 1)
  end do
  !$acc end kernels
  !$acc parallel
  !$acc loop seq
  do j = 2, m
    b(2, j) = b(2, j - 1)
  end do
  !$acc end parallel
  !$omp parallel do ordered
  do j = 2, m
    !$omp ordered
    b(3, j) = b(3, j - 1)
    !$omp end ordered
  end do
  !$omp parallel do reduction(+: s, t) if(n > 1)
  do i = 1, n
    s = s + a(i)
    t = t - a(i)
  end do
end subroutine

! What the directive around worksharing loops says counts for each of them; a
! thread's partial values, which the block puts together, are no contradiction.
subroutine around(n, a, b, t, s, mx)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n), t, s, mx
  real(8) :: part, most, two
  integer :: i
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:3: warning: 't' is said to be private, but has in one iteration the value of another; the kernel does what one thread does [-Wclause]
  !$omp parallel private(t)
  !$omp do
  do i = 1, n
    a(i) = a(i) + t
    t = b(i)
  end do
  !$omp end parallel
  ! CHECK: thread-clauses.f90:[[#@LINE-3]]:5: note: it is assigned here
  ! CHECK: thread-clauses.f90:[[#@LINE-5]]:5: note: it is read here
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:3: warning: 's' is not only updated by '+', as reduction(+: s) says
  !$omp parallel reduction(+: s)
  !$omp do
  do i = 1, n
    s = s*a(i)
  end do
  !$omp end parallel
  ! CHECK: thread-clauses.f90:[[#@LINE-3]]:5: note: it is used otherwise here
  !$omp parallel private(part, most, two)
  part = 0
  most = 0
  two = 2
  !$omp do
  do i = 1, n
    part = part + a(i)
    most = max(most, a(i))
    b(i) = two*a(i)
  end do
  !$omp critical
  s = s + part
  mx = max(mx, most)
  !$omp end critical
  !$omp end parallel
end subroutine

! So are those of a caller's threads, which come to worksharing loops without a
! parallel construct in the procedure; what passes values on is one.
subroutine orphaned(n, x, tot)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), tot
  real(8) :: part, last
  integer :: i
  part = 0
  !$omp do
  do i = 1, n
    part = part + x(i)
  end do
  !$omp end do
  !$omp atomic
  tot = tot + part
  last = 0
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:3: warning: the iterations of the loop depend on each other: 'last' has in one the value that another assigns; the kernel does what one thread does [-Wclause]
  !$omp do
  do i = 1, n
    last = 2*last + x(i)
    x(i) = last
  end do
  ! CHECK: thread-clauses.f90:[[#@LINE-3]]:5: note: it is assigned here
  ! CHECK: thread-clauses.f90:[[#@LINE-4]]:5: note: it is used here
end subroutine

! A copy that each iteration has of a variable of the module is called what the
! source calls it; sizes that no loop asks for are no contradiction.
module of_threads
  implicit none
  real(8) :: rho, low
  integer :: i, j, k
contains
  subroutine moments(n, m, f, r)
    integer, intent(in) :: n, m
    real(8), intent(in) :: f(9, n, m)
    real(8), intent(out) :: r(n, m)
    !$omp parallel do collapse(2) private(rho, low)
    do j = 1, m
      do i = 1, n
        rho = 0
        low = 0
        !$omp simd reduction(+: rho)
        do k = 1, 9
          rho = rho + f(k, i, j)
        end do
        ! CHECK: thread-clauses.f90:[[#@LINE+1]]:9: warning: 'low' is not only updated by '+', as reduction(+: low) says
        !$omp simd reduction(+: low)
        do k = 1, 9
          ! CHECK: thread-clauses.f90:[[#@LINE+1]]:11: note: it is used otherwise here
          low = min(low, f(k, i, j))
        end do
        r(i, j) = rho - low
      end do
    end do
  end subroutine
  subroutine halo(n, m, g)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: g(0:n + 1, m)
    !$omp parallel do
    do j = 1, m
      g(0, j) = g(n, max(j - 1, 1))
      g(n + 1, j) = g(1, j)
    end do
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: warning: the iterations of the loop depend on each other: 'g' has in one the value that another assigns
    !$omp parallel do
    do j = 3, m
      ! CHECK: thread-clauses.f90:[[#@LINE+2]]:7: note: it is assigned here
      ! CHECK: thread-clauses.f90:[[#@LINE+1]]:7: note: it is used here
      g(n, j) = g(n, j - 2)
    end do
  end subroutine
end module

! What the thread has set in its block, in front of the region, is its own.
subroutine set_in_block(n, a)
  implicit none
  integer :: n, i
  real :: a(n), t, u
  ! CHECK: thread-clauses.f90:[[#@LINE+1]]:3: warning: 'u' is said to be private, but has in the loop its value from before
  !$omp parallel private(t, u)
  t = 2
  !$loopy begin kernel: set_by_thread
  !$omp do
  do i = 1, n
    ! CHECK: thread-clauses.f90:[[#@LINE+1]]:5: note: it is read here
    a(i) = t*a(i) + u
  end do
  !$loopy end kernel: set_by_thread
  !$omp end parallel
end subroutine
