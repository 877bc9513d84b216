! Components of arrays that are components themselves, behind others: gathered
! and scattered, call by call, with nothing else of their owner touched.
! REQUIRES: gfortran, opencl
! RUN: rm -rf %t && mkdir -p %t
! RUN: env LOOPYC_FLAGS=--target=opencl,c %loopyc-fc -w %s -o %t/prog
! RUN: gfortran -w %s -o %t/original && %t/original > %t/expected
! RUN: env LOOPYRT_DEVICE=c %t/prog > %t/c && diff %t/expected %t/c
! RUN: env LOOPYRT_DEVICE=opencl %t/prog > %t/opencl && diff %t/expected %t/opencl
!$loopy begin
!$loopy end
module parts
  implicit none
  type cell
    real(8) :: w(2)
    complex :: z
    integer :: tag
  end type
  type grid
    type(cell) :: fixed(3)
    type(cell), allocatable :: cells(:)
    type(cell), pointer :: lent(:, :)
  end type
contains
  subroutine step(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do i = lbound(g%cells, 1), ubound(g%cells, 1)
      g%cells(i)%w(1) = g%cells(i)%w(2)*2
      g%cells(i)%z = g%cells(i)%z*2
    end do
    do j = 1, size(g%lent, 2)
      do i = 1, size(g%lent, 1)
        g%lent(i, j)%tag = g%lent(i, j)%tag + i
        g%lent(i, j)%w(2) = j
      end do
    end do
    g%fixed(2)%w(1) = 1
  end subroutine
end module
program main
  use parts
  implicit none
  type(grid) :: g
  integer :: i, k
  allocate (g%cells(-1:4), g%lent(3, 2))
  do i = -1, 4
    g%cells(i)%w = [i*1d0, i*0.5d0]
    g%cells(i)%z = cmplx(i, 2*i)
    g%cells(i)%tag = i
  end do
  g%lent%tag = 7
  do i = 1, 3
    g%fixed(i)%w = i
    g%lent(i, :)%w(1) = i
    g%lent(i, :)%w(2) = 0
  end do
  do k = 1, 3
    call step(g)
  end do
  print '(8f8.2)', (g%cells(i)%w, g%cells(i)%z, i = -1, 4), (g%fixed(i)%w, i = 1, 3)
  print '(8i4)', g%cells%tag, g%lent%tag
  print '(8f8.2)', g%lent%w(1), g%lent%w(2)
  deallocate (g%cells, g%lent)
end program
