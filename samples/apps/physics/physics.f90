! Columns of air that become cloudy and rain out.
!
!   physics [COLUMNS [NPROMA [LEVELS [STEPS]]]]
!
! prints water in the air, water fallen, moist enthalpy and cloud cover, five
! times in all.
program physics
  use constants
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
  call set_up()

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

contains

  integer function argument(position, default)
    integer, intent(in) :: position, default
    character(len=32) :: text
    integer :: status

    argument = default
    call get_command_argument(position, text, status=status)
    if (status == 0) read (text, *) argument
  end function argument

  ! From the tropics to the pole, dry and moist by turns.
  subroutine set_up()
    integer :: jb, jk, jl, column
    real(wp) :: surface, latitude, humidity, es

    allocate (paph(nproma, 0:levels, blocks), pap(nproma, levels, blocks))
    allocate (pt(nproma, levels, blocks), pq(nproma, levels, blocks))
    allocate (pl(nproma, levels, blocks), pi(nproma, levels, blocks))
    allocate (pcover(nproma, levels, blocks))
    allocate (pfrain(nproma, 0:levels, blocks), pfsnow(nproma, 0:levels, blocks))
    allocate (prain(nproma, blocks), psnow(nproma, blocks))
    do jb = 1, blocks
      do jl = 1, nproma
        column = (jb - 1)*nproma + jl
        latitude = 1.5_wp*column/columns
        surface = 288 + 12*cos(2*latitude)
        humidity = 0.9_wp + 0.2_wp*sin(0.37_wp*column)
        paph(jl, 0, jb) = 1000
        do jk = 1, levels
          paph(jl, jk, jb) = 1000 + 1.0e5_wp*(real(jk, wp)/levels)**1.3_wp
          pap(jl, jk, jb) = 0.5_wp*(paph(jl, jk-1, jb) + paph(jl, jk, jb))
          pt(jl, jk, jb) = max(surface*(pap(jl, jk, jb)/1.01e5_wp)**0.19_wp, 205.0_wp)
          es = 611.21_wp*exp(17.502_wp*(pt(jl, jk, jb) - 273.16_wp)/(pt(jl, jk, jb) - 32.19_wp))
          pq(jl, jk, jb) = humidity*eps*es/pap(jl, jk, jb)*(pap(jl, jk, jb)/1.01e5_wp)
        end do
      end do
    end do
    pl = 0
    pi = 0
    pcover = 0
    pfrain = 0
    pfsnow = 0
    prain = 0
    psnow = 0
  end subroutine set_up

end program physics
