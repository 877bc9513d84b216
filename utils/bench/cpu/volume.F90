! The flux of Euler's equations in the second direction of each element, with NQ
! points in each: a part of the volume term of a discontinuous Galerkin method.
#ifdef HAND
module HAND
contains
#endif
subroutine VOLUME(ne, geo, d, q, rhsq)
  implicit none
  integer, parameter :: nq = NQ
  integer, intent(in) :: ne
  real, intent(in) :: geo(nq, nq, nq, 4, ne), d(nq, nq), q(nq, nq, nq, 8, ne)
  real, intent(inout) :: rhsq(nq, nq, nq, 8, ne)
  real :: pressure, velocity, weight
  integer :: e, i, j, k, n, f
  !$omp parallel do private(i, j, k, n, f, pressure, velocity, weight)
  do e = 1, ne
    do k = 1, nq
      do j = 1, nq
        do n = 1, nq
          !$omp simd private(f, pressure, velocity, weight)
          do i = 1, nq
            pressure = (287.0*q(i, n, k, 5, e))**1.4
            velocity = (geo(i, n, k, 1, e)*q(i, n, k, 1, e) + geo(i, n, k, 2, e)*q(i, n, k, 2, e) &
              + geo(i, n, k, 3, e)*q(i, n, k, 3, e))/q(i, n, k, 4, e)
            weight = geo(i, j, k, 4, e)*d(j, n)
            do f = 1, 3
              rhsq(i, j, k, f, e) = rhsq(i, j, k, f, e) &
                - weight*(q(i, n, k, f, e)*velocity + geo(i, n, k, f, e)*pressure)
            end do
            do f = 4, 8
              rhsq(i, j, k, f, e) = rhsq(i, j, k, f, e) - weight*q(i, n, k, f, e)*velocity
            end do
          end do
        end do
      end do
    end do
  end do
end subroutine
#ifdef HAND
end module
#endif

!$loopy begin
! # What depends on a point of the line alone is computed once for all that read it.
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! for name in ["pressure", "velocity"]:
!     knl = lp.assignment_to_subst(knl, name)
!     knl = lp.precompute(knl, name + "_subst", ["i", "n"], temporary_address_space="private", default_tag=None)
! knl = lp.split_iname(knl, "i", 4 if POINTS % 8 else 8, inner_tag="vec")
! RESULT = lp.tag_inames(knl, "e:g.0, f:unr, f_1:unr")
!$loopy end
