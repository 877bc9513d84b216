! The module loopyrt of a program that runs on the host.
module loopyrt
contains
  subroutine loopyrt_enter_data(a, name)
    type(*) :: a(..)
    character(*), optional :: name
  end subroutine
  subroutine loopyrt_exit_data(a)
    type(*) :: a(..)
  end subroutine
  subroutine loopyrt_update_host(a)
    type(*) :: a(..)
  end subroutine
  subroutine loopyrt_update_device(a)
    type(*) :: a(..)
  end subroutine
end module
