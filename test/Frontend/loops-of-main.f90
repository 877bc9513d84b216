! RUN: rm -rf %t && split-file %s %t && cd %t
! RUN: %loopyc heat.f90 2>&1 | FileCheck %s --implicit-check-not=warning:
! RUN: not %loopyc -Werror heat.f90 2>/dev/null
! RUN: %loopyc quiet.f90 marked.f90 enter.f90 2>&1 | count 0
! RUN: %loopyc data.f90 2>&1 | FileCheck %s --check-prefix=DATA --implicit-check-not=warning:
! Loops of a main program stay on the host, and one line says so: nests that go
! through arrays, those in loops that call or print each for itself.
! CHECK: heat.f90:9:1: warning: 3 loop nests of the main program 'heat' stay on the host: kernels are made of subroutines and of regions; put them into subroutines, or mark them as regions (!$loopy begin kernel: NAME) [-Wuntranslated]
! Behind `begin data`, no region is marked.
! DATA: data.f90:9:1: warning: a loop nest of the main program 'data' stays on the host: kernels are made of subroutines and of regions; put it into a subroutine, or mark it as a region (!$loopy begin kernel: NAME) [-Wuntranslated]

!--- heat.f90
subroutine step(n, u)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  integer :: i
  do i = 1, n
    u(i) = 2*u(i)
  end do
end subroutine
program heat
  integer, parameter :: n = 100
  integer :: i, j, it
  real(8) :: u(n), v(n, n), t
  do j = 1, n
    do i = 1, n
      v(i, j) = i + j
    end do
  end do
  t = 0
  do it = 1, 10
    do i = 1, n
      u(i) = u(i)*v(i, it)
    end do
    call step(n, u)
    t = t + 0.1d0
    print *, t
    do i = 1, n
      t = max(t, u(i))
    end do
  end do
end program

!--- quiet.f90
subroutine step(n, u)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  integer :: i
  do i = 1, n
    u(i) = 2*u(i)
  end do
end subroutine
program quiet
  integer, parameter :: n = 100
  integer :: i
  real(8) :: u(n), t
  u = 1
  t = 0
  do i = 1, 10
    call step(n, u)
    t = t + 0.1d0
  end do
  do while (t < 10)
    t = t*2
  end do
  do i = 1, n
    print *, u(i)
  end do
end program

!--- marked.f90
program marked
  integer, parameter :: n = 100
  integer :: i
  real(8) :: u(n)
  do i = 1, n
    u(i) = i
  end do
  !$loopy begin kernel: twice
  do i = 1, n
    u(i) = 2*u(i)
  end do
  !$loopy end kernel: twice
  print *, u(1)
end program

!--- enter.f90
subroutine step(n, u)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  integer :: i
  do i = 1, n
    u(i) = 2*u(i)
  end do
end subroutine
program enter
  integer, parameter :: n = 100
  integer :: i
  real(8) :: u(n)
  do i = 1, n
    u(i) = i
  end do
  !$loopy enter data: u
  call step(n, u)
  !$loopy exit data: u
end program

!--- data.f90
subroutine step(n, u)
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  integer :: i
  do i = 1, n
    u(i) = 2*u(i)
  end do
end subroutine
program data
  integer, parameter :: n = 100
  integer :: i
  real(8) :: u(n)
  do i = 1, n
    u(i) = i
  end do
  !$loopy begin data: u
  call step(n, u)
  do i = 1, n
    u(i) = u(i) + 1
  end do
  !$loopy end data
end program
