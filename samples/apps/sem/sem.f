c     A Poisson equation on deformed spectral elements, solved by conjugate
c     gradients.
c
c       sem [ELEMENTS-IN-X [IN-Y [IN-Z [ITERATIONS]]]]
c
c     prints residuals and how far the solution is from the exact one.
      program sem
      implicit none
      include 'SIZE'
      include 'DXYZ'
      include 'MESH'
      integer nelx, nely, nelz, nel, niter, n, i, iargum
      real*8 x(lt), f(lt), e, emax, pi
      common /solve/ x, f

      nelx = iargum(1,3)
      nely = iargum(2,3)
      nelz = iargum(3,2)
      niter = iargum(4,60)
      nel = nelx*nely*nelz
      if (nel.gt.lelt) then
         write(6,*) 'more than lelt elements: change SIZE'
         stop 1
      endif
      n = lx1*ly1*lz1*nel

      call semhat
      call genmesh(nelx,nely,nelz)
      call setgeo(nel)
      call setnum(nelx,nely,nelz)

      pi = 4*atan(1.d0)
      call setrhs(f,xm1,ym1,zm1,bm1,pi,n)
c$loopy begin data copyin: f, mult, mask, gxyz, dxm1, dxtm1, &
c$loopy   glo, ptr, lst, create: ug, copyout: x
      call dssum(f,ug,glo,ptr,lst,n,nglob)
      call col2(f,mask,n)
      call cg(x,f,n,nel,niter)
c$loopy end data

      emax = 0
      do i=1,n
         call exact(e,xm1(i,1,1,1),ym1(i,1,1,1),zm1(i,1,1,1),pi)
         emax = max(emax,abs(x(i)-e))
      enddo
      write(6,'(a,es20.12)') 'error', emax
      end

      integer function iargum(i,idef)
      implicit none
      integer i, idef, istat
      character*32 text
      iargum = idef
      call get_command_argument(i,text,status=istat)
      if (istat.eq.0) read(text,*) iargum
      end

      subroutine exact(u,x,y,z,pi)
      implicit none
      real*8 u, x, y, z, pi
      u = sin(pi*x)*sin(pi*y)*sin(pi*z)
      end

c-----------------------------------------------------------------------
c     Conjugate gradients.
      subroutine cg(x,f,n,nel,niter)
      implicit none
      include 'SIZE'
      include 'MESH'
      integer n, nel, niter, iter
      real*8 x(n), f(n)
      real*8 r(lt), p(lt), w(lt)
      common /cgwork/ r, p, w
      real*8 rtr, rtr0, pap, alpha, beta, glsc3

c$loopy begin data create: r, p, w
      call rzero(x,n)
      call copy(r,f,n)
      call rzero(p,n)
      rtr = glsc3(r,mult,r,n)
      rtr0 = 1
      do iter=1,niter
         beta = rtr/rtr0
         if (iter.eq.1) beta = 0
         call add2s1(p,r,beta,n)
         call ax(w,p,gxyz,nel)
         call dssum(w,ug,glo,ptr,lst,n,nglob)
         call col2(w,mask,n)
         pap = glsc3(w,mult,p,n)
         alpha = rtr/pap
         call add2s2(x,p,alpha,n)
         call add2s2(r,w,-alpha,n)
         rtr0 = rtr
         rtr = glsc3(r,mult,r,n)
         if (mod(iter,max(1,niter/5)).eq.0)
     $      write(6,'(a,i6,a,es20.12)') 'iteration',iter,
     $      '  residual',sqrt(rtr)
      enddo
c$loopy end data
      end

c     The stiffness matrix, element by element.
      subroutine ax(w,u,g,nel)
      implicit none
      include 'SIZE'
      include 'DXYZ'
      integer nel, e
      real*8 w(lx1,ly1,lz1,nel), u(lx1,ly1,lz1,nel)
      real*8 g(lx1,ly1,lz1,6,nel)
      real*8 ur(lx1,ly1,lz1), us(lx1,ly1,lz1), ut(lx1,ly1,lz1)
      do e=1,nel
         call axe(w(1,1,1,e),u(1,1,1,e),g(1,1,1,1,e),ur,us,ut,
     $      dxm1,dxtm1)
      enddo
      end

      subroutine axe(w,u,g,ur,us,ut,d,dt)
      implicit none
      include 'SIZE'
      real*8 w(lx1,ly1,lz1), u(lx1,ly1,lz1), g(lx1,ly1,lz1,6)
      real*8 ur(lx1,ly1,lz1), us(lx1,ly1,lz1), ut(lx1,ly1,lz1)
      real*8 d(lx1,lx1), dt(lx1,lx1), wr, ws, wt
      integer i, j, k
      call lgrad3(ur,us,ut,u,d)
      do k=1,lz1
      do j=1,ly1
      do i=1,lx1
         wr = g(i,j,k,1)*ur(i,j,k) + g(i,j,k,2)*us(i,j,k)
     $      + g(i,j,k,3)*ut(i,j,k)
         ws = g(i,j,k,2)*ur(i,j,k) + g(i,j,k,4)*us(i,j,k)
     $      + g(i,j,k,5)*ut(i,j,k)
         wt = g(i,j,k,3)*ur(i,j,k) + g(i,j,k,5)*us(i,j,k)
     $      + g(i,j,k,6)*ut(i,j,k)
         ur(i,j,k) = wr
         us(i,j,k) = ws
         ut(i,j,k) = wt
      enddo
      enddo
      enddo
      call lgrad3t(w,ur,us,ut,dt)
      end

c     Derivatives along the three directions of an element.
      subroutine lgrad3(ur,us,ut,u,d)
      implicit none
      include 'SIZE'
      real*8 ur(lx1,ly1,lz1), us(lx1,ly1,lz1), ut(lx1,ly1,lz1)
      real*8 u(lx1,ly1,lz1), d(lx1,lx1), tr, ts, tt
      integer i, j, k, l
      do k=1,lz1
      do j=1,ly1
      do i=1,lx1
         tr = 0
         ts = 0
         tt = 0
         do l=1,lx1
            tr = tr + d(i,l)*u(l,j,k)
            ts = ts + d(j,l)*u(i,l,k)
            tt = tt + d(k,l)*u(i,j,l)
         enddo
         ur(i,j,k) = tr
         us(i,j,k) = ts
         ut(i,j,k) = tt
      enddo
      enddo
      enddo
      end

c     The transposed of that.
      subroutine lgrad3t(w,ur,us,ut,dt)
      implicit none
      include 'SIZE'
      real*8 w(lx1,ly1,lz1)
      real*8 ur(lx1,ly1,lz1), us(lx1,ly1,lz1), ut(lx1,ly1,lz1)
      real*8 dt(lx1,lx1), s
      integer i, j, k, l
      do k=1,lz1
      do j=1,ly1
      do i=1,lx1
         s = 0
         do l=1,lx1
            s = s + dt(i,l)*ur(l,j,k) + dt(j,l)*us(i,l,k)
     $        + dt(k,l)*ut(i,j,l)
         enddo
         w(i,j,k) = s
      enddo
      enddo
      enddo
      end

c     Direct stiffness summation: all copies of a point get their sum.
      subroutine dssum(u,ug,glo,ptr,lst,n,nglob)
      implicit none
      integer n, nglob, glo(n), ptr(nglob+1), lst(n), i, ig, k
      real*8 u(n), ug(nglob), s
      do ig=1,nglob
         s = 0
         do k=ptr(ig),ptr(ig+1)-1
            s = s + u(lst(k))
         enddo
         ug(ig) = s
      enddo
      do i=1,n
         u(i) = ug(glo(i))
      enddo
      end

c-----------------------------------------------------------------------
      subroutine rzero(a,n)
      implicit none
      integer n, i
      real*8 a(n)
      do i=1,n
         a(i) = 0
      enddo
      end

      subroutine copy(a,b,n)
      implicit none
      integer n, i
      real*8 a(n), b(n)
      do i=1,n
         a(i) = b(i)
      enddo
      end

      subroutine col2(a,b,n)
      implicit none
      integer n, i
      real*8 a(n), b(n)
      do i=1,n
         a(i) = a(i)*b(i)
      enddo
      end

      subroutine add2s1(a,b,c,n)
      implicit none
      integer n, i
      real*8 a(n), b(n), c
      do i=1,n
         a(i) = c*a(i) + b(i)
      enddo
      end

      subroutine add2s2(a,b,c,n)
      implicit none
      integer n, i
      real*8 a(n), b(n), c
      do i=1,n
         a(i) = a(i) + c*b(i)
      enddo
      end

      real*8 function glsc3(a,b,c,n)
      implicit none
      integer n, i
      real*8 a(n), b(n), c(n), s
      s = 0
c$loopy begin kernel: sum3
      do i=1,n
         s = s + a(i)*b(i)*c(i)
      enddo
c$loopy end kernel: sum3
      glsc3 = s
      end

c-----------------------------------------------------------------------
c     What is done once: the reference element,
      subroutine semhat
      implicit none
      include 'SIZE'
      include 'DXYZ'
      integer i, j, n, it
      real*8 x, dx, p(lx1), pl, pm, pp, pi
      n = lx1 - 1
      pi = 4*atan(1.d0)
      do i=1,lx1
         x = -cos(pi*(i-1)/n)
         do it=1,50
            call legend(x,n,pl,pm)
            if (i.eq.1 .or. i.eq.lx1) goto 10
            dx = (x*pl-pm)/((n+1)*pl)
            x = x - dx
         enddo
   10    continue
         call legend(x,n,pl,pm)
         zgm1(i) = x
         p(i) = pl
         wxm1(i) = 2/(n*(n+1)*pl*pl)
      enddo
      do j=1,lx1
         do i=1,lx1
            pp = 0
            if (i.ne.j) pp = p(i)/(p(j)*(zgm1(i)-zgm1(j)))
            if (i.eq.1 .and. j.eq.1) pp = -0.25d0*n*(n+1)
            if (i.eq.lx1 .and. j.eq.lx1) pp = 0.25d0*n*(n+1)
            dxm1(i,j) = pp
            dxtm1(j,i) = pp
         enddo
      enddo
      end

c     the polynomials of Legendre of degrees n and n-1 at x,
      subroutine legend(x,n,pl,pm)
      implicit none
      integer n, k
      real*8 x, pl, pm, pn
      pm = 1
      pl = x
      do k=2,n
         pn = ((2*k-1)*x*pl - (k-1)*pm)/k
         pm = pl
         pl = pn
      enddo
      end

c     coordinates in a cube that is deformed inside,
      subroutine genmesh(nelx,nely,nelz)
      implicit none
      include 'SIZE'
      include 'DXYZ'
      include 'MESH'
      integer nelx, nely, nelz, ex, ey, ez, e, i, j, k
      real*8 r, s, t, bend, pi
      pi = 4*atan(1.d0)
      e = 0
      do ez=1,nelz
      do ey=1,nely
      do ex=1,nelx
         e = e + 1
         do k=1,lz1
         do j=1,ly1
         do i=1,lx1
            r = (ex-1 + 0.5d0*(1+zgm1(i)))/nelx
            s = (ey-1 + 0.5d0*(1+zgm1(j)))/nely
            t = (ez-1 + 0.5d0*(1+zgm1(k)))/nelz
            bend = 0.05d0*sin(pi*r)*sin(pi*s)*sin(pi*t)
            xm1(i,j,k,e) = r + bend
            ym1(i,j,k,e) = s - bend
            zm1(i,j,k,e) = t + 0.5d0*bend
         enddo
         enddo
         enddo
      enddo
      enddo
      enddo
      end

c     the metric terms,
      subroutine setgeo(nel)
      implicit none
      include 'SIZE'
      include 'DXYZ'
      include 'MESH'
      integer nel, e, i, j, k
      real*8 xr(lx1,ly1,lz1), xs(lx1,ly1,lz1), xt(lx1,ly1,lz1)
      real*8 yr(lx1,ly1,lz1), ys(lx1,ly1,lz1), yt(lx1,ly1,lz1)
      real*8 zr(lx1,ly1,lz1), zs(lx1,ly1,lz1), zt(lx1,ly1,lz1)
      real*8 rx, ry, rz, sx, sy, sz, tx, ty, tz, jac, w
      do e=1,nel
         call lgrad3(xr,xs,xt,xm1(1,1,1,e),dxm1)
         call lgrad3(yr,ys,yt,ym1(1,1,1,e),dxm1)
         call lgrad3(zr,zs,zt,zm1(1,1,1,e),dxm1)
         do k=1,lz1
         do j=1,ly1
         do i=1,lx1
            rx = ys(i,j,k)*zt(i,j,k) - yt(i,j,k)*zs(i,j,k)
            ry = xt(i,j,k)*zs(i,j,k) - xs(i,j,k)*zt(i,j,k)
            rz = xs(i,j,k)*yt(i,j,k) - xt(i,j,k)*ys(i,j,k)
            sx = yt(i,j,k)*zr(i,j,k) - yr(i,j,k)*zt(i,j,k)
            sy = xr(i,j,k)*zt(i,j,k) - xt(i,j,k)*zr(i,j,k)
            sz = xt(i,j,k)*yr(i,j,k) - xr(i,j,k)*yt(i,j,k)
            tx = yr(i,j,k)*zs(i,j,k) - ys(i,j,k)*zr(i,j,k)
            ty = xs(i,j,k)*zr(i,j,k) - xr(i,j,k)*zs(i,j,k)
            tz = xr(i,j,k)*ys(i,j,k) - xs(i,j,k)*yr(i,j,k)
            jac = xr(i,j,k)*rx + yr(i,j,k)*ry + zr(i,j,k)*rz
            w = wxm1(i)*wxm1(j)*wxm1(k)
            bm1(i,j,k,e) = w*jac
            w = w/jac
            gxyz(i,j,k,1,e) = w*(rx*rx + ry*ry + rz*rz)
            gxyz(i,j,k,2,e) = w*(rx*sx + ry*sy + rz*sz)
            gxyz(i,j,k,3,e) = w*(rx*tx + ry*ty + rz*tz)
            gxyz(i,j,k,4,e) = w*(sx*sx + sy*sy + sz*sz)
            gxyz(i,j,k,5,e) = w*(sx*tx + sy*ty + sz*tz)
            gxyz(i,j,k,6,e) = w*(tx*tx + ty*ty + tz*tz)
         enddo
         enddo
         enddo
      enddo
      end

c     and which points are the same.
      subroutine setnum(nelx,nely,nelz)
      implicit none
      include 'SIZE'
      include 'MESH'
      integer nelx, nely, nelz, ex, ey, ez, e, i, j, k, l, ig
      integer ix, iy, iz, ngx, ngy, ngz, m
      ngx = nelx*(lx1-1) + 1
      ngy = nely*(ly1-1) + 1
      ngz = nelz*(lz1-1) + 1
      nglob = ngx*ngy*ngz
      do ig=1,nglob+1
         ptr(ig) = 0
      enddo
      e = 0
      l = 0
      do ez=1,nelz
      do ey=1,nely
      do ex=1,nelx
         e = e + 1
         do k=1,lz1
         do j=1,ly1
         do i=1,lx1
            ix = (ex-1)*(lx1-1) + i
            iy = (ey-1)*(ly1-1) + j
            iz = (ez-1)*(lz1-1) + k
            ig = ix + ngx*(iy-1 + ngy*(iz-1))
            l = l + 1
            glo(l) = ig
            ptr(ig+1) = ptr(ig+1) + 1
            mask(i,j,k,e) = 1
            if (ix.eq.1 .or. ix.eq.ngx) mask(i,j,k,e) = 0
            if (iy.eq.1 .or. iy.eq.ngy) mask(i,j,k,e) = 0
            if (iz.eq.1 .or. iz.eq.ngz) mask(i,j,k,e) = 0
         enddo
         enddo
         enddo
      enddo
      enddo
      enddo
      ptr(1) = 1
      do ig=1,nglob
         ptr(ig+1) = ptr(ig+1) + ptr(ig)
      enddo
      do m=1,l
         ig = glo(m)
         mult(m,1,1,1) = 1.d0/(ptr(ig+1) - ptr(ig))
      enddo
      do m=1,l
         ig = glo(m)
         lst(ptr(ig)) = m
         ptr(ig) = ptr(ig) + 1
      enddo
      do ig=nglob,1,-1
         ptr(ig+1) = ptr(ig)
      enddo
      ptr(1) = 1
      end

      subroutine setrhs(f,x,y,z,b,pi,n)
      implicit none
      integer n, i
      real*8 f(n), x(n), y(n), z(n), b(n), pi, u
      do i=1,n
         call exact(u,x(i),y(i),z(i),pi)
         f(i) = 3*pi*pi*u*b(i)
      enddo
      end

c$loopy begin
c t = lp.parse_fortran(SOURCE, FILENAME)
c # An element a work-group, a point a work-item.
c ax = lp.tag_inames(t["ax"], "e:g.0")
c for nest in ["", "lgrad3_", "lgrad3t_"]:
c     ax = lp.tag_inames(ax, f"{nest}i:l.0, {nest}j:l.1, {nest}k:l.2")
c names = "sum3 dssum col2 rzero copy add2s1 add2s2"
c RESULT = [ax] + [lp.map_parallel(t[name]) for name in names.split()]
c$loopy end
