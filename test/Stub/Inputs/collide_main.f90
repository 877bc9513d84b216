program main
  interface
    subroutine functions(n, size, lbound, merge, int, modulo, x)
      integer, intent(in) :: n, int, modulo
      real, intent(inout) :: size(int:n), lbound(n), x(:)
      logical, intent(in) :: merge
    end subroutine
  end interface
  real :: a(4) = 1, b(4) = 2, x(8) = 3, s = 0
  integer :: i = 1, j = 2, k = 3
  call functions(4, a, b, .true., 3, 5, x(::2))
  print '(8f7.2)', a, b, x
  call kinds(4, 2, 3, a, b, i, j, k)
  print '(8f7.2)', a, b
  print *, i, j, k
  call a_name_that_has_as_many_letters_as_fortran_2018_allows_for_name(4, a, s)
  call own(4, b)
  print '(9f7.2)', a, b, s
end program
