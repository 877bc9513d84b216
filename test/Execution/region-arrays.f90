! Private arrays of a region, spread over work-items, give what the host gives.
! RUN: %loopyc %s --check --target=c --param n=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=37 | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl | FileCheck %s %}
! CHECK: check: filter: {{.*}}: ok
module m
contains
  subroutine apply(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(-1:n + 2)
    real(8), intent(inout) :: y(n)
    real(8) :: stencil(-1:2), part(2)
    integer :: i, s
    !$loopy begin kernel: filter
    do i = 1, n
      do s = -1, 2
        stencil(s) = x(i + s)*(s + 2)
      end do
      part(1) = stencil(-1) + stencil(0)
      part(2) = stencil(1)*stencil(2)
      y(i) = y(i) + part(1) - part(2)
    end do
    !$loopy end kernel: filter
  end subroutine
end module
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(t["filter"], "i", 8, outer_tag="g.0", inner_tag="l.0")
!$loopy end
