! The fluxes of eight fields along two directions of an element, in the pattern of
! samples/numa, but with other names, other loops, and arrays whose axes run the
! other way round: the element comes first, the x-direction last.
subroutine alongX(deriv, cells, m, metric, state, rate)
  implicit none
  integer, intent(in) :: cells, m
  real(RK), intent(in) :: deriv(m, m), metric(cells, 7, m, m, m)
  real(RK), intent(in) :: state(cells, 8, m, m, m)
  real(RK), intent(inout) :: rate(cells, 8, m, m, m)
  real(RK) :: a, b, c, w, en, t1, t2, t3, vel, pre, h1, h2, h3, vol, factor
  real(RK) :: fa, fb, fc, fw, fe, f1, f2, f3
  integer :: x, y, z, n, cell

  do x = 1, m
  do y = 1, m
  do z = 1, m
  do n = 1, m
  do cell = 1, cells
    !$loopy begin tagged: point
    a = state(cell, 1, z, y, n)
    b = state(cell, 2, z, y, n)
    c = state(cell, 3, z, y, n)
    w = state(cell, 4, z, y, n)
    en = state(cell, 5, z, y, n)
    t1 = state(cell, 6, z, y, n)
    t2 = state(cell, 7, z, y, n)
    t3 = state(cell, 8, z, y, n)
    h1 = metric(cell, 1, z, y, n)
    h2 = metric(cell, 2, z, y, n)
    h3 = metric(cell, 3, z, y, n)
    vol = metric(cell, 7, z, y, x)
    vel = (h1*a + h2*b + h3*c)/w
    pre = 0.4*(en - 0.5*(a*a + b*b + c*c)/w)
    !$loopy end tagged: point
    factor = vol*deriv(n, x)
    fa = a*vel + h1*pre
    fb = b*vel + h2*pre
    fc = c*vel + h3*pre
    fw = w*vel
    fe = (en + pre)*vel
    f1 = t1*vel
    f2 = t2*vel
    f3 = t3*vel
    rate(cell, 1, z, y, x) = rate(cell, 1, z, y, x) + factor*fa
    rate(cell, 2, z, y, x) = rate(cell, 2, z, y, x) + factor*fb
    rate(cell, 3, z, y, x) = rate(cell, 3, z, y, x) + factor*fc
    rate(cell, 4, z, y, x) = rate(cell, 4, z, y, x) + factor*fw
    rate(cell, 5, z, y, x) = rate(cell, 5, z, y, x) + factor*fe
    rate(cell, 6, z, y, x) = rate(cell, 6, z, y, x) + factor*f1
    rate(cell, 7, z, y, x) = rate(cell, 7, z, y, x) + factor*f2
    rate(cell, 8, z, y, x) = rate(cell, 8, z, y, x) + factor*f3
  end do
  end do
  end do
  end do
  end do
end subroutine alongX

subroutine alongY(deriv, cells, m, metric, state, rate)
  implicit none
  integer, intent(in) :: cells, m
  real(RK), intent(in) :: deriv(m, m), metric(cells, 7, m, m, m)
  real(RK), intent(in) :: state(cells, 8, m, m, m)
  real(RK), intent(inout) :: rate(cells, 8, m, m, m)
  real(RK) :: a, b, c, w, en, t1, t2, t3, vel, pre, h1, h2, h3, vol, factor
  real(RK) :: fa, fb, fc, fw, fe, f1, f2, f3
  integer :: x, y, z, n, cell

  do x = 1, m
  do y = 1, m
  do z = 1, m
  do n = 1, m
  do cell = 1, cells
    !$loopy begin tagged: point
    a = state(cell, 1, z, n, x)
    b = state(cell, 2, z, n, x)
    c = state(cell, 3, z, n, x)
    w = state(cell, 4, z, n, x)
    en = state(cell, 5, z, n, x)
    t1 = state(cell, 6, z, n, x)
    t2 = state(cell, 7, z, n, x)
    t3 = state(cell, 8, z, n, x)
    h1 = metric(cell, 4, z, n, x)
    h2 = metric(cell, 5, z, n, x)
    h3 = metric(cell, 6, z, n, x)
    vol = metric(cell, 7, z, y, x)
    vel = (h1*a + h2*b + h3*c)/w
    pre = 0.4*(en - 0.5*(a*a + b*b + c*c)/w)
    !$loopy end tagged: point
    factor = vol*deriv(n, y)
    fa = a*vel + h1*pre
    fb = b*vel + h2*pre
    fc = c*vel + h3*pre
    fw = w*vel
    fe = (en + pre)*vel
    f1 = t1*vel
    f2 = t2*vel
    f3 = t3*vel
    rate(cell, 1, z, y, x) = rate(cell, 1, z, y, x) + factor*fa
    rate(cell, 2, z, y, x) = rate(cell, 2, z, y, x) + factor*fb
    rate(cell, 3, z, y, x) = rate(cell, 3, z, y, x) + factor*fc
    rate(cell, 4, z, y, x) = rate(cell, 4, z, y, x) + factor*fw
    rate(cell, 5, z, y, x) = rate(cell, 5, z, y, x) + factor*fe
    rate(cell, 6, z, y, x) = rate(cell, 6, z, y, x) + factor*f1
    rate(cell, 7, z, y, x) = rate(cell, 7, z, y, x) + factor*f2
    rate(cell, 8, z, y, x) = rate(cell, 8, z, y, x) + factor*f3
  end do
  end do
  end do
  end do
  end do
end subroutine alongY
