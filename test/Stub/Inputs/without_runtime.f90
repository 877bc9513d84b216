subroutine enter(a, bytes, how) bind(C, name="loopyrt_enter_data")
  type(*) :: a(*)
  integer(8), value :: bytes
  integer, value :: how
end subroutine
subroutine leave(a, bytes, how) bind(C, name="loopyrt_exit_data")
  type(*) :: a(*)
  integer(8), value :: bytes
  integer, value :: how
end subroutine
