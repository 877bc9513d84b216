! Names of associate constructs as arguments of calls, and in operands.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-untranslated -Wno-stub 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=FAILED
! CHECK-DAG: check: roots: c: ok
! CHECK-DAG: check: push: c: ok
! CHECK-DAG: check: filled: c: ok
module names
  implicit none
  type vec
    real(8) :: x, y
  end type
  type box
    real(8) :: s, v(3)
  end type
  interface operator(*)
    module procedure scaled
  end interface
contains
  pure type(vec) function scaled(s, b)
    real(8), intent(in) :: s
    type(vec), intent(in) :: b
    scaled%x = s*b%x
    scaled%y = s*b%y
  end function
  subroutine root(a, x, ierr)
    real(8), intent(in) :: a
    real(8), intent(out) :: x
    integer, intent(out) :: ierr
    x = a + 1
    ierr = 3
  end subroutine
  ! An element that the callee assigns; nothing changes its subscript.
  subroutine roots(n, a, x, ie)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: x(n)
    integer, intent(out) :: ie(n)
    integer :: i
    do i = 1, n
      associate (xx => x(i), from => a(i))
        call root(from, xx, ie(i))
        xx = xx + 1
      end associate
    end do
  end subroutine
  subroutine push(n, p)
    integer, intent(in) :: n
    type(vec), intent(inout) :: p(n)
    integer :: i
    do i = 1, n
      associate (q => p(i))
        q = (1.5d0*q%x)*q
      end associate
    end do
  end subroutine
  ! Components of a scalar argument of an elemental procedure may be arrays.
  elemental subroutine fill(a, r)
    type(box), intent(out) :: a
    real(8), intent(in) :: r
    a%s = r
    a%v = 2*r
  end subroutine
  subroutine filled(n, d)
    integer, intent(in) :: n
    real(8), intent(inout) :: d(n)
    integer :: i
    type(box) :: t
    do i = 1, n
      call fill(t, d(i))
      d(i) = d(i) + t%s + sum(t%v)
    end do
  end subroutine
end module
