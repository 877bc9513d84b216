! Arrays of more than 2^31 elements: bounds or loop variables of integer(8) are
! enough, an option of a script is where there are none. Few elements are touched,
! so that few pages of the arrays are ever there.
! REQUIRES: gfortran
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --target=opencl,c -o %t/out
! RUN: FileCheck %s --input-file=%t/out.cl --check-prefix=CODE
! CODE-LABEL: void bounds
! CODE: a[i + n * (m - 1L)]
! CODE-LABEL: void variables
! CODE: a[i + (long) n * ((long) m - 1L)]
! CODE-LABEL: void neither
! CODE: a[i + n * (m - 1)]
! RUN: cd %t && env LOOPYC_FLAGS=--target=c %build/tools/loopyc/loopyc-fc -O2 %s -o run
! RUN: env LOOPYRT_DEVICE=c %t/run | FileCheck %s --check-prefix=RAN
! RAN: bounds 2 3
! RAN: variables 2 3
! RAN: option 2 3
! RUN: not env LOOPYRT_DEVICE=c %t/run neither 2>&1 | FileCheck %s --check-prefix=NEITHER
! NEITHER: error: neither: an array has more elements, or a loop more iterations, than 32-bit indices count; lp.set_options(knl, index_dtype="int64") gives addresses 64 bits
! RUN: not env LOOPYRT_DEVICE=c %t/run shape 2>&1 | FileCheck %s --check-prefix=SHAPE
! SHAPE: error: shape: an assumption of the kernel does not hold: extents of a fit in 32 bits; declare it with bounds of integer(8)
module large
  implicit none
contains
  subroutine bounds(n, m, a)
    integer(8), intent(in) :: n, m
    integer(1), intent(inout) :: a(n, m)
    integer :: i
    do i = 1, 3
      a(i, 1) = 2
      a(i, m) = 3
    end do
  end subroutine
  subroutine variables(n, m, a)
    integer, intent(in) :: n, m
    integer(1), intent(inout) :: a(n, m)
    integer(8) :: i, j
    do j = m, m
      do i = 1, 3
        a(i, j - m + 1) = 2
        a(i, j) = 3
      end do
    end do
  end subroutine
  subroutine neither(n, m, a)
    integer, intent(in) :: n, m
    integer(1), intent(inout) :: a(n, m)
    integer :: i
    do i = 1, 3
      a(i, 1) = 2
      a(i, m) = 3
    end do
  end subroutine
  subroutine option(n, m, a)
    integer, intent(in) :: n, m
    integer(1), intent(inout) :: a(n, m)
    integer :: i
    do i = 1, 3
      a(i, 1) = 2
      a(i, m) = 3
    end do
  end subroutine
  subroutine shape(a)
    integer(1), intent(inout) :: a(:)
    integer(8) :: i
    do i = 1, min(3_8, size(a, kind=8))
      a(i) = 2
    end do
  end subroutine
end module
program p
  use large
  implicit none
  integer, parameter :: n = 50000
  integer(1), allocatable, target :: a(:, :), b(:)
  character(8) :: what
  call get_command_argument(1, what)
  if (what == 'shape') then
    allocate (b(3000000000_8))
    call shape(b)
  end if
  allocate (a(n, n))
  if (what == 'neither') call neither(n, n, a)
  call bounds(int(n, 8), int(n, 8), a)
  print '(a,2(1x,i0))', 'bounds', a(3, 1), a(3, n)
  a(1:3, 1) = 0
  a(1:3, n) = 0
  call variables(n, n, a)
  print '(a,2(1x,i0))', 'variables', a(3, 1), a(3, n)
  a(1:3, 1) = 0
  a(1:3, n) = 0
  call option(n, n, a)
  print '(a,2(1x,i0))', 'option', a(3, 1), a(3, n)
end program
!$loopy begin
! RESULT = [lp.set_options(k, index_dtype="int64") if k.name == "option" else k
!           for k in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
