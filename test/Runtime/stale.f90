! LOOPYRT_DEBUG=1 in a Fortran program: what is read on the host while the device
! has newer values is named, with its subscripts, line and remedy; also where the
! Fortran library reads it. What is right stays so, and other faults are others'.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t
! RUN: cd %t && env LOOPYC_FLAGS=--target=opencl,c %build/tools/loopyc/loopyc-fc -g -fbacktrace %s -o run
! DEFINE: %{run} = env LOOPYRT_DEVICE=opencl LOOPYRT_DEBUG=1
! RUN: %{run} %t/run right | FileCheck %s --check-prefix=RIGHT
! RUN: env LOOPYRT_DEVICE=c LOOPYRT_DEBUG=1 %t/run right | FileCheck %s --check-prefix=RIGHT
! RUN: %{run} not %t/run read 2>&1 | FileCheck %s --check-prefix=READ
! RUN: %{run} not %t/run print 2>&1 | FileCheck %s --check-prefix=PRINT
! RUN: %{run} LOOPYRT_DEBUG=heal %t/run heal > %t/healed 2> %t/warnings
! RUN: FileCheck %s --check-prefix=HEALED < %t/healed
! RUN: FileCheck %s --check-prefix=WARNING < %t/warnings
! RUN: %{run} not %t/run written 2>&1 | FileCheck %s --check-prefix=WRITTEN
! RUN: %{run} not %t/run mixed 2>&1 | FileCheck %s --check-prefix=MIXED
! RUN: %{run} not %t/run end 2>&1 | FileCheck %s --check-prefix=AT-END
! RUN: %{run} LOOPYRT_DEBUG=heal %t/run end 2>&1 | FileCheck %s --check-prefix=HEALED-END
! RUN: %{run} not %t/run deallocated 2>&1 | FileCheck %s --check-prefix=DEALLOCATED
! RUN: %{run} %t/run deallocated-end 2>&1 | FileCheck %s --check-prefix=END
! RUN: %{run} not --crash %t/run null 2>&1 | FileCheck %s --check-prefix=NULL
! RUN: strip -o %t/stripped %t/run && %{run} not %t/stripped read 2>&1 | FileCheck %s --check-prefix=STRIPPED
subroutine advance(n, m, h, u)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: h(0:n + 1, 0:m + 1)
  real(8), intent(in) :: u(0:n + 1, 0:m + 1)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      h(i, j) = h(i, j) + u(i, j)
    end do
  end do
end subroutine advance

program stale
  implicit none
  interface
    subroutine advance(n, m, h, u)
      integer, intent(in) :: n, m
      real(8), intent(inout) :: h(0:n + 1, 0:m + 1)
      real(8), intent(in) :: u(0:n + 1, 0:m + 1)
    end subroutine advance
  end interface
  integer, parameter :: n = 1500, m = 40
  real(8), allocatable, target :: h(:, :), u(:, :)
  real(8), pointer :: nowhere => null()
  real(8) :: total, other(10)
  character(len=16) :: what
  integer :: step

  other = 1
  allocate (h(0:n + 1, 0:m + 1), u(0:n + 1, 0:m + 1), source=1.0_8)
  call get_command_argument(1, what)
  !$loopy enter data: h, u
  do step = 1, 3
    ! Halos are brought, changed and told; the rest stays where it is.
    !$loopy update host: h(:, 1), h(:, m), h(n, :)
    h(:, m + 1) = h(:, 1)
    h(:, 0) = h(:, m)
    h(0, :) = h(n, :)
    !$loopy update device: h(:, 0), h(:, m + 1), h(0, :)
    call advance(n, m, h, u)
  end do
  select case (what)
  case ("right")
    ! Boundaries that no kernel writes are the host's as they are the device's.
    ! RIGHT: boundary   1.0  1.0
    print "(a, 2f5.1)", "boundary", h(n + 1, 3), u(3, 3)
    !$loopy update host: h
    ! RIGHT-NEXT: sum   4.0  3.0
    print "(a, 2f5.1)", "sum", sum(h(1:n, 1:m)) / (n * m), h(0, 5)
    h = 7
    !$loopy update device: h
    call advance(n, m, h, u)
    !$loopy exit data: h
    ! RIGHT-NEXT: end   8.0  7.0
    print "(a, 2f5.1)", "end", h(5, 5), h(0, 0)
  case ("read")
    ! READ: loopyrt: error: h: element ({{[0-9]+}},1) is read at stale.f90:[[#@LINE+2]], while the device has a newer value; put '!$loopy update host: h' before that line{{$}}
    ! STRIPPED: loopyrt: error: h: element {{.*}} is read at stripped+0x{{[0-9a-f]+}}, while
    total = sum(h)
    ! READ-NOT: {{.}}
    print *, total
  case ("print")
    ! PRINT: loopyrt: error: h: element (7,11) is read at stale.f90:[[#@LINE+1]], while
    print *, h(7, 11)
  case ("heal")
    do step = 1, 3
      ! HEALED: 5.0
      ! HEALED-NEXT: 6.0
      ! HEALED-NEXT: 7.0
      ! WARNING: loopyrt: warning: h: element (7,11) is read at stale.f90:[[#@LINE+4]], while the device has a newer value, which is brought now; put '!$loopy update host: h' before that line{{$}}
      ! WARNING-NOT: {{.}}
      call advance(n, m, h, u)
      call advance(n, m, h, u)
      print "(f4.1)", h(7, 11) - step
    end do
  case ("written")
    h(7, 11) = 5
    ! WRITTEN: loopyrt: error: advance: h: the host's copy changed at element (7,11), written at stale.f90:[[#@LINE-1]], while the array is on the device; put '!$loopy update device: h' after changing it{{$}}
    call advance(n, m, h, u)
  case ("mixed")
    h(7, 11) = 5
    ! MIXED: loopyrt: error: stale.f90:[[#@LINE+1]]: update device: h: element {{.*}} is older than on the device, which the update would replace; it was written on the host at stale.f90:[[#@LINE-1]], but not all of it: update what was written alone, or put '!$loopy update host: h' before that line{{$}}
    !$loopy update device: h
  case ("end")
    ! In a page that is not watched; its neighbour is older than on the device.
    h(1, 1) = 5
    h(:, 0) = 0
    ! AT-END: loopyrt: error: stale.f90:[[#@LINE+1]]: update device: h: element ({{[0-9]+}},{{[0-9]+}}) is older than on the device, which the update would replace; {{it was written on the host at stale.f90:[0-9]+|element .* was changed on the host}}, but not all of it
    !$loopy update device: h
    !$loopy exit data: h
    ! HEALED-END: end   0.0  5.0  4.0
    print "(a, 3f5.1)", "end", h(1, 0), h(1, 1), h(2, 1)
  case ("deallocated")
    deallocate (h)
    ! DEALLOCATED: loopyrt: error: stale.f90:[[#@LINE+1]]: enter data: other: h ({{.*}} bytes at 0x{{.*}}), which entered at stale.f90:{{[0-9]+}}: enter data, was deallocated while it is present; put '!$loopy exit data: h' before{{$}}
    !$loopy enter data: other
  case ("deallocated-end")
    deallocate (h)
    ! END: loopyrt: warning: h ({{.*}}), which entered at stale.f90:{{[0-9]+}}: enter data, was deallocated while it is present
  case ("null")
    ! NULL: SIGSEGV
    ! NULL: at {{.*}}stale.f90:[[#@LINE+1]]
    nowhere = 1
  end select
end program stale
