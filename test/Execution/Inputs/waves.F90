! A layer of fluid on curved elements: the fluxes of its fields in each
! direction of an element, differentiated, in the pattern of samples/numa. RK is
! the kind of the numbers, NF of 7 or 8 fields are transported, and NV is the
! extent of the arrays' field axis.
subroutine waveR(nel, Nq, geo, D, q, rhsq, kappa)
  implicit none
  integer, intent(in) :: nel, Nq
  real(RK), intent(in) :: geo(Nq, Nq, Nq, 10, nel), D(Nq, Nq), kappa
  real(RK), intent(in) :: q(Nq, Nq, Nq, NV, nel)
  real(RK), intent(inout) :: rhsq(Nq, Nq, Nq, NV, nel)
  real(RK) :: Rho, M1, M2, M3, S, C1, C2, C3, g1, g2, g3, Jinv, P, v, JD
  real(RK) :: Rhoflx, M1flx, M2flx, M3flx, Sflx, C1flx, C2flx, C3flx
  integer :: e, i, j, k, n

  do e = 1, nel
  do k = 1, Nq
  do j = 1, Nq
  do i = 1, Nq
  do n = 1, Nq
    !$loopy begin tagged: local_prep
    Rho = q(n, j, k, 1, e)
    M1 = q(n, j, k, 2, e)
    M2 = q(n, j, k, 3, e)
    M3 = q(n, j, k, 4, e)
    S = q(n, j, k, 5, e)
    C1 = q(n, j, k, 6, e)
    C2 = q(n, j, k, 7, e)
#if NF == 8
    C3 = q(n, j, k, 8, e)
#endif
    g1 = geo(n, j, k, 1, e)
    g2 = geo(n, j, k, 2, e)
    g3 = geo(n, j, k, 3, e)
    Jinv = geo(i, j, k, 10, e)
    P = kappa*Rho*Rho
    v = (g1*M1 + g2*M2 + g3*M3)/Rho
    !$loopy end tagged: local_prep
    JD = Jinv*D(i, n)
    Rhoflx = Rho*v
    M1flx = M1*v + g1*P
    M2flx = M2*v + g2*P
    M3flx = M3*v + g3*P
    Sflx = S*v
    C1flx = C1*v
    C2flx = C2*v
#if NF == 8
    C3flx = C3*v
#endif
    rhsq(i, j, k, 1, e) = rhsq(i, j, k, 1, e) - JD*Rhoflx
    rhsq(i, j, k, 2, e) = rhsq(i, j, k, 2, e) - JD*M1flx
    rhsq(i, j, k, 3, e) = rhsq(i, j, k, 3, e) - JD*M2flx
    rhsq(i, j, k, 4, e) = rhsq(i, j, k, 4, e) - JD*M3flx
    rhsq(i, j, k, 5, e) = rhsq(i, j, k, 5, e) - JD*Sflx
    rhsq(i, j, k, 6, e) = rhsq(i, j, k, 6, e) - JD*C1flx
    rhsq(i, j, k, 7, e) = rhsq(i, j, k, 7, e) - JD*C2flx
#if NF == 8
    rhsq(i, j, k, 8, e) = rhsq(i, j, k, 8, e) - JD*C3flx
#endif
  end do
  end do
  end do
  end do
  end do
end subroutine waveR

subroutine waveS(nel, Nq, geo, D, q, rhsq, kappa)
  implicit none
  integer, intent(in) :: nel, Nq
  real(RK), intent(in) :: geo(Nq, Nq, Nq, 10, nel), D(Nq, Nq), kappa
  real(RK), intent(in) :: q(Nq, Nq, Nq, NV, nel)
  real(RK), intent(inout) :: rhsq(Nq, Nq, Nq, NV, nel)
  real(RK) :: Rho, M1, M2, M3, S, C1, C2, C3, g1, g2, g3, Jinv, P, v, JD
  real(RK) :: Rhoflx, M1flx, M2flx, M3flx, Sflx, C1flx, C2flx, C3flx
  integer :: e, i, j, k, n

  do e = 1, nel
  do k = 1, Nq
  do j = 1, Nq
  do i = 1, Nq
  do n = 1, Nq
    !$loopy begin tagged: local_prep
    Rho = q(i, n, k, 1, e)
    M1 = q(i, n, k, 2, e)
    M2 = q(i, n, k, 3, e)
    M3 = q(i, n, k, 4, e)
    S = q(i, n, k, 5, e)
    C1 = q(i, n, k, 6, e)
    C2 = q(i, n, k, 7, e)
#if NF == 8
    C3 = q(i, n, k, 8, e)
#endif
    g1 = geo(i, n, k, 4, e)
    g2 = geo(i, n, k, 5, e)
    g3 = geo(i, n, k, 6, e)
    Jinv = geo(i, j, k, 10, e)
    P = kappa*Rho*Rho
    v = (g1*M1 + g2*M2 + g3*M3)/Rho
    !$loopy end tagged: local_prep
    JD = Jinv*D(j, n)
    Rhoflx = Rho*v
    M1flx = M1*v + g1*P
    M2flx = M2*v + g2*P
    M3flx = M3*v + g3*P
    Sflx = S*v
    C1flx = C1*v
    C2flx = C2*v
#if NF == 8
    C3flx = C3*v
#endif
    rhsq(i, j, k, 1, e) = rhsq(i, j, k, 1, e) - JD*Rhoflx
    rhsq(i, j, k, 2, e) = rhsq(i, j, k, 2, e) - JD*M1flx
    rhsq(i, j, k, 3, e) = rhsq(i, j, k, 3, e) - JD*M2flx
    rhsq(i, j, k, 4, e) = rhsq(i, j, k, 4, e) - JD*M3flx
    rhsq(i, j, k, 5, e) = rhsq(i, j, k, 5, e) - JD*Sflx
    rhsq(i, j, k, 6, e) = rhsq(i, j, k, 6, e) - JD*C1flx
    rhsq(i, j, k, 7, e) = rhsq(i, j, k, 7, e) - JD*C2flx
#if NF == 8
    rhsq(i, j, k, 8, e) = rhsq(i, j, k, 8, e) - JD*C3flx
#endif
  end do
  end do
  end do
  end do
  end do
end subroutine waveS

subroutine waveT(nel, Nq, geo, D, q, rhsq, kappa)
  implicit none
  integer, intent(in) :: nel, Nq
  real(RK), intent(in) :: geo(Nq, Nq, Nq, 10, nel), D(Nq, Nq), kappa
  real(RK), intent(in) :: q(Nq, Nq, Nq, NV, nel)
  real(RK), intent(inout) :: rhsq(Nq, Nq, Nq, NV, nel)
  real(RK) :: Rho, M1, M2, M3, S, C1, C2, C3, g1, g2, g3, Jinv, P, v, JD
  real(RK) :: Rhoflx, M1flx, M2flx, M3flx, Sflx, C1flx, C2flx, C3flx
  integer :: e, i, j, k, n

  do e = 1, nel
  do k = 1, Nq
  do j = 1, Nq
  do i = 1, Nq
  do n = 1, Nq
    !$loopy begin tagged: local_prep
    Rho = q(i, j, n, 1, e)
    M1 = q(i, j, n, 2, e)
    M2 = q(i, j, n, 3, e)
    M3 = q(i, j, n, 4, e)
    S = q(i, j, n, 5, e)
    C1 = q(i, j, n, 6, e)
    C2 = q(i, j, n, 7, e)
#if NF == 8
    C3 = q(i, j, n, 8, e)
#endif
    g1 = geo(i, j, n, 7, e)
    g2 = geo(i, j, n, 8, e)
    g3 = geo(i, j, n, 9, e)
    Jinv = geo(i, j, k, 10, e)
    P = kappa*Rho*Rho
    v = (g1*M1 + g2*M2 + g3*M3)/Rho
    !$loopy end tagged: local_prep
    JD = Jinv*D(k, n)
    Rhoflx = Rho*v
    M1flx = M1*v + g1*P
    M2flx = M2*v + g2*P
    M3flx = M3*v + g3*P
    Sflx = S*v
    C1flx = C1*v
    C2flx = C2*v
#if NF == 8
    C3flx = C3*v
#endif
    rhsq(i, j, k, 1, e) = rhsq(i, j, k, 1, e) - JD*Rhoflx
    rhsq(i, j, k, 2, e) = rhsq(i, j, k, 2, e) - JD*M1flx
    rhsq(i, j, k, 3, e) = rhsq(i, j, k, 3, e) - JD*M2flx
    rhsq(i, j, k, 4, e) = rhsq(i, j, k, 4, e) - JD*M3flx
    rhsq(i, j, k, 5, e) = rhsq(i, j, k, 5, e) - JD*Sflx
    rhsq(i, j, k, 6, e) = rhsq(i, j, k, 6, e) - JD*C1flx
    rhsq(i, j, k, 7, e) = rhsq(i, j, k, 7, e) - JD*C2flx
#if NF == 8
    rhsq(i, j, k, 8, e) = rhsq(i, j, k, 8, e) - JD*C3flx
#endif
  end do
  end do
  end do
  end do
  end do
end subroutine waveT
