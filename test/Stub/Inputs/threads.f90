! Regions in constructs of OpenMP.
subroutine threads(n, a, b)
  integer, intent(in) :: n
  real, intent(inout) :: a(n, n), b(n)
  integer :: i, k
  !$omp parallel do private(i)
  do k = 1, n
    !$loopy begin kernel: slice
    do i = 1, n
      a(i, k) = a(i, k) + 1
    end do
    !$loopy end kernel: slice
  end do
  !$omp end parallel do
  !$omp parallel
  !$loopy begin kernel: just
  !$omp do
  do i = 1, n
    b(i) = 2*b(i)
  end do
  !$loopy end kernel: just
  !$omp end parallel
  !$omp parallel do
  !$loopy begin kernel: before
  do i = 1, n
    b(i) = b(i) + 1
  end do
  !$loopy end kernel: before
  !$omp end parallel do
  !$omp parallel do
  !$loopy begin kernel: after
  do i = 1, n
    b(i) = b(i) + 3
  end do
  !$loopy end kernel: after
  !$omp parallel
  !$omp single
  print *, sum(b)
  !$omp end single
  !$loopy begin kernel: within
  !$omp do
  do i = 1, n
    b(i) = b(i) - 1
  end do
  !$loopy end kernel: within
  !$omp end parallel
  !$omp parallel &
  !$omp & do
  do i = 1, n
    b(i) = b(i) + 2
  end do
  !$loopy begin kernel: behind
  do i = 1, n
    b(i) = b(i) + 5
  end do
  !$loopy end kernel: behind
end subroutine
