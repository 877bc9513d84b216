! The volume term as an application calls it: Fortran, whose arrays stay on the
! device in the layout that the script chose.
!
!   resident [ELEMENTS [CALLS]]
program resident
  use loopyrt
  implicit none
  integer, parameter :: nq = 8, fields = 8
  real, parameter :: bytes_per_point = 124 ! q 8, geometry 7, rhsq 8 read and 8 written
  real, allocatable, dimension(:, :, :, :, :) :: q, geo, rhsq, expected
  real :: d(nq, nq)
  integer :: elements, calls, call
  integer(8) :: ticks(2), rate
  real(8) :: seconds

  interface
    subroutine refFluxR_and_refFluxS(Ne, geo, D, q, rhsq)
      integer, intent(in) :: Ne
      real, intent(in) :: geo(8, 8, 8, 11, Ne), D(8, 8), q(8, 8, 8, 8, Ne)
      real, intent(inout) :: rhsq(8, 8, 8, 8, Ne)
    end subroutine refFluxR_and_refFluxS
  end interface

  elements = argument(1, 6910)
  calls = argument(2, 100)
  allocate (q(nq, nq, nq, fields, elements), geo(nq, nq, nq, 11, elements))
  allocate (rhsq(nq, nq, nq, fields, elements), expected(nq, nq, nq, fields, elements))
  call random_number(q)
  call random_number(geo)
  call random_number(rhsq)
  call random_number(d)
  q = q + 0.5
  expected = rhsq
  call refFluxR(elements, nq, geo, d, q, expected, 1.0, 1.4, 1.0)
  call refFluxS(elements, nq, geo, d, q, expected, 1.0, 1.4, 1.0)

  call loopyrt_enter_data(q, name="q")
  call loopyrt_enter_data(geo, name="geo")
  call loopyrt_enter_data(rhsq, name="rhsq")
  call loopyrt_enter_data(d, name="d")
  call refFluxR_and_refFluxS(elements, geo, d, q, rhsq)
  call loopyrt_update_host(rhsq)
  print '(a, es9.2)', 'largest relative difference:', &
    maxval(abs(rhsq - expected))/maxval(abs(expected))

  call system_clock(ticks(1), rate)
  do call = 1, calls
    call refFluxR_and_refFluxS(elements, geo, d, q, rhsq)
  end do
  call loopyrt_wait_all()
  call system_clock(ticks(2))
  seconds = real(ticks(2) - ticks(1), 8)/rate/calls
  print '(a, f9.4, a, f8.1, a)', 'each call:', 1e3*seconds, ' ms, ', &
    1e-9*bytes_per_point*nq**3*elements/seconds, ' GB/s of the compulsory bytes'
  call loopyrt_exit_data(rhsq)
  call loopyrt_exit_data(q, loopyrt_delete)
  call loopyrt_exit_data(geo, loopyrt_delete)
  call loopyrt_exit_data(d, loopyrt_delete)

contains

  integer function argument(position, otherwise)
    integer, intent(in) :: position, otherwise
    character(len=20) :: text
    argument = otherwise
    call get_command_argument(position, text)
    if (text /= '') read (text, *) argument
  end function argument
end program resident
