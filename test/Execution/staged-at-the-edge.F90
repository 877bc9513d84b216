! What is loaded, computed or stored ahead is so only where a use asks for it:
! not where a loop around the uses is empty or a condition does not hold, where
! elements do not exist and divisors are zero.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=2 | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c --param n=7 | FileCheck %s
! CHECK: check: buffered: opencl: ok
! CHECK: check: buffered: c: ok
! CHECK: check: fetched: opencl: ok
! CHECK: check: fetched: c: ok
! CHECK: check: divided: opencl: ok
! CHECK: check: divided: c: ok
! CHECK: check: boxed: opencl: ok
! CHECK: check: boxed: c: ok
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! IR-LABEL: KERNEL: buffered
! IR: if i >= 1
! IR-NEXT: a_buf = a[i - 1]
! IR: if i >= 1
! IR-NEXT: a[i - 1] = a_buf
! IR-LABEL: KERNEL: fetched
! IR: if i >= 1
! IR-NEXT: b_fetch = b[i - 1]
subroutine buffered(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: b(n)
  integer :: i, j
  do i = 1, n
    do j = 1, i - 1
      a(i - 1) = a(i - 1) + b(j)
    end do
  end do
end subroutine buffered

subroutine fetched(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: b(n)
  integer :: i, j
  do i = 1, n
    do j = 1, i - 1
      a(i) = a(i) + b(i - 1)*j
    end do
  end do
end subroutine fetched

! The condition is the computation's, too.
subroutine divided(n, k, c)
  implicit none
  integer, intent(in) :: n, k(n)
  integer, intent(inout) :: c(n)
  integer :: i, t
  do i = 1, n
    if (k(i) > n/2) then
      t = c(i)/(k(i) - n/2)
      c(i) = t
    end if
  end do
end subroutine divided

! A box around a triangle, whose corner has no element.
subroutine boxed(n, a, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j
  do i = 1, n
    do j = 1, i
      c(j, i) = 2*a(i - j + 1)
    end do
  end do
end subroutine boxed

! RUN: not %loopyc %s --set 'CASE="swept"' -fsyntax-only 2>&1 | FileCheck %s --check-prefix=SWEPT
! SWEPT: error: precompute: kernel 'divided': precompute of 't_subst': it would be computed where it may not be used, for when 'c_0' runs depends on data, and there the divisor of {{.*}} may be zero; leave such uses out (within)
! RUN: not %loopyc %s --set 'CASE="unknown"' -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! UNKNOWN: error: add_prefetch: kernel 'unknown': add_prefetch of 'b': it would be computed where it may not be used, for when 'c_0' runs depends on data, and there it is unknown whether b[{{.*}}] exists
! RUN: not %loopyc %s --set 'CASE="stored"' -fsyntax-only 2>&1 | FileCheck %s --check-prefix=STORED
! STORED: error: buffer_array: kernel 'unknown': buffer_array of 'b': 'init_b' would run where there may be no access, for when 'c_0' runs depends on data, and there it is unknown whether b[{{.*}}] exists
subroutine unknown(n, b, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(*)
  real(8), intent(inout) :: c(n)
  integer :: i
  do i = 1, n
    if (c(i) > 0.5d0) c(i) = b(i + 10)
  end do
end subroutine unknown
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! loops = {"default_tag": None}
! divided = lp.assignment_to_subst(t["divided"], "t")
! case = globals().get("CASE")
! if case == "swept":
!     RESULT = lp.precompute(divided, "t_subst", "i", **loops)
! elif case == "unknown":
!     RESULT = lp.add_prefetch(t["unknown"], "b", "i", **loops)
! elif case == "stored":
!     RESULT = lp.buffer_array(t["unknown"], "b", "i", **loops)
! else:
!     boxed = lp.extract_subst(t["boxed"], "f", "2*a[x - y]", "x, y")
!     RESULT = [lp.buffer_array(t["buffered"], "a", "j", **loops),
!               lp.add_prefetch(t["fetched"], "b", "j", **loops),
!               lp.precompute(divided, "t_subst", **loops),
!               lp.precompute(lp.assume(boxed, "n <= 9"), "f", "i, j", fetch_bounding_box=True, **loops)]
!$loopy end
