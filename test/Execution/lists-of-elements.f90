! Arrays of derived types that are allocatable components of one element of
! another array: the stub gathers a component of their elements, and scatters
! what the kernel writes.
! REQUIRES: gfortran
! RUN: rm -rf %t && mkdir -p %t
! RUN: cd %t && gfortran %s -o original && ./original > expected.txt
! RUN: cd %t && env LOOPYC_FLAGS=--target=c %build/tools/loopyc/loopyc-fc -w %s -o translated && ./translated > found.txt
! RUN: cmp %t/expected.txt %t/found.txt
! RUN: %loopyc %s --check --target=c --param n=1 -Wno-untranslated | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=7 --param nx=11 -Wno-untranslated | FileCheck %s
! CHECK: check: sweep: c: ok
! CHECK: check: count: c: ok
! CHECK: check: swap: c: ok
module lists
  implicit none
  type cell
    integer :: ic, jc
    real(8) :: w(2)
  end type
  type diagonal
    integer :: length
    type(cell), allocatable :: cells(:)
  end type
  type(diagonal), allocatable :: diag(:)
contains
  subroutine setup(nd, n)
    integer, intent(in) :: nd, n
    integer :: d, i
    allocate(diag(nd))
    do d = 1, nd
      diag(d)%length = max(0, n - d + 1)
      allocate(diag(d)%cells(0:n - d))
      do i = 0, n - d
        diag(d)%cells(i) = cell(mod(i*d, n) + 1, i + 1, [d*0.5d0, i*1d0])
      end do
    end do
  end subroutine

  subroutine sweep(nd, n, nx, a)
    integer, intent(in) :: nd, n, nx
    real(8), intent(inout) :: a(nx, n)
    integer :: d, i, m
    do d = 1, nd
!$loopy begin kernel: sweep
      do m = 0, diag(d)%length - 1
        i = diag(d)%cells(m)%ic
        a(i, diag(d)%cells(m)%jc) = 0.5d0*a(i, diag(d)%cells(m)%jc) + &
            diag(d)%cells(m)%w(1) - diag(d)%cells(m)%w(2)
      end do
!$loopy end kernel: sweep
    end do
  end subroutine

  subroutine count(d)
    integer, intent(in) :: d
    integer :: m
!$loopy begin kernel: count
    do m = lbound(diag(d)%cells, 1), ubound(diag(d)%cells, 1)
      diag(d)%cells(m)%jc = diag(d)%cells(m)%jc + 10*m
      diag(d)%cells(m)%w(2) = diag(d)%cells(m)%w(1) + size(diag(d)%cells)
    end do
!$loopy end kernel: count
  end subroutine

  subroutine swap(d, e, n)
    integer, intent(in) :: d, e, n
    integer :: m
!$loopy begin kernel: swap
    do m = 0, n - 1
      diag(d)%cells(m)%ic = diag(e)%cells(n - 1 - m)%jc + diag(d)%cells(m)%ic
    end do
!$loopy end kernel: swap
  end subroutine
end module

program test
  use lists
  implicit none
  real(8) :: a(7, 7)
  integer :: d
  a = 1
  call setup(8, 7)
  call sweep(8, 7, 7, a)
  print '(7f9.4)', a
  do d = 1, 8
    call count(d)
  end do
  call swap(1, 3, 5)
  do d = 1, 8
    print '(*(i4))', diag(d)%cells(:)%ic, diag(d)%cells(:)%jc
    print '(*(f9.4))', diag(d)%cells(:)%w(1), diag(d)%cells(:)%w(2)
  end do
end program
