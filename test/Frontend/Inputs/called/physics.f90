module constants_of_physics
  implicit none
  real, parameter :: tzero = 273.0
  real :: reference = 611.0
end module

module physics
  use constants_of_physics
  implicit none
  real, allocatable :: unused(:)
contains
  pure real function saturation(t)
    real, intent(in) :: t
    saturation = reference*exponent_of(t)
  end function
  pure real function exponent_of(t)
    real, intent(in) :: t
    exponent_of = 1 + t/tzero
  end function
  subroutine report(x)
    use mpi_that_is_not_there
    real, intent(in) :: x
    call mpi_report(x, mpi_comm_world)
  end subroutine
end module
