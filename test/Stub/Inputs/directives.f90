subroutine stepped(n, m, a)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n, m)
  integer :: i, j
  real, save :: shared
  !$omp threadprivate(shared)
  !$omp parallel do private(i) &
  !$omp schedule(static)
  ! rows
  do j = 1, m
    do i = 1, n
      a(i, j) = a(i, j) + i
    end do
  end do
  !$omp end parallel do
end subroutine
subroutine hinted(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  !GCC$ ivdep
  do i = 1, n
    a(i) = a(i) + i
  end do
end subroutine
