! One step of conjugate gradients for the 5-point Laplacian, without a matrix:
! solves A x = b with r = b - A x. Around it, the caller asks rr whether to go on.
subroutine cg_step(n, x, r, p, q, rr)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n, n), r(n, n), q(n, n)
  real(8), intent(inout) :: p(0:n+1, 0:n+1)
  real(8), intent(inout) :: rr ! the square of the residual's norm
  real(8) :: pq, alpha, beta, rnew
  integer :: i, j, k, l, m, o

  pq = 0
  do j = 1, n
    do i = 1, n
      q(i, j) = 4*p(i, j) - p(i - 1, j) - p(i + 1, j) - p(i, j - 1) - p(i, j + 1)
      pq = pq + p(i, j)*q(i, j)
    end do
  end do
  alpha = rr/pq

  rnew = 0
  do l = 1, n
    do k = 1, n
      x(k, l) = x(k, l) + alpha*p(k, l)
      r(k, l) = r(k, l) - alpha*q(k, l)
      rnew = rnew + r(k, l)**2
    end do
  end do
  beta = rnew/rr
  rr = rnew

  do o = 1, n
    do m = 1, n
      p(m, o) = r(m, o) + beta*p(m, o)
    end do
  end do
end subroutine cg_step

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! for column, row in [("i", "j"), ("k", "l"), ("m", "o")]:
!     knl = lp.split_iname(knl, column, 256, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.split_iname(knl, row, 16, outer_tag="g.1")
!     knl = lp.prioritize_loops(knl, [row + "_outer", row + "_inner"])
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
