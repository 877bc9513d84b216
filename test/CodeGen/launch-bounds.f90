! CUDA's compiler is told the size of a thread block, which is fixed, and how
! many of them a multiprocessor is to hold where the script says so. Elsewhere
! the option changes nothing. Arrays that are only read are const and restrict:
! they may go through the read-only cache.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --set OPTION=None --target=cuda,opencl,c -o %t/plain
! RUN: %loopyc %s --set OPTION=min_blocks_per_sm=4 --target=cuda,opencl,c -o %t/four
! RUN: FileCheck %s --check-prefixes=CHECK,PLAIN < %t/plain.cu
! RUN: FileCheck %s --check-prefixes=CHECK,FOUR < %t/four.cu
! RUN: sed 's/plain/four/' %t/plain.cl | diff - %t/four.cl
! RUN: sed 's/plain/four/' %t/plain.c | diff - %t/four.c
! RUN: not %loopyc %s --set OPTION=min_blocks_per_sm=0 -o %t/bad 2>&1 | FileCheck %s --check-prefix=ZERO
! RUN: not %loopyc %s --set OPTION=min_blocks_per_sm -o %t/bad 2>&1 | FileCheck %s --check-prefix=FLAG
! PLAIN: static __global__ void __launch_bounds__(32)
! FOUR: static __global__ void __launch_bounds__(32, 4)
! CHECK-NEXT: s(int n, const float *__restrict__ a, float *__restrict__ b)
! ZERO: set_options: {{.*}}min_blocks_per_sm must be a positive number of thread blocks, but it is '0'
! FLAG: set_options: {{.*}}min_blocks_per_sm must be a positive number of thread blocks, but it is 'True'
subroutine s(n, a, b)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(out) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = 2*a(i)
  end do
end subroutine s

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! if OPTION:
!     knl = lp.set_options(knl, OPTION)
!     name, _, value = OPTION.partition("=")
!     assert value == "" or lp.set_options(knl, **{name: int(value)}).options == {name: value}
! RESULT = knl
!$loopy end
