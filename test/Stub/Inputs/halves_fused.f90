subroutine upper_and_lower(n, x, s, y)
  integer, intent(in) :: n
  real, intent(inout) :: x(n), s, y(n)
  call upper(n, 3, x, s)
  call lower(n, x, y)
end subroutine
