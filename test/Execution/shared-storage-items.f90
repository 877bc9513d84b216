! In C a work-item's private variables have an element each of arrays, whose
! elements lie in other places where variables of other sizes share storage.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=13 --param m=6 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param m=0 | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --verify --target=opencl --param n=13 --param m=6 | FileCheck %s %}
! CHECK-NOT: FAILED
! CHECK: check: kept: {{.*}}: ok
subroutine kept(n, m, a, b, r)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(0:7), b(n)
  real(8), intent(inout) :: r(0:n)
  real(8) :: t, w(n)
  integer :: i, j, k, k1
  t = a(1)
  k1 = 0
  do i = 2, 6
    do k = 1, min(k1 + i, m), 3
      k1 = min(m, 2)
    end do
  end do
  do j = 1, n
    w(j) = a(6)*b(j)
    r(j) = w(j)
  end do
  r(0) = t + k1
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.extract_subst(k, "six", "a[6]")
! k = lp.precompute(k, "six", [], default_tag="l.auto", temporary_address_space="local")
! k = lp.split_iname(k, "j", 4, inner_tag="l.0")
! RESULT = lp.alias_temporaries(k, ["k_hi", "t"])
!$loopy end
