! Subscripts that the kernel computes are no parameters: a compaction writes as
! many elements as it has iterations, at most. And what the stub runs on the host
! stays there, however parallel it is.
! RUN: %loopyc --report %s | FileCheck %s
! CHECK: do i in 'compact': parallel, in kernel 'compact'
! CHECK: operations: 0; bytes read: (4 + 8 * n), written: at most (4 + 4 * n)
! CHECK: estimated: ix[cnt - 1] as if it were another element each time
subroutine compact(n, ix, a, cnt)
  integer, intent(in) :: n
  integer, intent(inout) :: ix(n), cnt
  real(8), intent(in) :: a(n)
  integer :: i
  cnt = 0
  do i = 1, n
    if (a(i) > 0) then
      cnt = cnt + 1
      ix(cnt) = i
    end if
  end do
end subroutine
! CHECK: do c in 'sort': parallel, in kernel 'sort'
! CHECK: operations: 0; bytes read: at most 8 * n * m, written: at most 8 * n * m
! CHECK: estimated: a[j - 1, c] as if it were all elements of the array
subroutine sort(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m)
  integer :: i, j, c
  real(8) :: t
  do c = 1, m
    do i = 2, n
      t = a(i, c)
      j = i - 1
      do while (j >= 1)
        if (a(j, c) <= t) exit
        a(j + 1, c) = a(j, c)
        j = j - 1
      end do
      a(j + 1, c) = t
    end do
  end do
end subroutine
! CHECK: do i in 'clean': stays on the host
! CHECK-NEXT: why: {{.*}}report-computed.f90:[[#@LINE+1]]:1: a pure procedure cannot launch; leave out 'pure', or let the kernels of its callers have its statements
pure subroutine clean(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i) + 1
  end do
end subroutine
! CHECK: parallel: 2 in kernels
! CHECK: on the host: 1
