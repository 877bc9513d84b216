! RUN: %loopyc %s --target=c --map-parallel -Werror -o %t 2>&1 | count 0
! Clauses are of the source's variables, not of what tells which iteration is the
! last that assigned one.
module work
  implicit none
  real(8) :: flux
contains
  subroutine rows(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n, m)
    real(8), intent(inout) :: y(n)
    integer :: i, j
    !$omp parallel do private(j, flux)
    do i = 1, n
      do j = 1, m
        if (x(i, j) < 0) cycle
        flux = x(i, j)
        y(i) = y(i) + flux
      end do
    end do
  end subroutine
end module
