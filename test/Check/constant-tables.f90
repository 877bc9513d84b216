! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -w | FileCheck %s
! A region's wrapper names a constant array of a derived type, which lies in
! its module's object.
! CHECK: check: rhs: c: ok
module chem_mod
  implicit none
  integer, parameter :: dp = selected_real_kind(14)
  type reaction_t
    integer :: kind
    integer :: reac(2), prod(2)
    real(dp) :: a, ea
  end type
  type(reaction_t), parameter :: reacs(3) = [ &
    reaction_t(1, [1, 2], [3, 0], 1e-2_dp, 300._dp), &
    reaction_t(2, [3, 0], [1, 2], 2e-3_dp, 0._dp), &
    reaction_t(3, [4, 5], [1, 1], 5e-3_dp, 100._dp) ]
  real(dp), allocatable :: rates(:, :)
contains
  pure function rate(r, t) result(k)
    type(reaction_t), intent(in) :: r
    real(dp), intent(in) :: t
    real(dp) :: k
    select case (r%kind)
    case (1)
      k = r%a*exp(-r%ea/t)
    case (2)
      k = r%a*(t/300)**0.5_dp
    case default
      k = r%a
    end select
  end function
  subroutine compute_rates(n, t)
    integer, intent(in) :: n
    real(dp), intent(in) :: t(n)
    integer :: i, r
    do r = 1, size(reacs)
      do i = 1, n
        rates(i, r) = rate(reacs(r), t(i))
      end do
    end do
  end subroutine
  subroutine rhs(x, f, i)
    real(dp), intent(in) :: x(5)
    real(dp), intent(out) :: f(5)
    integer, intent(in) :: i
    integer :: r
    real(dp) :: q
    f = 0
    do r = 1, size(reacs)
      q = rates(i, r)*x(reacs(r)%reac(1))
      if (reacs(r)%reac(2) > 0) q = q*x(reacs(r)%reac(2))
      f(reacs(r)%reac(1)) = f(reacs(r)%reac(1)) - q
      if (reacs(r)%reac(2) > 0) f(reacs(r)%reac(2)) = f(reacs(r)%reac(2)) - q
      f(reacs(r)%prod(1)) = f(reacs(r)%prod(1)) + q
      if (reacs(r)%prod(2) > 0) f(reacs(r)%prod(2)) = f(reacs(r)%prod(2)) + q
    end do
  end subroutine
end module
