! How many elements a fetch has room for is known from the loops that use them;
! where these are empty the fetch has more iterations than that, and must not
! run. Here i has iterations only for n <= 2.
! RUN: %loopyc %s --verify -Wno-serial --target=c -o %t | FileCheck %s
! RUN: FileCheck %s --check-prefix=CODE < %t.c
! CHECK: verify: backward: ok
! CODE: double c_fetch[5];
! CODE: if (n <= 2
! CODE: c_fetch[c_dim_0] = c[c_dim_0];

subroutine backward(n, b, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(0:3)
  real(8), intent(in) :: c(-1:n+1)
  integer :: i, j
  do i = 2, n, -1
    do j = n, -1, -1
      b(2 - i) = max(b(2 - i), c(j))
    end do
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.add_prefetch(k, "c[:]", ["i", "j"], default_tag="for",
!                          temporary_address_space="local")
!$loopy end
