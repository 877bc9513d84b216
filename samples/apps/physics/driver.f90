! Blocks of columns, one after the other.
module driver
  use constants, only: wp
  use cloud_scheme_mod, only: cloud_scheme
  implicit none

contains

  subroutine all_blocks(columns, nproma, levels, blocks, dt, paph, pap, pt, pq, pl, pi, &
                        pcover, pfrain, pfsnow, prain, psnow)
    integer, intent(in) :: columns, nproma, levels, blocks
    real(wp), intent(in) :: dt
    real(wp), intent(in) :: paph(nproma, 0:levels, blocks), pap(nproma, levels, blocks)
    real(wp), dimension(nproma, levels, blocks), intent(inout) :: pt, pq, pl, pi, pcover
    real(wp), dimension(nproma, 0:levels, blocks), intent(inout) :: pfrain, pfsnow
    real(wp), dimension(nproma, blocks), intent(inout) :: prain, psnow
    integer :: jb, last

    do jb = 1, blocks
      last = min(nproma, columns - (jb - 1)*nproma)
      call cloud_scheme(1, last, nproma, levels, dt, paph(:, :, jb), pap(:, :, jb), &
                        pt(:, :, jb), pq(:, :, jb), pl(:, :, jb), pi(:, :, jb), &
                        pcover(:, :, jb), pfrain(:, :, jb), pfsnow(:, :, jb), &
                        prain(:, jb), psnow(:, jb))
    end do
  end subroutine all_blocks

  ! What else the atmosphere does: it cools above, and moistens below.
  subroutine forcing(columns, nproma, levels, blocks, dt, pap, pt, pq)
    integer, intent(in) :: columns, nproma, levels, blocks
    real(wp), intent(in) :: dt, pap(nproma, levels, blocks)
    real(wp), dimension(nproma, levels, blocks), intent(inout) :: pt, pq
    integer :: jb, jk, jl

    do jb = 1, blocks
      do jk = 1, levels
        do jl = 1, min(nproma, columns - (jb - 1)*nproma)
          pt(jl, jk, jb) = pt(jl, jk, jb) - dt*4.0e-4_wp*(pap(jl, jk, jb)/1.0e5_wp)
          pq(jl, jk, jb) = pq(jl, jk, jb) + dt*2.0e-8_wp*(pap(jl, jk, jb)/1.0e5_wp)**4
        end do
      end do
    end do
  end subroutine forcing

  ! Means over all columns: water in the air, water that has fallen, moist
  ! enthalpy, cloud cover of the cloudiest level.
  subroutine totals(columns, nproma, levels, blocks, paph, pt, pq, pl, pi, pcover, &
                    prain, psnow, water, fallen, enthalpy, cover)
    use constants, only: gravity, cp_dry, l_vapour, l_melt
    integer, intent(in) :: columns, nproma, levels, blocks
    real(wp), intent(in) :: paph(nproma, 0:levels, blocks)
    real(wp), dimension(nproma, levels, blocks), intent(in) :: pt, pq, pl, pi, pcover
    real(wp), dimension(nproma, blocks), intent(in) :: prain, psnow
    real(wp), intent(out) :: water, fallen, enthalpy, cover
    integer :: jb, jk, jl
    real(wp) :: mass

    water = 0
    enthalpy = 0
    cover = 0
    do jb = 1, blocks
      do jk = 1, levels
        do jl = 1, min(nproma, columns - (jb - 1)*nproma)
          mass = (paph(jl, jk, jb) - paph(jl, jk-1, jb))/gravity
          water = water + mass*(pq(jl, jk, jb) + pl(jl, jk, jb) + pi(jl, jk, jb))
          enthalpy = enthalpy + mass*(cp_dry*pt(jl, jk, jb) + l_vapour*pq(jl, jk, jb) &
                                      - l_melt*pi(jl, jk, jb))
          cover = max(cover, pcover(jl, jk, jb))
        end do
      end do
    end do
    fallen = 0
    do jb = 1, blocks
      do jl = 1, min(nproma, columns - (jb - 1)*nproma)
        fallen = fallen + prain(jl, jb) + psnow(jl, jb)
      end do
    end do
    water = water/columns
    fallen = fallen/columns
    enthalpy = enthalpy/columns
  end subroutine totals

end module driver

!$loopy begin
!$loopy end
