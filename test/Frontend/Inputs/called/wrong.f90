subroutine wrong(x)
  real :: x
  x = undefined_function_of_nothing%component
end subroutine
