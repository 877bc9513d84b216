! Where subscripts are drawn that make the original divide by zero, others are
! drawn: the nodes of an element are different then, in whichever layout. What is
! wrong is found all the same; gfortran computes something else then.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s --implicit-check-not=FAILED
! CHECK: check: triangles: c: ok
! CHECK: check: columns: c: ok
! CHECK: check: triples: c: ok
! CHECK: check: edges: c: ok
! CHECK: check: never: c: ok
! RUN: not %loopyc %s -DWRONG --check --target=c 2>&1 | FileCheck %s --check-prefix=WRONG
! WRONG: check: triangles: c: FAILED: ke({{[0-9]+}}) =
! WRONG: check: columns: c: FAILED: ke({{[0-9]+}}) =
! WRONG: check: triples: c: FAILED: ke({{[0-9]+}}) =
! WRONG: check: edges: c: FAILED: w({{[0-9]+}}) =
! WRONG: error: 4 of 5 checks
#if defined(WRONG) && defined(__GFORTRAN__)
#define ONE 2
#else
#define ONE 1
#endif
subroutine triangles(ne, nn, conn, xy, ke)
  implicit none
  integer, intent(in) :: ne, nn, conn(3, ne)
  real(8), intent(in) :: xy(2, nn)
  real(8), intent(out) :: ke(ne)
  real(8) :: a(2), b(2)
  integer :: e
  do e = 1, ne
    a = xy(:, conn(2, e)) - xy(:, conn(1, e))
    b = xy(:, conn(3, e)) - xy(:, conn(1, e))
    ke(e) = ONE/(a(1)*b(2) - a(2)*b(1))
  end do
end subroutine
subroutine columns(ne, nn, conn, x, ke)
  implicit none
  integer, intent(in) :: ne, nn, conn(ne, 3)
  real(8), intent(in) :: x(nn)
  real(8), intent(out) :: ke(ne)
  integer :: e, i
  do e = 1, ne
    ke(e) = 0
    do i = 2, 3
      ke(e) = ke(e) + ONE/(x(conn(e, i)) - x(conn(e, i-1)))
    end do
  end do
end subroutine
subroutine triples(ne, nn, nodes, x, ke)
  implicit none
  integer, intent(in) :: ne, nn, nodes(3*ne)
  real(8), intent(in) :: x(nn)
  real(8), intent(out) :: ke(ne)
  integer :: e
  do e = 1, ne
    ke(e) = sqrt(ONE/(x(nodes(3*e)) - x(nodes(3*e-1)))**2) + ONE/(x(nodes(3*e)) - x(nodes(3*e-2)))
  end do
end subroutine
subroutine edges(ne, nn, left, right, x, w)
  implicit none
  integer, intent(in) :: ne, nn, left(ne), right(ne)
  real(8), intent(in) :: x(nn)
  real(8), intent(out) :: w(ne)
  integer :: e
  do e = 1, ne
    w(e) = ONE/(x(right(e)) - x(left(e)))
  end do
end subroutine
! What never has finite results is compared as it is.
subroutine never(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = ONE/(0*x(i))
  end do
end subroutine
