! A private array whose size is known at run time only lies in a buffer that
! the launcher provides.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set PAR=gl --emit=device,host -o - | FileCheck %s
! CHECK: __global double *t) {
! CHECK-NEXT: t += (size_t) gid(0) * m * 8 + lid(0);
! CHECK: t[8 * j] = 2.0 * x[
! CHECK: cl_mem t = temporary(function->context, (size_t) 8 * max_i64(m, 0LL) * groups[0]
! RUN: %loopyc %s --set PAR=none --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set PAR=g --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set PAR=gl --check --target=opencl,c | FileCheck %s --check-prefix=OK
! OK: opencl: ok
! OK: c: ok
subroutine auto(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(m, n)
  real(8), intent(out) :: y(m, n)
  real(8) :: t(m), w(0:3)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      t(j) = 2*x(j,i)
    end do
    w(0) = t(1)
    w(3) = t(m)
    do j = 1, m
      y(j,i) = t(m - j + 1) + w(0) - w(3)
    end do
  end do
end subroutine
!$loopy begin
! t, = lp.parse_fortran(SOURCE, FILENAME)
! if PAR == "g": t = lp.tag_inames(t, "i:g.0")
! if PAR == "gl": t = lp.split_iname(t, "i", 8, outer_tag="g.0", inner_tag="l.0")
! RESULT = t
!$loopy end
