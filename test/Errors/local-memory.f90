! More local memory than a device has.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/local-memory.cl
! CHECK: error: {{.*}}local memory
subroutine s(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real :: t(100000)
  integer :: i
  do i = 1, 128
    t(i) = x(i)
  end do
  do i = 1, 128
    y(i) = t(129 - i)
  end do
end subroutine s
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.set_temporary_address_space(knl, "t", "local")
! knl = lp.tag_inames(knl, {"i": "l.0", "i_1": "l.0"})
! RESULT = knl
!$loopy end
