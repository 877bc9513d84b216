c     One matrix product for all planes of a field, whose first two axes are
c     one for it: products of extents that procedures compute for themselves,
c     each in a scalar of its own, bound the loops and are strides. Each launch
c     knows what the host has computed.
c
c     REQUIRES: gfortran, opencl
c     RUN: %loopyc %s --target=c,opencl -Werror -o %t
c     RUN: FileCheck %s --input-file=%t.cl
c     RUN: %loopyc %s --check --verify --param nx=1
c     RUN: %loopyc %s --check --target=c --param nx=0
c     RUN: %loopyc %s --check --target=c --param nx=5
c
c     CHECK: void around(
c     CHECK: void around_1(
c     CHECK: gid(1) * nx * nx + lid(0)
      subroutine around(nx, ut, wk, w, u, dt, c)
      integer nx, n, i
      real*8 ut(nx*nx*nx), wk(nx*nx*nx), w(nx*nx*nx), u(nx*nx*nx)
      real*8 dt(nx*nx), c(nx*nx*nx)
      n = nx - 1
      call forth(ut, u, n, dt)
      do i = 1, nx*nx*nx
        ut(i) = c(i)*ut(i)
      end do
      call back(w, ut, n, dt, wk)
      end
      subroutine forth(ut, u, n, dt)
      integer n, m1, m2
      real*8 ut(0:n, 0:n, 0:n), u(0:n, 0:n, 0:n), dt(0:n, 0:n)
      m1 = n + 1
      m2 = m1*m1
      call mxm(u, m2, dt, m1, ut, m1)
      end
      subroutine back(w, ut, n, dt, wk)
      integer n, m1, m2, m3, i
      real*8 w(*), wk(*), ut(*), dt(*)
      m1 = n + 1
      m2 = m1*m1
      m3 = m1*m1*m1
      call mxm(ut, m2, dt, m1, wk, m1)
      do i = 1, m3
        w(i) = w(i) + wk(i)
      end do
      end
      subroutine mxm(a, n1, b, n2, c, n3)
      integer n1, n2, n3, i, j, k
      real*8 a(n1, n2), b(n2, n3), c(n1, n3)
      do j = 1, n3
        do i = 1, n1
          c(i, j) = 0
          do k = 1, n2
            c(i, j) = c(i, j) + a(i, k)*b(k, j)
          end do
        end do
      end do
      end
!$loopy begin
! RESULT = [lp.map_parallel(lp.parse_fortran(SOURCE, FILENAME)["around"])]
!$loopy end
