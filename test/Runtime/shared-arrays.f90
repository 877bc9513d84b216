! Threads that share out the blocks of one array, each call with the whole array
! and the number of a block: no block gets lost, in copies on a device, in copies
! that have another layout in C, and where a call has two such arrays.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t
! RUN: cd %t && env LOOPYC_FLAGS=--target=opencl,c %build/tools/loopyc/loopyc-fc -O2 -fopenmp %s -o run
! RUN: env LOOPYRT_DEVICE=opencl %t/run | FileCheck %s
! RUN: env LOOPYRT_DEVICE=opencl LOOPYRT_DEBUG=1 %t/run | FileCheck %s
! RUN: env LOOPYRT_DEVICE=c %t/run | FileCheck %s
! CHECK: wrong: 0 0 0
module blocks
  implicit none
contains
  subroutine column(nproma, nblk, jb, t)
    integer, intent(in) :: nproma, nblk, jb
    real(8), intent(inout) :: t(nproma, nblk)
    integer :: jl
    do jl = 1, nproma
      t(jl, jb) = t(jl, jb)*2 + jb
    end do
  end subroutine

  subroutine tiled(nproma, nblk, jb, t, s)
    integer, intent(in) :: nproma, nblk, jb
    real(8), intent(inout) :: t(nproma, nblk), s(nproma, nblk)
    integer :: jl
    do jl = 1, nproma
      s(jl, jb) = s(jl, jb) + t(jl, jb)
      t(jl, jb) = t(jl, jb) + jb
    end do
  end subroutine
end module

program shared
  use blocks
  use omp_lib
  implicit none
  integer, parameter :: nproma = 200, nblk = 32, steps = 4
  real(8) :: t(nproma, nblk), u(nproma, nblk), s(nproma, nblk)
  integer :: jb, step, wrong(3)
  call omp_set_num_threads(4)
  t = 1
  u = 0
  s = 0
  do step = 1, steps
    !$omp parallel do schedule(dynamic)
    do jb = 1, nblk
      call column(nproma, nblk, jb, t)
      ! Which of the two is named first differs.
      if (mod(jb, 2) == 0) then
        call tiled(nproma, nblk, jb, u, s)
      else
        call tiled_too(nproma, nblk, jb, s, u)
      end if
    end do
    !$omp end parallel do
  end do
  wrong = 0
  do jb = 1, nblk
    wrong(1) = wrong(1) + count(abs(t(:, jb) - (16 + 15*jb)) > 1d-9)
    wrong(2) = wrong(2) + count(abs(u(:, jb) - 4*jb) > 1d-9)
    wrong(3) = wrong(3) + count(abs(s(:, jb) - 6*jb) > 1d-9)
  end do
  print '(a,3(1x,i0))', 'wrong:', wrong
contains
  subroutine tiled_too(nproma, nblk, jb, s, t)
    integer, intent(in) :: nproma, nblk, jb
    real(8), intent(inout) :: s(nproma, nblk), t(nproma, nblk)
    integer :: jl
    do jl = 1, nproma
      s(jl, jb) = s(jl, jb) + t(jl, jb)
      t(jl, jb) = t(jl, jb) + jb
    end do
  end subroutine
end program
!$loopy begin
! kernels = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_array_dim(kernels["tiled"], ("t", 0), 4)
! knl = lp.tag_array_axes(knl, "t", "N0,N2,N1")
! RESULT = [kernels["column"], knl, kernels["tiled_too"]]
!$loopy end
