! A slab whose one iteration has a value by cases is one of its iname.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --emit=device -o - | FileCheck %s
! CHECK: for (int i_outer = 1;
! CHECK: const int i_outer = n <= 16 ?
! RUN: %loopyc %s --target=opencl,c --check --param n=1 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --target=opencl,c --check --param n=17 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --target=opencl,c --check --param n=31 | FileCheck %s --check-prefix=OK
! OK: check: doubled: opencl: ok
! OK: check: doubled: c: ok
subroutine doubled(n, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = 2*b(i)
  end do
  b(1) = 3
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(k, "i", 8, inner_tag="l.0", slabs=(1, 1))
!$loopy end
