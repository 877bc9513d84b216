! What a loop tagged vec does component by component is a warning, which names
! the instruction and the reason; what is one operation, and C, are none.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=opencl,cuda --emit=device -o %t 2>&1 | FileCheck %s
! RUN: %loopyc %s --target=c --emit=device -o %t 2>&1 | count 0
! RUN: %loopyc %s -Wno-vec --target=opencl,cuda --emit=device -o %t 2>&1 | count 0
! RUN: not %loopyc %s -Werror=vec --emit=device -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
! RUN: %loopyc %s -Wno-vec --check --target=opencl,c | FileCheck %s --check-prefix=OK
! CHECK-DAG: vec-components.f90:{{[0-9]+}}:{{.*}}warning: kernel 'parts', opencl: instruction '{{.*}}' is no operation on short vectors, but one for each component, in loop 'f{{.*}}': the target has no operation on short vectors for {{.*}}gamma({{.*}}; tag the axes of its arrays vec, or the loop unr [-Wvec]
! CHECK-DAG: kernel 'parts', opencl: instruction '{{.*}}' is no operation on short vectors, but one for each component, in loop 'f{{.*}}': 'w' has no axis tagged vec; {{.*}}[-Wvec]
! CHECK-DAG: kernel 'parts', cuda: instruction '{{.*}}' is no operation on short vectors, but one for each component, in loop 'f{{.*}}': the target has no operation on short vectors for sin(q[{{.*}}]); {{.*}}[-Wvec]
! ERROR: error: kernel 'parts', opencl: {{.*}}[-Wvec]
! OK: opencl: ok
! OK: c: ok
subroutine parts(n, q, w, r)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: q(4, n), w(4, n)
  real, intent(out) :: r(4, n, 4)
  integer :: i, f
  do i = 1, n
    do f = 1, 4
      r(f, i, 1) = 2*q(f, i)
    end do
    do f = 1, 4
      r(f, i, 2) = sin(q(f, i))
    end do
    do f = 1, 4
      r(f, i, 3) = gamma(1 + abs(q(f, i)))
    end do
    do f = 1, 4
      r(f, i, 4) = w(f, i)
    end do
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.tag_array_axes(knl, "q", "vec,N0")
! knl = lp.tag_array_axes(knl, "r", "vec,N0,N1")
! knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.tag_inames(knl, "f:vec, f_1:vec, f_2:vec, f_3:vec")
!$loopy end
