! Columns to begin with.
module columns_of_air
  use constants, only: wp, eps
  implicit none

contains

  ! From the tropics to the pole, dry and moist by turns.
  subroutine set_up(columns, nproma, levels, blocks, paph, pap, pt, pq)
    integer, intent(in) :: columns, nproma, levels, blocks
    real(wp), intent(out) :: paph(nproma, 0:levels, blocks), pap(nproma, levels, blocks)
    real(wp), dimension(nproma, levels, blocks), intent(out) :: pt, pq
    integer :: jb, jk, jl, column
    real(wp) :: surface, latitude, humidity, es

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
  end subroutine set_up

end module columns_of_air
