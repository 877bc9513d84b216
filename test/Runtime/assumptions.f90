! The error says which assumption of a kernel does not hold, in the source's
! names, and what these are; launchers do without the runtime.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t && cd %t && %loopyc %s --target=opencl,c -o halves
! RUN: FileCheck %s --check-prefix=CODE < %t/halves.c
! RUN: FileCheck %s --check-prefix=CODE < %t/halves_host.c
! RUN: cd %t && env LOOPYC_FLAGS=--target=opencl,c %build/tools/loopyc/loopyc-fc %s -o run
! RUN: env LOOPYRT_DEVICE=opencl not %t/run halve 2>&1 | FileCheck %s --check-prefix=HALVE
! RUN: env LOOPYRT_DEVICE=c not %t/run halve 2>&1 | FileCheck %s --check-prefix=HALVE
! RUN: env LOOPYRT_DEVICE=opencl not %t/run second 2>&1 | FileCheck %s --check-prefix=SECOND
! RUN: env LOOPYRT_DEVICE=opencl not %t/run shape 2>&1 | FileCheck %s --check-prefix=SHAPE
! RUN: env LOOPYRT_DEVICE=c not %t/run fixed 2>&1 | FileCheck %s --check-prefix=FIXED
! RUN: env LOOPYRT_DEVICE=opencl LOOPYRT_FALLBACK=host %t/run fall 2>&1 | FileCheck %s --check-prefix=FALL
! CODE: static int halve_prepare(int64_t n, int64_t m, int64_t groups[3]) {
! CODE: if (!(n % 16LL == 0LL)) {
! CODE-NEXT: const int64_t loopyc_values[] = {n};
! CODE-NEXT: return assumption_fails("n mod 16 = 0", "n", loopyc_values);
! CODE-NEXT: }
module halves
  implicit none
contains
  subroutine halve(n, m, x)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: x(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        x(i, j) = x(i, j)/2
      end do
    end do
  end subroutine

  subroutine halve_all(x)
    real(8), intent(inout) :: x(:, :)
    integer :: i, j
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        x(i, j) = x(i, j)/2
      end do
    end do
  end subroutine

  subroutine scale(n, k, x)
    integer, intent(in) :: n, k
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*k
    end do
  end subroutine
end module

program main
  use halves
  implicit none
  real(8) :: x(33, 4) = 2
  character(len=16) :: what
  call get_command_argument(1, what)
  select case (what)
  case ("halve")
    ! HALVE: loopyrt: error: halve: an assumption of the kernel does not hold: n mod 16 = 0, and n is 33{{$}}
    call halve(33, 4, x)
  case ("second")
    ! SECOND: loopyrt: error: halve: an assumption of the kernel does not hold: n >= 2*m, and m is 17, n is 32{{$}}
    call halve(32, 4, x)
    call halve(32, 17, x)
  case ("shape")
    ! SHAPE: loopyrt: error: halve_all: an assumption of the kernel does not hold: size(x, 1) mod 4 = 0, and size(x, 1) is 33{{$}}
    call halve_all(x)
  case ("fixed")
    ! FIXED: loopyrt: error: scale: an assumption of the kernel does not hold: k = 3, and k is 4{{$}}
    call scale(33, 3, x)
    call scale(33, 4, x)
  case ("fall")
    ! FALL: loopyrt: warning: halve runs on the host: an assumption of the kernel does not hold: n mod 16 = 0, and n is 33{{$}}
    ! FALL-NEXT: halved 1.0
    call halve(33, 4, x)
    print "(a, f4.1)", "halved", x(33, 4)
  end select
end program
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.map_parallel(knl) for knl in
!           [lp.assume(t["halve"], "n mod 16 = 0 and n >= 2*m"),
!            lp.assume(t["halve_all"], "x_size_1 mod 4 = 0"),
!            lp.fix_parameters(t["scale"], k=3)]]
!$loopy end
