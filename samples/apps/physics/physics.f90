! Columns of air that become cloudy and rain out.
!
!   physics [COLUMNS [NPROMA [LEVELS [STEPS]]]]
!
! prints water in the air, water fallen, moist enthalpy and cloud cover, five
! times in all.
program physics
  use constants, only: wp
  use columns_of_air, only: set_up
  use driver
  implicit none

  integer :: columns, nproma, levels, steps, blocks, step
  real(wp), parameter :: dt = 300.0_wp
  real(wp) :: water, fallen, enthalpy, cover
  real(wp), allocatable, dimension(:, :, :) :: paph, pap, pt, pq, pl, pi, pcover
  real(wp), allocatable, dimension(:, :, :) :: pfrain, pfsnow
  real(wp), allocatable, dimension(:, :) :: prain, psnow

  columns = argument(1, 1000)
  nproma = argument(2, 32)
  levels = argument(3, 60)
  steps = argument(4, 20)
  blocks = (columns + nproma - 1)/nproma
  allocate (paph(nproma, 0:levels, blocks), pap(nproma, levels, blocks))
  allocate (pt(nproma, levels, blocks), pq(nproma, levels, blocks))
  allocate (pl(nproma, levels, blocks), pi(nproma, levels, blocks))
  allocate (pcover(nproma, levels, blocks))
  allocate (pfrain(nproma, 0:levels, blocks), pfsnow(nproma, 0:levels, blocks))
  allocate (prain(nproma, blocks), psnow(nproma, blocks))
  call set_up(columns, nproma, levels, blocks, paph, pap, pt, pq)
  pl = 0
  pi = 0
  pcover = 0
  pfrain = 0
  pfsnow = 0
  prain = 0
  psnow = 0
  !$loopy begin data copyin: paph, pap, pt, pq, pl, pi, prain, psnow, &
  !$loopy   create: pcover, pfrain, pfsnow

  do step = 1, steps
    call forcing(columns, nproma, levels, blocks, dt, pap, pt, pq)
    call all_blocks(columns, nproma, levels, blocks, dt, paph, pap, pt, pq, pl, pi, &
                    pcover, pfrain, pfsnow, prain, psnow)
    if (mod(step, max(1, steps/5)) == 0) then
      call totals(columns, nproma, levels, blocks, paph, pt, pq, pl, pi, pcover, &
                  prain, psnow, water, fallen, enthalpy, cover)
      print '(a, i5, 4(a, es20.12))', 'step', step, '  water', water, '  fallen', fallen, &
        '  enthalpy', enthalpy, '  cover', cover
    end if
  end do
  !$loopy end data

contains

  integer function argument(position, default)
    integer, intent(in) :: position, default
    character(len=32) :: text
    integer :: status

    argument = default
    call get_command_argument(position, text, status=status)
    if (status == 0) read (text, *) argument
  end function argument

end program physics
