! No barriers of work-items stand in a loop that a condition ends: what would
! need some is spread otherwise.
! RUN: %loopyc %s --print-script | FileCheck %s
! RUN: %loopyc %s --target=opencl,c -Wno-local-memory -o %t
! RUN: %if gfortran %{ %loopyc %s --check --target=c --map-parallel --verify -Werror=serial | FileCheck %s --check-prefix=SAME %}
! CHECK: knl = t["reduction"]
! CHECK-NOT: split_iname(knl, "i", 128, inner_tag="l.0")
! CHECK: RESULT
! SAME: check: reduction: c: ok
subroutine reduction(n, m, b, d)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: b(n, m), d(n, m)
  real(8) :: dn(n)
  integer :: i, j, s
  do j = 1, m
    s = 1
    do while (s < n)
      do i = 1, n
        dn(i) = d(i, j)
        if (i - s >= 1) dn(i) = dn(i) + b(i-s, j)*d(i-s, j)
      end do
      d(:, j) = dn
      s = 2*s
    end do
  end do
end subroutine
