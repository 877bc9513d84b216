! Clouds and what falls out of them, in columns of a block. From the top down,
! level by level: saturation adjustment, freezing and melting of cloud, fall of
! ice, rain and snow that form, collect, melt and evaporate.
module cloud_scheme_mod
  use constants
  implicit none

contains

  subroutine cloud_scheme(kidia, kfdia, klon, klev, pdt, paph, pap, pt, pq, pl, pi, &
                          pcover, pfrain, pfsnow, prain, psnow)
    integer, intent(in) :: kidia, kfdia, klon, klev
    real(wp), intent(in) :: pdt                        ! seconds of a step
    real(wp), intent(in) :: paph(klon, 0:klev)         ! pressure between levels
    real(wp), intent(in) :: pap(klon, klev)            ! pressure
    real(wp), intent(inout) :: pt(klon, klev)          ! temperature
    real(wp), intent(inout) :: pq(klon, klev)          ! vapour
    real(wp), intent(inout) :: pl(klon, klev)          ! cloud water
    real(wp), intent(inout) :: pi(klon, klev)          ! cloud ice
    real(wp), intent(out) :: pcover(klon, klev)        ! cloud cover
    real(wp), intent(out) :: pfrain(klon, 0:klev)      ! fluxes, kg/m2/s
    real(wp), intent(out) :: pfsnow(klon, 0:klev)
    real(wp), intent(inout) :: prain(klon), psnow(klon)  ! fallen, kg/m2

    real(wp) :: zt(klon, klev), zq(klon, klev), zl(klon, klev), zi(klon, klev)
    real(wp) :: zrain(klon), zsnow(klon), zicefall(klon)
    real(wp) :: zdp(klon), zrho(klon), zqsat(klon), zdqsat(klon), zclear(klon)
    real(wp) :: zcond, zes, zcor, zfreeze, zform, zcollect, zmelt, zevap, zmean
    real(wp) :: zfall, zin, zdz, zratio, zmix, zsubsat
    integer :: jk, jl, jit

    include "saturation.inc"

    ! 1. Beginnings.
    do jk = 1, klev
      do jl = kidia, kfdia
        zt(jl, jk) = pt(jl, jk)
        zq(jl, jk) = pq(jl, jk)
        zl(jl, jk) = max(pl(jl, jk), 0.0_wp)
        zi(jl, jk) = max(pi(jl, jk), 0.0_wp)
        ! What was negative is taken from the vapour.
        zq(jl, jk) = zq(jl, jk) + min(pl(jl, jk), 0.0_wp) + min(pi(jl, jk), 0.0_wp)
      end do
    end do
    do jl = kidia, kfdia
      zrain(jl) = 0
      zsnow(jl) = 0
      zicefall(jl) = 0
      pfrain(jl, 0) = 0
      pfsnow(jl, 0) = 0
    end do

    ! 2. Levels.
    do jk = 1, klev

      ! 2.1 Layers.
      do jl = kidia, kfdia
        zdp(jl) = paph(jl, jk) - paph(jl, jk-1)
        zrho(jl) = pap(jl, jk)/(r_dry*zt(jl, jk))
      end do

      ! 2.2 Saturation adjustment, by two steps of Newton.
      do jit = 1, 2
        do jl = kidia, kfdia
          zes = min(foe_mixed(zt(jl, jk))/pap(jl, jk), 0.5_wp)
          zcor = 1/(1 - (1/eps - 1)*eps*zes)
          zqsat(jl) = eps*zes*zcor
          zdqsat(jl) = zqsat(jl)*zcor*foe_d_mixed(zt(jl, jk))
        end do
        do jl = kidia, kfdia
          zcond = (zq(jl, jk) - zqsat(jl)) &
                  /(1 + foe_latent(zt(jl, jk))/cp_dry*zdqsat(jl))
          ! No more evaporates than is there.
          zcond = max(zcond, -(zl(jl, jk) + zi(jl, jk)))
          if (abs(zcond) > tiny_amount) then
            zmix = foe_liquid_weight(zt(jl, jk))
            if (zcond < 0) zmix = zl(jl, jk)/max(zl(jl, jk) + zi(jl, jk), tiny_amount)
            zq(jl, jk) = zq(jl, jk) - zcond
            zl(jl, jk) = zl(jl, jk) + zmix*zcond
            zi(jl, jk) = zi(jl, jk) + (1 - zmix)*zcond
            zt(jl, jk) = zt(jl, jk) &
                         + (zmix*l_vapour + (1 - zmix)*l_sublime)/cp_dry*zcond
          end if
        end do
      end do

      ! 2.3 Cloud freezes and melts.
      do jl = kidia, kfdia
        zfreeze = 0
        if (zt(jl, jk) < t_homogeneous) then
          zfreeze = zl(jl, jk)
        else if (zt(jl, jk) < t_melt) then
          zfreeze = min(zl(jl, jk), zl(jl, jk)*pdt*1.0e-4_wp &
                        *(exp(0.1_wp*(t_melt - zt(jl, jk))) - 1))
        else
          zfreeze = -min(zi(jl, jk), (zt(jl, jk) - t_melt)*cp_dry/l_melt)
        end if
        zl(jl, jk) = zl(jl, jk) - zfreeze
        zi(jl, jk) = zi(jl, jk) + zfreeze
        zt(jl, jk) = zt(jl, jk) + l_melt/cp_dry*zfreeze
      end do

      ! 2.4 Ice falls from level to level, implicitly.
      do jl = kidia, kfdia
        zdz = zdp(jl)/(zrho(jl)*gravity)
        zin = zicefall(jl)*gravity*pdt/zdp(jl)
        zfall = fall_of_ice*pdt/zdz
        zmean = (zi(jl, jk) + zin)/(1 + zfall)
        zicefall(jl) = zmean*zfall*zdp(jl)/(gravity*pdt)
        zi(jl, jk) = zmean
      end do

      ! 2.5 Cover, from humidity and what has condensed.
      do jl = kidia, kfdia
        zratio = min(1.0_wp, zq(jl, jk)/max(zqsat(jl), tiny_amount))
        pcover(jl, jk) = 0
        if (zl(jl, jk) + zi(jl, jk) > 1.0e-8_wp) then
          pcover(jl, jk) = zratio**0.25_wp*(1 - exp(-100*(zl(jl, jk) + zi(jl, jk)) &
                           /max((1 - zratio)*zqsat(jl), 1.0e-6_wp)**0.49_wp))
          pcover(jl, jk) = max(0.01_wp, min(1.0_wp, pcover(jl, jk)))
        end if
        zclear(jl) = 1 - pcover(jl, jk)
      end do

      ! 2.6 Rain and snow form in the cloudy part.
      do jl = kidia, kfdia
        if (pcover(jl, jk) > 0) then
          zmean = zl(jl, jk)/pcover(jl, jk)
          zform = autoconversion*pdt*(1 - exp(-(zmean/critical_water)**2))
          zform = zl(jl, jk)*(1 - exp(-zform))
          zl(jl, jk) = zl(jl, jk) - zform
          zrain(jl) = zrain(jl) + zform*zdp(jl)/(gravity*pdt)

          zmean = zi(jl, jk)/pcover(jl, jk)
          zform = snow_conversion*pdt*exp(0.025_wp*(zt(jl, jk) - t_melt)) &
                  *(1 - exp(-(zmean/critical_ice)**2))
          zform = zi(jl, jk)*(1 - exp(-zform))
          zi(jl, jk) = zi(jl, jk) - zform
          zsnow(jl) = zsnow(jl) + zform*zdp(jl)/(gravity*pdt)
        end if
      end do

      ! 2.7 They collect cloud water on their way.
      do jl = kidia, kfdia
        if (zrain(jl) > tiny_amount .and. zl(jl, jk) > tiny_amount) then
          zcollect = zl(jl, jk)*(1 - exp(-accretion*pdt*1.0e-3_wp &
                     *(zrain(jl)*3600)**0.875_wp))
          zl(jl, jk) = zl(jl, jk) - zcollect
          zrain(jl) = zrain(jl) + zcollect*zdp(jl)/(gravity*pdt)
        end if
        if (zsnow(jl) > tiny_amount .and. zl(jl, jk) > tiny_amount &
            .and. zt(jl, jk) < t_melt) then
          zcollect = zl(jl, jk)*(1 - exp(-riming*pdt*1.0e-3_wp*(zsnow(jl)*3600)**0.8_wp))
          zl(jl, jk) = zl(jl, jk) - zcollect
          zsnow(jl) = zsnow(jl) + zcollect*zdp(jl)/(gravity*pdt)
          zt(jl, jk) = zt(jl, jk) + l_melt/cp_dry*zcollect
        end if
      end do

      ! 2.8 Snow melts.
      do jl = kidia, kfdia
        if (zt(jl, jk) > t_melt .and. zsnow(jl) > 0) then
          zmelt = min(zsnow(jl)*gravity*pdt/zdp(jl), &
                      melting*pdt*(zt(jl, jk) - t_melt)*cp_dry/l_melt, &
                      (zt(jl, jk) - t_melt)*cp_dry/l_melt)
          zt(jl, jk) = zt(jl, jk) - l_melt/cp_dry*zmelt
          zmelt = zmelt*zdp(jl)/(gravity*pdt)
          zsnow(jl) = zsnow(jl) - zmelt
          zrain(jl) = zrain(jl) + zmelt
        end if
      end do

      ! 2.9 Rain and snow evaporate where it is clear.
      do jl = kidia, kfdia
        zes = min(foe_water(zt(jl, jk))/pap(jl, jk), 0.5_wp)
        zsubsat = max(0.0_wp, eps*zes/(1 - (1 - eps)*zes) - zq(jl, jk))
        if (zrain(jl) > tiny_amount .and. zsubsat > 0 .and. zclear(jl) > 0) then
          zevap = evaporation*zclear(jl)*pdt*zsubsat*sqrt(zrain(jl)*3600)
          zevap = min(zevap, zrain(jl)*gravity*pdt/zdp(jl), 0.5_wp*zsubsat)
          zq(jl, jk) = zq(jl, jk) + zevap
          zt(jl, jk) = zt(jl, jk) - l_vapour/cp_dry*zevap
          zrain(jl) = max(0.0_wp, zrain(jl) - zevap*zdp(jl)/(gravity*pdt))
        end if
        zes = min(foe_ice(zt(jl, jk))/pap(jl, jk), 0.5_wp)
        zsubsat = max(0.0_wp, eps*zes/(1 - (1 - eps)*zes) - zq(jl, jk))
        if (zsnow(jl) > tiny_amount .and. zsubsat > 0 .and. zclear(jl) > 0) then
          zevap = evaporation*zclear(jl)*pdt*zsubsat*sqrt(zsnow(jl)*3600)
          zevap = min(zevap, zsnow(jl)*gravity*pdt/zdp(jl), 0.5_wp*zsubsat)
          zq(jl, jk) = zq(jl, jk) + zevap
          zt(jl, jk) = zt(jl, jk) - l_sublime/cp_dry*zevap
          zsnow(jl) = max(0.0_wp, zsnow(jl) - zevap*zdp(jl)/(gravity*pdt))
        end if
      end do

      ! 2.10 Fluxes at the lower edge.
      do jl = kidia, kfdia
        pfrain(jl, jk) = zrain(jl)
        pfsnow(jl, jk) = zsnow(jl) + zicefall(jl)
      end do
    end do

    ! 3. What remains.
    do jk = 1, klev
      do jl = kidia, kfdia
        pt(jl, jk) = zt(jl, jk)
        pq(jl, jk) = zq(jl, jk)
        pl(jl, jk) = zl(jl, jk)
        pi(jl, jk) = zi(jl, jk)
      end do
    end do
    do jl = kidia, kfdia
      prain(jl) = prain(jl) + pdt*pfrain(jl, klev)
      psnow(jl) = psnow(jl) + pdt*pfsnow(jl, klev)
    end do
  end subroutine cloud_scheme

end module cloud_scheme_mod
