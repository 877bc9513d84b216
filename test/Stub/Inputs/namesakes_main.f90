program main
  use first, only: a => state
  use second, only: b => state
  implicit none
  real(8) :: x(5)
  integer :: i
  a%x = 2
  a%y = [0.25d0, 0.5d0, 0.75d0]
  b%x = 3
  x = [(i, i = 1, 5)]
  call modules(5, x)
  print *, x
  call locals(5, x)
  print *, x
  call dummies(5, x)
  print *, x
end program
