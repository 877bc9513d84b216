! RUN: %loopyc --report %s | FileCheck %s
! RUN: %loopyc --report=json %s | FileCheck %s --check-prefix=JSON
! Elements that data choose count as bytes: as many as there are accesses, or all
! of the array.
! CHECK: do i in 'gather'
! CHECK: bytes read: at most 12 * n, written: 8 * n
! CHECK-NEXT: estimated: x[ix[i] - 1] as if it were another element each time
! JSON: "bytes": "20 * n"
! JSON: "precision": {
! JSON-NEXT: "bytes": "at most"
! JSON-NEXT: "bytes_read": "at most"
! JSON-NEXT: "bytes_written": "exact"
subroutine gather(n, m, ix, x, y)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: x(m)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = x(ix(i))
  end do
end subroutine

! Two loops about one array: no more than it has.
! CHECK: do j in 'table'
! CHECK: bytes read: at most
! CHECK: estimated: t[k[i, j] - 1] as if it were all elements of the array
subroutine table(n, m, l, k, t, y)
  integer, intent(in) :: n, m, l, k(n, m)
  real(8), intent(in) :: t(l)
  real(8), intent(inout) :: y(n, m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      y(i, j) = t(k(i, j))
    end do
  end do
end subroutine

! Equal references are to the same elements.
! CHECK: do i in 'scatter'
! CHECK: bytes read: at most 20 * n, written: at most 8 * n
subroutine scatter(n, ix, h, w)
  integer, intent(in) :: n, ix(n)
  real(8), intent(inout) :: h(*)
  real(8), intent(in) :: w(n)
  integer :: i
  do i = 1, n
    h(ix(i)) = h(ix(i)) + w(i)
  end do
end subroutine

! What an inner loop repeats is the same element.
! CHECK: do i in 'rows'
! CHECK: estimated: x[ix[i] - 1] as if it were another element each time
subroutine rows(n, m, ix, x, y)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: x(*)
  real(8), intent(inout) :: y(m, n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(j, i) = x(ix(i))
    end do
  end do
end subroutine
