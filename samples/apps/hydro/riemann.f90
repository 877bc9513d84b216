! States at a face and what flows through it. A state is density, normal
! velocity, tangential velocity, pressure.
module riemann
  use parameters, only: wp, gamma, small_density, small_pressure
  implicit none

contains

  ! A limited difference (van Leer's harmonic mean).
  pure real(wp) function limited(below, above)
    real(wp), intent(in) :: below, above

    limited = 0
    if (below*above > 0) limited = 2*below*above/(below + above)
  end function limited

  ! The state half a cell to one side (-1 or 1), half a step later.
  pure subroutine predict(lower, middle, upper, ratio, side, state)
    real(wp), intent(in) :: lower(4), middle(4), upper(4), ratio, side
    real(wp), intent(out) :: state(4)
    real(wp) :: slope(4)
    integer :: n

    do n = 1, 4
      slope(n) = limited(middle(n) - lower(n), upper(n) - middle(n))
    end do
    state(1) = middle(1) + 0.5_wp*(side*slope(1) &
               - ratio*(middle(2)*slope(1) + middle(1)*slope(2)))
    state(2) = middle(2) + 0.5_wp*(side*slope(2) &
               - ratio*(middle(2)*slope(2) + slope(4)/middle(1)))
    state(3) = middle(3) + 0.5_wp*(side*slope(3) - ratio*middle(2)*slope(3))
    state(4) = middle(4) + 0.5_wp*(side*slope(4) &
               - ratio*(middle(2)*slope(4) + gamma*middle(4)*slope(2)))
    state(1) = max(state(1), small_density)
    state(4) = max(state(4), small_pressure)
  end subroutine predict

  ! Toro's solver of three waves.
  pure subroutine hllc(left, right, flux)
    real(wp), intent(in) :: left(4), right(4)
    real(wp), intent(out) :: flux(4)
    real(wp) :: slowest, fastest, contact, star, energy_left, energy_right
    real(wp) :: mass_left, mass_right, sound_left, sound_right

    sound_left = sqrt(gamma*left(4)/left(1))
    sound_right = sqrt(gamma*right(4)/right(1))
    slowest = min(left(2) - sound_left, right(2) - sound_right)
    fastest = max(left(2) + sound_left, right(2) + sound_right)
    mass_left = left(1)*(slowest - left(2))
    mass_right = right(1)*(fastest - right(2))
    contact = (right(4) - left(4) + left(2)*mass_left - right(2)*mass_right) &
              /(mass_left - mass_right)
    energy_left = left(4)/(gamma - 1) + 0.5_wp*left(1)*(left(2)**2 + left(3)**2)
    energy_right = right(4)/(gamma - 1) + 0.5_wp*right(1)*(right(2)**2 + right(3)**2)

    if (contact >= 0) then
      flux(1) = left(1)*left(2)
      flux(2) = flux(1)*left(2) + left(4)
      flux(3) = flux(1)*left(3)
      flux(4) = (energy_left + left(4))*left(2)
      if (slowest < 0) then
        star = mass_left/(slowest - contact)
        flux(1) = flux(1) + slowest*(star - left(1))
        flux(2) = flux(2) + slowest*(star*contact - left(1)*left(2))
        flux(3) = flux(3) + slowest*(star - left(1))*left(3)
        flux(4) = flux(4) + slowest*(star*(energy_left/left(1) + (contact - left(2)) &
                  *(contact + left(4)/mass_left)) - energy_left)
      end if
    else
      flux(1) = right(1)*right(2)
      flux(2) = flux(1)*right(2) + right(4)
      flux(3) = flux(1)*right(3)
      flux(4) = (energy_right + right(4))*right(2)
      if (fastest > 0) then
        star = mass_right/(fastest - contact)
        flux(1) = flux(1) + fastest*(star - right(1))
        flux(2) = flux(2) + fastest*(star*contact - right(1)*right(2))
        flux(3) = flux(3) + fastest*(star - right(1))*right(3)
        flux(4) = flux(4) + fastest*(star*(energy_right/right(1) + (contact - right(2)) &
                  *(contact + right(4)/mass_right)) - energy_right)
      end if
    end if
  end subroutine hllc

end module riemann
