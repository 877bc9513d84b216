! Local memory has a constant size: where a script asks for it by name and the
! size is known at run time only, that is an error. What work-items share
! because they share the values may lie in global memory.
! REQUIRES: gfortran, opencl
! RUN: not %loopyc %s --set HOW=prefetch -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
! RUN: not %loopyc %s --set HOW=set -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
! ERROR: error: kernel 'smooth': 'a_fetch' is to be in local memory, whose size is fixed at compile time, but it has {{.*n.*}} elements; fix the sizes
! RUN: %loopyc %s --set HOW=fixed --emit=device -o - | FileCheck %s --check-prefix=FIXED
! FIXED: __local double a_fetch[96];
! RUN: %loopyc %s --set HOW=auto --emit=device -o - | FileCheck %s --check-prefix=AUTO
! AUTO: __global double *a_fetch
! RUN: %loopyc %s --set HOW=auto --check --target=opencl,c --param n=19 --param m=3 | FileCheck %s
! RUN: %loopyc %s --set HOW=preprocessed --check --target=opencl,c --param n=19 --param m=3 | FileCheck %s
! RUN: %loopyc %s --set HOW=fixed --check --target=opencl,c --param m=3 | FileCheck %s
! CHECK: check: smooth: opencl: ok
! CHECK: check: smooth: c: ok
subroutine smooth(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(n, m)
  integer :: i, j
  do j = 1, m
    do i = 2, n - 1
      b(i, j) = a(i-1, j) + a(i+1, j) + a(n+1-i, j)
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.split_iname(k, "i", 8, inner_tag="l.0")
! k = lp.tag_inames(k, "j:g.0")
! local = HOW in ("prefetch", "fixed")
! k = lp.add_prefetch(k, "a", ["i_outer", "i_inner"], default_tag="l.auto",
!                     temporary_address_space="local" if local else None)
! if HOW == "set": k = lp.set_temporary_address_space(k, "a_fetch", "local")
! if HOW == "fixed": k = lp.fix_parameters(k, n=96)
! if HOW == "preprocessed": k = lp.preprocess_kernel(k)
! RESULT = k
!$loopy end
