! No target has short vectors of complex numbers: with a vec axis they lie one
! after the other, three of them in the room of four.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --emit=device -o - | FileCheck %s
! CHECK: __global loopyc_cdouble *z
! CHECK: z[0] = cdouble_mul(z[0],
! CHECK: z[1] = cdouble_mul(z[1],
! RUN: %loopyc %s --target=opencl,c --check --param n=1 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --target=opencl,c --check --param n=7 | FileCheck %s --check-prefix=OK
! OK: check: turned: opencl: ok
! OK: check: turned: c: ok
subroutine turned(n, z, w)
  integer, intent(in) :: n
  complex(8), intent(inout) :: z(2)
  complex, intent(inout) :: w(n, 3)
  integer :: i, j, k
  do i = 1, 2
    z(i) = z(i)*(2d0, 1d0)
  end do
  do k = 1, n
    do j = 1, 3
      w(k, j) = w(k, j)*(0., 1.) + j
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.tag_inames(k, {"i": "unr", "j": "vec"})
! k = lp.tag_array_axes(k, "z", "vec")
! RESULT = lp.tag_array_axes(k, "w", "N0,vec")
!$loopy end
