! A script of a Fortran file may make kernels, too: each is checked against what
! it was made from, and the stub has the file's own.
! REQUIRES: gfortran
! RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
! RUN: FileCheck %s --check-prefix=STUB --input-file=%t_stub.f90
! RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h
! CHECK: check: scale: c: ok
! CHECK: check: own: c: ok
! HEADER: own_launch_c
! STUB: {{^}}! Launches kernel scale;
! STUB-NOT: {{^}}! Launches kernel own;
subroutine scale(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine
!$loopy begin
! scale, = lp.parse_fortran(SOURCE, FILENAME)
! own = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i] + 1",
!                      [lp.GlobalArg("x", np.float64), "..."], name="own")
! RESULT = [scale, own]
!$loopy end
