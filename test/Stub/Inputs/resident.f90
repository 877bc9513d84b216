module waves
contains
  subroutine advance(n, m, q, r, weight)
    integer, intent(in) :: n, m
    real, intent(in) :: q(3, 0:n+1, m), weight(m)
    real, intent(inout) :: r(3, 0:n+1, m)
    integer :: i, j, c
    do j = 1, m
      do i = 1, n
        do c = 1, 3
          r(c, i, j) = q(c, i-1, j) + weight(j)*q(c, i+1, j)
        end do
      end do
    end do
  end subroutine

  subroutine limit(n, m, q, r)
    integer, intent(in) :: n, m
    real, intent(inout) :: q(3, 0:n+1, m)
    real, intent(in) :: r(3, 0:n+1, m)
    integer :: i, j, c
    do j = 1, m
      do i = 1, n
        do c = 1, 3
          q(c, i, j) = min(r(c, i, j), 1000.0) - q(c, i, j)
        end do
      end do
    end do
  end subroutine

  ! In Fortran's order.
  subroutine scale(n, m, q)
    integer, intent(in) :: n, m
    real, intent(inout) :: q(3, 0:n+1, m)
    integer :: i, j, c
    do j = 1, m
      do i = 0, n+1
        do c = 1, 3
          q(c, i, j) = 0.5*q(c, i, j)
        end do
      end do
    end do
  end subroutine
end module
