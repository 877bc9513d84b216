! Module loopyrt: which arrays stay on the device. See docs/runtime.md.
!
! Compile it with the program's own compiler, and link libloopyrt. Without a
! status argument, an error prints its message and stops the program.
module loopyrt
  use, intrinsic :: iso_c_binding, only: c_bool, c_char, c_f_pointer, c_int, &
    c_int64_t, c_ptr, c_size_t
  implicit none
  private

  ! How arrays enter and leave.
  integer(c_int), parameter, public :: loopyrt_copyin = 0, loopyrt_create = 1
  integer(c_int), parameter, public :: loopyrt_copyout = 0, loopyrt_delete = 1

  ! Codes of errors, as in loopyrt.h; 1 to 10 are those of generated launchers.
  integer(c_int), parameter, public :: loopyrt_success = 0, &
    loopyrt_error_setting = 20, loopyrt_error_no_device = 21, loopyrt_error_memory = 22, &
    loopyrt_error_transfer = 23, loopyrt_error_not_present = 24, &
    loopyrt_error_after_exit = 25, loopyrt_error_overlap = 26, loopyrt_error_alias = 27, &
    loopyrt_error_host_changed = 28, loopyrt_error_shape = 29, loopyrt_error_in_use = 30, &
    loopyrt_error_assertion = 31, loopyrt_error_host_stale = 32, &
    loopyrt_error_deallocated = 33

  public :: loopyrt_enter_data, loopyrt_exit_data, loopyrt_update_host, &
    loopyrt_update_device, loopyrt_is_present, loopyrt_device_address, &
    loopyrt_set_stream, loopyrt_wait, loopyrt_wait_all, loopyrt_trim, loopyrt_last_error, &
    loopyrt_error_message

  interface
    ! Makes an array present, copied in or (loopyrt_create) with undefined
    ! values on the device; one that is present already is counted.
    subroutine loopyrt_enter_data(array, how, name, status) &
        bind(c, name="loopyrt_fortran_enter_data")
      import :: c_char, c_int
      type(*), dimension(..) :: array
      integer(c_int), intent(in), optional :: how
      character(kind=c_char, len=*), intent(in), optional :: name
      integer(c_int), intent(out), optional :: status
    end subroutine loopyrt_enter_data

    ! The last exit copies the array out, or (loopyrt_delete) drops its values.
    subroutine loopyrt_exit_data(array, how, name, status) &
        bind(c, name="loopyrt_fortran_exit_data")
      import :: c_char, c_int
      type(*), dimension(..) :: array
      integer(c_int), intent(in), optional :: how
      character(kind=c_char, len=*), intent(in), optional :: name
      integer(c_int), intent(out), optional :: status
    end subroutine loopyrt_exit_data

    ! Copies a present array, or a section of one, to the host's array.
    subroutine loopyrt_update_host(array, name, status) &
        bind(c, name="loopyrt_fortran_update_host")
      import :: c_char, c_int
      type(*), dimension(..) :: array
      character(kind=c_char, len=*), intent(in), optional :: name
      integer(c_int), intent(out), optional :: status
    end subroutine loopyrt_update_host

    ! Copies a present array, or a section of one, to the device.
    subroutine loopyrt_update_device(array, name, status) &
        bind(c, name="loopyrt_fortran_update_device")
      import :: c_char, c_int
      type(*), dimension(..) :: array
      character(kind=c_char, len=*), intent(in), optional :: name
      integer(c_int), intent(out), optional :: status
    end subroutine loopyrt_update_device

    logical(c_bool) function loopyrt_is_present(array) &
        bind(c, name="loopyrt_fortran_is_present")
      import :: c_bool
      type(*), dimension(..) :: array
    end function loopyrt_is_present

    ! A device pointer (CUDA), the cl_mem of the whole array (OpenCL), or the
    ! host's address where kernels run on the host.
    type(c_ptr) function loopyrt_device_address(array) &
        bind(c, name="loopyrt_fortran_device_address")
      import :: c_ptr
      type(*), dimension(..) :: array
    end function loopyrt_device_address

    ! This thread's launches and updates go to stream 0 to 63.
    subroutine loopyrt_set_stream(stream, status) bind(c, name="loopyrt_fortran_set_stream")
      import :: c_int
      integer(c_int), value :: stream
      integer(c_int), intent(out), optional :: status
    end subroutine loopyrt_set_stream

    ! Until everything that was launched on the stream is done.
    subroutine loopyrt_wait(stream, status) bind(c, name="loopyrt_fortran_wait")
      import :: c_int
      integer(c_int), value :: stream
      integer(c_int), intent(out), optional :: status
    end subroutine loopyrt_wait

    subroutine loopyrt_wait_all(status) bind(c, name="loopyrt_fortran_wait_all")
      import :: c_int
      integer(c_int), intent(out), optional :: status
    end subroutine loopyrt_wait_all

    ! Frees memory that is kept for later calls, until at most so many bytes of
    ! it stay (0 without an argument).
    subroutine loopyrt_trim(keep) bind(c, name="loopyrt_fortran_trim")
      import :: c_int64_t
      integer(c_int64_t), intent(in), optional :: keep
    end subroutine loopyrt_trim

    ! The code of this thread's last error.
    integer(c_int) function loopyrt_last_error() bind(c, name="loopyrt_last_error")
      import :: c_int
    end function loopyrt_last_error

    type(c_ptr) function c_error_message() bind(c, name="loopyrt_error_message")
      import :: c_ptr
    end function c_error_message

    integer(c_size_t) function c_strlen(text) bind(c, name="strlen")
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
    end function c_strlen
  end interface

contains

  ! The sentence of this thread's last error.
  function loopyrt_error_message() result(message)
    character(:), allocatable :: message
    type(c_ptr) :: text
    character(kind=c_char), pointer :: characters(:)
    integer :: i

    text = c_error_message()
    call c_f_pointer(text, characters, [c_strlen(text)])
    allocate (character(size(characters)) :: message)
    do i = 1, size(characters)
      message(i:i) = characters(i)
    end do
  end function loopyrt_error_message
end module loopyrt
