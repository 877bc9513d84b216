! RUN: %loopyc --no-map-parallel --emit=ir -o - %s 2>%t | FileCheck %s
! RUN: FileCheck --check-prefix=WARN --implicit-check-not=warning: %s < %t
! RUN: %loopyc --no-map-parallel -Wno-do-concurrent --emit=ir -o - %s 2>&1 | FileCheck --implicit-check-not=warning: --check-prefix=NONE %s
! do concurrent: a loop for each index, copies of what is local, and what it
! says compared with the dependences.
! NONE: KERNEL

! CHECK-LABEL: KERNEL: copies
! CHECK: for i_1
! CHECK-NEXT: for j_1
! CHECK-NEXT: cond = a[i_1, j_1] > 0.0
! CHECK-NEXT: if cond
! CHECK-NEXT: t_1 = a[i_1, j_1]
! CHECK-NEXT: w_1[0] = t_1
! CHECK: if (cond) and (not t_1 > 1.0)
! CHECK: t = t + 1.0
subroutine copies(n, a, t)
  implicit none
  integer :: n, i, j
  real :: a(n, n), t, w(2)
  do concurrent (i = 1:n, j = 1:n, a(i, j) > 0) local(t, w)
    t = a(i, j)
    w(1) = t
    if (t > 1) cycle
    a(i, j) = w(1) + 1
  end do
  t = t + 1
end subroutine

! CHECK-LABEL: KERNEL: initial
! CHECK: for i_1
! CHECK-NEXT: t_1 = t
! CHECK-NEXT: t_1 = t_1 + a[i_1]
! CHECK-NEXT: a[i_1] = t_1
! CHECK: a[0] = t
subroutine initial(n, a, t)
  implicit none
  integer :: n, i
  real :: a(n), t
  do concurrent (i = 1:n) local_init(t)
    t = t + a(i)
    a(i) = t
  end do
  a(1) = t
end subroutine

! CHECK-LABEL: KERNEL: initial_array
! CHECK: for i_1
! CHECK: for element
! CHECK: for element_1
! CHECK: w_1[element_1, element] = w[element_1, element]
! CHECK: w_1[1, 0] = w_1[1, 0] + a[i_1]
! CHECK: a[i_1] = w_1[1, 0]*w_1[0, 2]
subroutine initial_array(n, a, w)
  implicit none
  integer :: n, i
  real :: a(n), w(0:1, -1:1)
  do concurrent (i = 1:n) local_init(w)
    w(1, -1) = w(1, -1) + a(i)
    a(i) = w(1, -1)*w(0, 1)
  end do
end subroutine

subroutine summed(n, a, s, m)
  implicit none
  integer :: n, i
  real :: a(n), s, m
  do concurrent (i = 1:n) reduce(+: s) reduce(max: m)
    s = s + a(i)
    ! WARN-DAG: do-concurrent.f90:[[#@LINE+1]]:5: warning: 'm' is not only updated by 'max', as reduce says
    m = m + a(i)
  end do
end subroutine

subroutine unsaid(n, a, s)
  implicit none
  integer :: n, i
  real :: a(n), s
  ! WARN-DAG: do-concurrent.f90:[[#@LINE+1]]:3: warning: the iterations of this 'do concurrent' depend on each other: 's' has in one the value that another assigns
  do concurrent (i = 1:n)
    s = s + a(i)
  end do
end subroutine

subroutine shifts(n, a)
  implicit none
  integer :: n, i
  real :: a(n)
  ! WARN-DAG: do-concurrent.f90:[[#@LINE+1]]:3: warning: {{.*}} depend on each other: 'a' has in one the value that another assigns
  do concurrent (i = 2:n)
    a(i) = a(i - 1)
  end do
end subroutine

! Nothing contradicts what indices say.
subroutine indirect(n, k, a)
  implicit none
  integer :: n, i, k(n)
  real :: a(n)
  do concurrent (i = 1:n)
    a(k(i)) = a(k(i)) + 1
  end do
end subroutine

subroutine without(n, a, t)
  implicit none
  integer :: n, i
  real :: a(n), t
  ! WARN-DAG: do-concurrent.f90:[[#@LINE+1]]:3: warning: 't' is said to be local, but an iteration of this 'do concurrent' reads it before it has a value there
  do concurrent (i = 1:n) local(t)
    a(i) = t + 1
    t = a(i)
  end do
end subroutine

subroutine one_for_all(n, a, t)
  implicit none
  integer :: n, i
  real :: a(n), t
  ! WARN-DAG: do-concurrent.f90:[[#@LINE+1]]:3: warning: 't' is said to be shared, but each iteration of this 'do concurrent' assigns it
  do concurrent (i = 1:n) shared(t)
    t = a(i)*2
    a(i) = t + 1
  end do
end subroutine

! What is local is believed to be each iteration's own.
subroutine own(n, a, t)
  implicit none
  integer :: n, i
  real :: a(n), t
  do concurrent (i = 1:n) local(t) shared(a)
    t = a(i)*2
    a(i) = t + 1
  end do
end subroutine

! Under the names of the caller.
subroutine called(n, a, total)
  implicit none
  integer :: n
  real :: a(n), total
  call total_of(a, total)
contains
  subroutine total_of(x, s)
    real, intent(in) :: x(:)
    real, intent(inout) :: s
    integer :: k
    do concurrent (k = 1:size(x)) reduce(+: s)
      s = s + x(k)
    end do
  end subroutine
end subroutine
