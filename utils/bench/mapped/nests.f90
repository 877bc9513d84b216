! Nests as codes write them, without a script: what map_parallel makes of them.
!$loopy begin
!$loopy end
module nests
  implicit none
  integer, parameter :: wp = kind(1d0)
contains
  subroutine copied(n, a, b)
    integer, intent(in) :: n
    real(wp), intent(in) :: a(n)
    real(wp), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = a(i)
    end do
  end subroutine

  subroutine diffuse(n, u, v, c)
    integer, intent(in) :: n
    real(wp), intent(in) :: u(0:n+1,0:n+1,0:n+1), c
    real(wp), intent(inout) :: v(0:n+1,0:n+1,0:n+1)
    integer :: i, j, k
    do k = 1, n
      do j = 1, n
        do i = 1, n
          v(i,j,k) = u(i,j,k) + c*(u(i-1,j,k)+u(i+1,j,k)+u(i,j-1,k)+u(i,j+1,k)+u(i,j,k-1)+u(i,j,k+1)-6*u(i,j,k))
        end do
      end do
    end do
  end subroutine

  subroutine box(n, u, v)
    integer, intent(in) :: n
    real(wp), intent(in) :: u(n,n,n)
    real(wp), intent(inout) :: v(n,n,n)
    integer :: i, j, k, a, b, c
    do k = 2, n-1
      do j = 2, n-1
        do i = 2, n-1
          v(i,j,k) = 0
          do c = -1, 1
            do b = -1, 1
              do a = -1, 1
                v(i,j,k) = v(i,j,k) + u(i+a,j+b,k+c)/27
              end do
            end do
          end do
        end do
      end do
    end do
  end subroutine

  subroutine solve_columns(nx, ny, nz, a, b, c, d, x)
    integer, intent(in) :: nx, ny, nz
    real(wp), intent(in), dimension(nx,ny,nz) :: a, b, c, d
    real(wp), intent(inout) :: x(nx,ny,nz)
    real(wp) :: g(nx,nz), bet(nx)
    integer :: i, j, k
    do j = 1, ny
      do i = 1, nx
        bet(i) = b(i,j,1)
        x(i,j,1) = d(i,j,1)/bet(i)
      end do
      do k = 2, nz
        do i = 1, nx
          g(i,k) = c(i,j,k-1)/bet(i)
          bet(i) = b(i,j,k) - a(i,j,k)*g(i,k)
          x(i,j,k) = (d(i,j,k) - a(i,j,k)*x(i,j,k-1))/bet(i)
        end do
      end do
      do k = nz-1, 1, -1
        do i = 1, nx
          x(i,j,k) = x(i,j,k) - g(i,k+1)*x(i,j,k+1)
        end do
      end do
    end do
  end subroutine

  subroutine solve_rows(nx, ny, nz, a, b, c, d, x)
    integer, intent(in) :: nx, ny, nz
    real(wp), intent(in), dimension(nx,ny,nz) :: a, b, c, d
    real(wp), intent(inout) :: x(nx,ny,nz)
    real(wp) :: g(nx), bet
    integer :: i, j, k
    do k = 1, nz
      do j = 1, ny
        bet = b(1,j,k)
        x(1,j,k) = d(1,j,k)/bet
        do i = 2, nx
          g(i) = c(i-1,j,k)/bet
          bet = b(i,j,k) - a(i,j,k)*g(i)
          x(i,j,k) = (d(i,j,k) - a(i,j,k)*x(i-1,j,k))/bet
        end do
        do i = nx-1, 1, -1
          x(i,j,k) = x(i,j,k) - g(i+1)*x(i+1,j,k)
        end do
      end do
    end do
  end subroutine

  subroutine transpose_of(n, a, b)
    integer, intent(in) :: n
    real(wp), intent(in) :: a(n,n)
    real(wp), intent(inout) :: b(n,n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        b(j,i) = a(i,j)
      end do
    end do
  end subroutine

  subroutine row_sums(n, m, a, s)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: a(n,m)
    real(wp), intent(inout) :: s(n)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        s(i) = s(i) + a(i,j)
      end do
    end do
  end subroutine

  subroutine column_sums(n, m, a, s)
    integer, intent(in) :: n, m
    real(wp), intent(in) :: a(n,m)
    real(wp), intent(inout) :: s(m)
    integer :: i, j
    do j = 1, m
      s(j) = 0
      do i = 1, n
        s(j) = s(j) + a(i,j)
      end do
    end do
  end subroutine

  subroutine norms(n, a, s, t)
    integer, intent(in) :: n
    real(wp), intent(in) :: a(n,n,n)
    real(wp), intent(inout) :: s, t
    integer :: i, j, k
    s = 0
    t = -1d30
    do k = 1, n
      do j = 1, n
        do i = 1, n
          if (a(i,j,k) > 0.25_wp) s = s + a(i,j,k)**2
          t = max(t, a(i,j,k))
        end do
      end do
    end do
  end subroutine

  subroutine softmax(n, m, a)
    integer, intent(in) :: n, m
    real(wp), intent(inout) :: a(n,m)
    real(wp) :: big, s
    integer :: i, j
    do j = 1, m
      big = -1d30
      do i = 1, n
        big = max(big, a(i,j))
      end do
      s = 0
      do i = 1, n
        a(i,j) = exp(a(i,j) - big)
        s = s + a(i,j)
      end do
      do i = 1, n
        a(i,j) = a(i,j)/s
      end do
    end do
  end subroutine

  subroutine product_of_transposed(n, a, b, c)
    integer, intent(in) :: n
    real(4), intent(in) :: a(n,n), b(n,n)
    real(4), intent(inout) :: c(n,n)
    c = c + matmul(transpose(a), b)
  end subroutine

  subroutine gradient(ne, nc, nl, c1, c2, w, t, f)
    integer, intent(in) :: ne, nc, nl, c1(ne), c2(ne)
    real(wp), intent(in) :: w(ne), t(nl,nc)
    real(wp), intent(inout) :: f(nl,ne)
    integer :: e, k
    do e = 1, ne
      do k = 1, nl
        f(k,e) = w(e)*(t(k,c2(e)) - t(k,c1(e)))
      end do
    end do
  end subroutine

  subroutine divergence(ne, nc, nl, nm, n_on, e_on, sgn, f, d)
    integer, intent(in) :: ne, nc, nl, nm, n_on(nc), e_on(nm,nc)
    real(wp), intent(in) :: sgn(nm,nc), f(nl,ne)
    real(wp), intent(inout) :: d(nl,nc)
    integer :: c, k, m, e
    do c = 1, nc
      d(:,c) = 0
      do m = 1, n_on(c)
        e = e_on(m,c)
        do k = 1, nl
          d(k,c) = d(k,c) + sgn(m,c)*f(k,e)
        end do
      end do
    end do
  end subroutine

  subroutine advect(nx, ny, nz, dt, u, v, w, mask, t, ta)
    integer, intent(in) :: nx, ny, nz
    real(wp), intent(in) :: dt
    real(wp), intent(in), dimension(nx,ny,nz) :: u, v, w, mask, t
    real(wp), intent(inout) :: ta(nx,ny,nz)
    real(wp), dimension(nx,ny,nz) :: zx, zy, zz
    integer :: i, j, k
    real(wp) :: zp, zn
    zx = 0; zy = 0; zz = 0
    do k = 1, nz - 1
      do j = 1, ny - 1
        do i = 1, nx - 1
          zp = u(i,j,k) + abs(u(i,j,k))
          zn = u(i,j,k) - abs(u(i,j,k))
          zx(i,j,k) = 0.5*(zp*t(i,j,k) + zn*t(i+1,j,k))*mask(i,j,k)
          zp = v(i,j,k) + abs(v(i,j,k))
          zn = v(i,j,k) - abs(v(i,j,k))
          zy(i,j,k) = 0.5*(zp*t(i,j,k) + zn*t(i,j+1,k))*mask(i,j,k)
        end do
      end do
    end do
    do k = 2, nz - 1
      do j = 1, ny
        do i = 1, nx
          zp = w(i,j,k) + abs(w(i,j,k))
          zn = w(i,j,k) - abs(w(i,j,k))
          zz(i,j,k) = 0.5*(zp*t(i,j,k) + zn*t(i,j,k-1))*mask(i,j,k)
        end do
      end do
    end do
    do k = 1, nz - 1
      do j = 2, ny - 1
        do i = 2, nx - 1
          ta(i,j,k) = ta(i,j,k) - dt*(zx(i,j,k) - zx(i-1,j,k) + zy(i,j,k) - zy(i,j-1,k) + zz(i,j,k) - zz(i,j,k+1))
        end do
      end do
    end do
  end subroutine

  subroutine condense(nb, np, nl, t, q, p, pr)
    integer, intent(in) :: nb, np, nl
    real(wp), intent(in) :: p(np,nl,nb)
    real(wp), intent(inout) :: t(np,nl,nb), q(np,nl,nb), pr(np,nb)
    real(wp) :: qs(np), c(np,nl), e
    integer :: b, k, l
    do b = 1, nb
      do k = 1, nl
        do l = 1, np
          e = 610*exp(17.2_wp*(t(l,k,b) - 273)/(t(l,k,b) - 36))
          qs(l) = 0.622_wp*e/max(p(l,k,b) - e, 1._wp)
          c(l,k) = 0
        end do
        do l = 1, np
          if (q(l,k,b) > qs(l)) then
            c(l,k) = 0.3_wp*(q(l,k,b) - qs(l))
            q(l,k,b) = q(l,k,b) - c(l,k)
            t(l,k,b) = t(l,k,b) + 2490*c(l,k)
          end if
        end do
      end do
      do l = 1, np
        pr(l,b) = 0
      end do
      do k = 1, nl
        do l = 1, np
          pr(l,b) = pr(l,b) + c(l,k)*p(l,k,b)
        end do
      end do
    end do
  end subroutine

  subroutine operator(ne, d, g, u, w)
    integer, intent(in) :: ne
    real(wp), intent(in) :: d(8,8), g(8,8,8,6,ne), u(8,8,8,ne)
    real(wp), intent(inout) :: w(8,8,8,ne)
    real(wp) :: ur(8,8,8), us(8,8,8), ut(8,8,8), r, s, t
    integer :: e, i, j, k, l
    do e = 1, ne
      do k = 1, 8
        do j = 1, 8
          do i = 1, 8
            r = 0; s = 0; t = 0
            do l = 1, 8
              r = r + d(i,l)*u(l,j,k,e)
              s = s + d(j,l)*u(i,l,k,e)
              t = t + d(k,l)*u(i,j,l,e)
            end do
            ur(i,j,k) = g(i,j,k,1,e)*r + g(i,j,k,2,e)*s + g(i,j,k,3,e)*t
            us(i,j,k) = g(i,j,k,2,e)*r + g(i,j,k,4,e)*s + g(i,j,k,5,e)*t
            ut(i,j,k) = g(i,j,k,3,e)*r + g(i,j,k,5,e)*s + g(i,j,k,6,e)*t
          end do
        end do
      end do
      do k = 1, 8
        do j = 1, 8
          do i = 1, 8
            w(i,j,k,e) = 0
            do l = 1, 8
              w(i,j,k,e) = w(i,j,k,e) + d(l,i)*ur(l,j,k) + d(l,j)*us(i,l,k) + d(l,k)*ut(i,j,l)
            end do
          end do
        end do
      end do
    end do
  end subroutine

  subroutine collide(n, f, h)
    integer, intent(in) :: n
    real(4), intent(in) :: f(n,n,n,19)
    real(4), intent(inout) :: h(n,n,n,19)
    integer, parameter :: cx(19) = [0,1,-1,0,0,0,0,1,-1,1,-1,1,-1,1,-1,0,0,0,0]
    integer, parameter :: cy(19) = [0,0,0,1,-1,0,0,1,-1,-1,1,0,0,0,0,1,-1,1,-1]
    integer, parameter :: cz(19) = [0,0,0,0,0,1,-1,0,0,0,0,1,-1,-1,1,1,-1,-1,1]
    integer :: i, j, k, q
    real(4) :: rho, ux, uy, uz, g(19), cu, uu, w
    do k = 2, n-1
      do j = 2, n-1
        do i = 2, n-1
          rho = 0; ux = 0; uy = 0; uz = 0
          do q = 1, 19
            g(q) = f(i-cx(q),j-cy(q),k-cz(q),q)
            rho = rho + g(q)
            ux = ux + cx(q)*g(q)
            uy = uy + cy(q)*g(q)
            uz = uz + cz(q)*g(q)
          end do
          ux = ux/rho; uy = uy/rho; uz = uz/rho
          uu = ux*ux + uy*uy + uz*uz
          do q = 1, 19
            cu = cx(q)*ux + cy(q)*uy + cz(q)*uz
            w = 1./36
            if (q == 1) w = 1./3
            if (q > 1 .and. q <= 7) w = 1./18
            h(i,j,k,q) = g(q) - 0.6*(g(q) - w*rho*(1 + 3*cu + 4.5*cu*cu - 1.5*uu))
          end do
        end do
      end do
    end do
  end subroutine

  subroutine components(n, u, r, c)
    integer, intent(in) :: n
    real(wp), intent(in) :: u(5,n,n,n), c
    real(wp), intent(inout) :: r(5,n,n,n)
    integer :: i, j, k, m
    do k = 2, n-1
      do j = 2, n-1
        do i = 2, n-1
          do m = 1, 5
            r(m,i,j,k) = r(m,i,j,k) + c*(u(m,i+1,j,k) - 2*u(m,i,j,k) + u(m,i-1,j,k))
          end do
          do m = 1, 5
            r(m,i,j,k) = r(m,i,j,k) + c*(u(m,i,j+1,k) - 2*u(m,i,j,k) + u(m,i,j-1,k))
          end do
        end do
      end do
    end do
  end subroutine

  subroutine stress(n, r, lam, mu, vx, vy, vz, sxx, syy, szz, sxy, sxz, syz)
    integer, intent(in) :: n
    real(4), intent(in) :: r, lam, mu
    real(4), dimension(n,n,n), intent(in) :: vx, vy, vz
    real(4), dimension(n,n,n), intent(inout) :: sxx, syy, szz, sxy, sxz, syz
    real(4), parameter :: c1 = 9./8., c2 = -1./24.
    integer :: i, j, k
    real(4) :: dx, dy, dz
    do k = 3, n - 2
      do j = 3, n - 2
        do i = 3, n - 2
          dx = c1*(vx(i,j,k) - vx(i-1,j,k)) + c2*(vx(i+1,j,k) - vx(i-2,j,k))
          dy = c1*(vy(i,j,k) - vy(i,j-1,k)) + c2*(vy(i,j+1,k) - vy(i,j-2,k))
          dz = c1*(vz(i,j,k) - vz(i,j,k-1)) + c2*(vz(i,j,k+1) - vz(i,j,k-2))
          sxx(i,j,k) = sxx(i,j,k) + r*((lam + 2*mu)*dx + lam*(dy + dz))
          syy(i,j,k) = syy(i,j,k) + r*((lam + 2*mu)*dy + lam*(dx + dz))
          szz(i,j,k) = szz(i,j,k) + r*((lam + 2*mu)*dz + lam*(dx + dy))
          sxy(i,j,k) = sxy(i,j,k) + r*mu*(c1*(vx(i,j+1,k) - vx(i,j,k)) + c2*(vx(i,j+2,k) - vx(i,j-1,k)) &
            + c1*(vy(i+1,j,k) - vy(i,j,k)) + c2*(vy(i+2,j,k) - vy(i-1,j,k)))
          sxz(i,j,k) = sxz(i,j,k) + r*mu*(c1*(vx(i,j,k+1) - vx(i,j,k)) + c2*(vx(i,j,k+2) - vx(i,j,k-1)) &
            + c1*(vz(i+1,j,k) - vz(i,j,k)) + c2*(vz(i+2,j,k) - vz(i-1,j,k)))
          syz(i,j,k) = syz(i,j,k) + r*mu*(c1*(vy(i,j,k+1) - vy(i,j,k)) + c2*(vy(i,j,k+2) - vy(i,j,k-1)) &
            + c1*(vz(i,j+1,k) - vz(i,j,k)) + c2*(vz(i,j+2,k) - vz(i,j-1,k)))
        end do
      end do
    end do
  end subroutine
end module
