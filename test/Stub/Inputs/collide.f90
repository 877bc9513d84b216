! Names of what the stub's subroutines call, and of their own variables.
subroutine functions(n, size, lbound, merge, int, modulo, x)
  integer, intent(in) :: n, int, modulo
  real, intent(inout) :: size(int:n), lbound(n), x(:)
  logical, intent(in) :: merge
  integer :: i
  do i = int, n
    size(i) = 2*size(i) + modulo
    if (merge) lbound(i) = x(i)
  end do
  do i = 1, ubound(x, 1)
    x(i) = -i
  end do
end subroutine
subroutine kinds(n, c_int, c_ptr, a, a_elements, argument_3, status, loopyrt_begin)
  integer, intent(in) :: n, c_int, c_ptr
  real, intent(inout) :: a(n), a_elements(n)
  integer, intent(inout) :: argument_3, status, loopyrt_begin
  integer :: i
  do i = 1, n
    a(i) = a(i) + c_int*c_ptr
    a_elements(i) = argument_3
  end do
  status = status + 1
  argument_3 = argument_3 + loopyrt_begin
  loopyrt_begin = 7
end subroutine
subroutine a_name_that_has_as_many_letters_as_fortran_2018_allows_for_name( &
    n_name_that_has_as_many_letters_as_fortran_2018_allows_for_name, &
    x_name_that_has_as_many_letters_as_fortran_2018_allows_for_name, &
    x_name_that_has_one_letter_more_than_allowed)
  integer, intent(in) :: n_name_that_has_as_many_letters_as_fortran_2018_allows_for_name
  real, intent(inout) :: &
    x_name_that_has_as_many_letters_as_fortran_2018_allows_for_name( &
      n_name_that_has_as_many_letters_as_fortran_2018_allows_for_name)
  real, intent(inout) :: x_name_that_has_one_letter_more_than_allowed
  integer :: i
  do i = 1, n_name_that_has_as_many_letters_as_fortran_2018_allows_for_name
    x_name_that_has_as_many_letters_as_fortran_2018_allows_for_name(i) = i
  end do
  x_name_that_has_one_letter_more_than_allowed = 4
end subroutine
! The stub's own variable: stays on the host.
subroutine own(n, loopyc_call)
  integer, intent(in) :: n
  real, intent(inout) :: loopyc_call(n)
  integer :: i
  do i = 1, n
    loopyc_call(i) = i
  end do
end subroutine
