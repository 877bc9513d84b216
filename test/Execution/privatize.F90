! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param m=5 --init ix='mod(i0 + 2*i1, 5) + 1' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=7 --init ix='mod(i0 + 2*i1, 7) + 1' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=0 --param m=7 --init ix='1' | FileCheck %s
! RUN: %loopyc %s -DRK=8 --verify --param m=6 | FileCheck %s --check-prefix=VERIFY
! What is asserted to be private: with storage for what lives at once, and with
! elements for each iteration. What a dummy argument holds afterwards is not
! compared.
! CHECK-DAG: check: gather: opencl: ok
! CHECK-DAG: check: gather: c: ok
! CHECK-DAG: check: gather: note: not compared: v, for it depends on private values, which nothing needs after the kernel (privatize)
! CHECK-DAG: check: elements: opencl: ok
! CHECK-DAG: check: elements: c: ok
! VERIFY-NOT: FAILED
subroutine gather(n, m, ix, x, y, v)
  implicit none
  integer, intent(in) :: n, m, ix(n, 3)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n), v(4)
  real(RK) :: w(m), t
  integer :: i, s
  do i = 1, n
    do s = 1, 3
      w(ix(i, s)) = x(i)*s
    end do
    do s = 1, 3
      y(i) = y(i)/2 + w(ix(i, 4 - s))/4
    end do
    do s = 1, 4
      v(s) = x(i) + s
    end do
    t = v(1)*v(4)/8
    y(i) = y(i) + t
  end do
end subroutine gather

subroutine elements(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(3), t
  integer :: i, s
  do i = 1, n
    do s = 1, 3
      w(s) = x(i)*s
    end do
    t = w(2) - w(1)
    y(i) = y(i)/2 + w(3)*t
  end do
end subroutine elements
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.privatize(t["gather"], "w, v", "i")
! knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
! k2 = lp.privatize_temporaries_with_inames(t["elements"], {"i"}, "w")
! k2 = lp.split_iname(k2, "i", 4, outer_tag="g.0", inner_tag="l.0")
! RESULT = [knl, k2]
!$loopy end
