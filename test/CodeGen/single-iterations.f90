! A loop of one iteration is a constant, which is declared where something uses
! it: what compilers say of unused variables is of no use.
! RUN: %loopyc %s --target=c,opencl -Wno-all -o %t
! RUN: FileCheck %s --input-file=%t.c
! RUN: FileCheck %s --input-file=%t.cl
! RUN: %cc -std=c11 -fopenmp -Wall -Wextra -Werror -Wno-unknown-pragmas -I %root/include -c %t.c -o %t.o
subroutine unused(n, l, a)
  implicit none
  integer, intent(in) :: n, l
  real, intent(inout) :: a(n)
  integer :: i, k
  do i = 1, n
    do k = 1, l
      a(i) = a(i)*0.5 + 1
    end do
  end do
end subroutine
! CHECK: {{^(__kernel )?.*}} unused{{.*}}(
! CHECK: for (int k_outer
! CHECK-NOT: const int k_outer

subroutine used(n, l, a, b)
  implicit none
  integer, intent(in) :: n, l
  real, intent(inout) :: a(n)
  real, intent(in) :: b(l)
  integer :: i, k
  do i = 1, n
    do k = 1, l
      a(i) = a(i)*b(k) + 1
    end do
  end do
end subroutine
! CHECK: {{^(__kernel )?.*}} used{{.*}}(
! CHECK: for (int k_outer
! CHECK: const int k_outer = l / 4 - 1
! CHECK-NEXT: b[4 * k_outer]
!$loopy begin
! def sliced(knl):
!     knl = lp.assume(knl, "l mod 4 = 0 and l >= 4")
!     knl = lp.split_iname(knl, "k", 4, slabs=(0, 1), inner_tag="unr")
!     return lp.tag_inames(knl, "i:g.0")
! RESULT = [sliced(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
