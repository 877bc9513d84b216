! A component of all structures of an array is gathered from wherever its
! elements are: each array of a structure enters by itself, so that the component
! lies in many present arrays, and partly in none.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t
! RUN: cd %t && env LOOPYC_FLAGS=--target=opencl,c %build/tools/loopyc/loopyc-fc -O2 %s -o run
! RUN: env LOOPYRT_DEVICE=opencl %t/run | FileCheck %s
! RUN: env LOOPYRT_DEVICE=opencl LOOPYRT_DEBUG=1 %t/run | FileCheck %s
! RUN: env LOOPYRT_DEVICE=c %t/run | FileCheck %s
! CHECK: gathered:  1325.0
! CHECK-NEXT: on the device:  2650.0  27.0
! CHECK-NEXT: half of it:  120.0
! CHECK-NEXT: done:  2650.0  27.0  0.0
module cells
  implicit none
  type cell_t
    real(8) :: q(4), vol
  end type
  type patch_t
    type(cell_t), allocatable :: c(:)
  end type
contains
  subroutine double(n, q)
    integer, intent(in) :: n
    real(8), intent(inout) :: q(n)
    integer :: i
    !$loopy begin kernel: doubled
    do i = 1, n
      q(i) = 2*q(i)
    end do
    !$loopy end kernel: doubled
  end subroutine

  subroutine double_any(q)
    real(8), intent(inout) :: q(:)
    integer :: i
    !$loopy begin kernel: doubled_any
    do i = 1, size(q)
      q(i) = 2*q(i)
    end do
    !$loopy end kernel: doubled_any
  end subroutine

  subroutine add(p)
    type(patch_t), intent(inout) :: p
    integer :: i
    !$loopy begin kernel: added
    do i = 1, size(p%c)
      p%c(i)%q(2) = p%c(i)%q(2) + p%c(i)%vol
    end do
    !$loopy end kernel: added
  end subroutine
end module

program gathered
  use cells
  implicit none
  type(patch_t) :: p
  integer :: i
  real(8) :: h(20)
  allocate (p%c(50))
  do i = 1, 50
    p%c(i)%q = i
    p%c(i)%vol = 1
  end do
  !$loopy enter data: p
  call add(p)
  !$loopy update host: p
  print '(a, 3f8.1)', 'gathered:', sum(p%c%q(2))
  ! Present arrays are newer on the device, and the gather takes them from there;
  ! scalars are the host's.
  do i = 1, 50
    call double(4, p%c(i)%q)
  end do
  p%c%vol = 0
  call add(p)
  p%c(26)%vol = 1
  !$loopy update host: p
  print '(a, 3f8.1)', 'on the device:', sum(p%c%q(2)), sum(p%c%q(2))/50 - 26
  !$loopy exit data: p

  ! One that is present as to its first elements.
  h = 1
  !$loopy enter data: h(:10)
  call double(10, h(:10))
  call double_any(h(1:20:2))
  !$loopy update host: h(:10)
  print '(a, 3f8.1)', 'half of it:', 3*sum(h) - 15
  !$loopy exit data: h(:10)
  print '(a, 3f8.1)', 'done:', sum(p%c%q(2)), sum(p%c%q(2))/50 - 26, p%c(1)%vol
end program
