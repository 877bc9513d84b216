! A maximum with its place behind a jump over it: of integers, what is behind the
! jump runs where the opposite of its condition holds. Of reals, it runs for a
! NaN, too, which is no maximum.
! RUN: %loopyc %s --target=opencl -o %t 2>&1 | FileCheck %s
! RUN: FileCheck %s --check-prefix=CODE < %t.cl
! CHECK-NOT: kernel 'integers'
! CHECK-NOT: kernel 'otherwise'
! CHECK-NOT: kernel 'last'
! CHECK: kernel 'reals': the loop over 'i' stays on one work-item: {{.*}}the condition of 'big_0' is that a[i] <= big does not hold, which is so for a NaN, too; compare the other way round
! CHECK: kernel 'both': the loop over 'i' stays on one work-item
! CODE: reqd_work_group_size(128
! CODE-NEXT: integers
subroutine integers(n, a, big, ibig)
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: big, ibig
  integer :: i
  do i = 1, n
    if (a(i) <= big) goto 10
    big = a(i)
    ibig = i
10  continue
  end do
end subroutine
subroutine otherwise(n, a, low, ilow)
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: low, ilow
  integer :: i
  do i = 1, n
    if (.not. (low <= a(i))) then
      low = a(i)
      ilow = i
    end if
  end do
end subroutine
subroutine last(n, a, big, ibig)
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: big, ibig
  integer :: i
  do i = 1, n
    if (a(i) < big) cycle
    big = a(i)
    ibig = i
  end do
end subroutine
subroutine reals(n, a, big, ibig)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: big
  integer, intent(inout) :: ibig
  integer :: i
  do i = 1, n
    if (a(i) <= big) goto 10
    big = a(i)
    ibig = i
10  continue
  end do
end subroutine
! Behind a jump with two conditions, either may not hold.
subroutine both(n, a, m, big, ibig)
  integer, intent(in) :: n, a(n), m(n)
  integer, intent(inout) :: big, ibig
  integer :: i
  do i = 1, n
    if (a(i) > big .and. m(i) > 0) goto 10
    big = a(i)
    ibig = i
10  continue
  end do
end subroutine
