! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=13 --param m=9 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=16 --param m=5 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=0 --param m=3 | FileCheck %s
! RUN: rm -rf %t && mkdir %t && %loopyc %s -DRK=4 --target=opencl -o %t/p
! RUN: FileCheck %s --check-prefix=HEADER < %t/p.h
! RUN: FileCheck %s --check-prefix=DEVICE < %t/p.cl
! Rows of known and of unknown length; rows of rows; short vectors of three
! components (12 bytes, which take 16); rows in local memory; a private array
! with gaps, of which each instance of an ilp loop has its own.
! CHECK: check: sweep: opencl: ok
! CHECK: check: sweep: c: ok
! HEADER: a  {{.*}} shape (n, m), strides (1, 8*((n + 7) / 8)) in elements
! HEADER: b  {{.*}} shape (n, m, 3), strides (1, n, 16*((m*n + 15) / 16)) in elements
! HEADER: v  {{.*}} shape (3, 5, m), strides (1, 4, 32) in elements, short vectors of 4
! DEVICE: __local float w_fetch[25];
! DEVICE: float t[25];
subroutine sweep(n, m, a, b, v, w, z)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m), w(4, 5)
  real(RK), intent(inout) :: b(n, m, 3), v(3, 5, m)
  real(RK), intent(out) :: z(4, 5)
  real(RK) :: t(3)
  integer :: i, j, k, c
  do k = 1, 3
    do j = 1, m
      do i = 1, n
        b(i, j, k) = b(i, j, k) + k*a(i, j)
      end do
    end do
  end do
  do j = 1, m
    do i = 1, 5
      do c = 1, 3
        v(c, i, j) = v(c, i, j) + j
      end do
    end do
  end do
  do i = 1, 4
    do j = 1, 5
      t(1) = w(i, j)
      t(3) = 2*w(5 - i, 6 - j)
      z(i, j) = t(1) + t(3)
    end do
  end do
end subroutine sweep

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.add_padding(knl, "a", 1, 32)
! knl = lp.add_padding(knl, "b", 2, 64)
!
! knl = lp.tag_array_axes(knl, "v", "vec,N0,N1")
! knl = lp.add_padding(knl, "v", 2, 128)
! knl = lp.tag_inames(knl, "c:vec")
!
! knl = lp.tag_inames(knl, "i_2:l.0")
! knl = lp.add_prefetch(knl, "w", "i_2,j_2", temporary_address_space="local")
! knl = lp.add_padding(knl, "w_fetch", 1, 20)
! knl = lp.tag_array_axes(knl, "t", "stride:2")
! knl = lp.tag_inames(knl, "j_2:ilp")
! RESULT = knl
!$loopy end
