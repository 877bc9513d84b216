C RUN: %loopyc %s --target=c --emit=ir -o - 2>&1 | FileCheck %s
C RUN: %loopyc %s --target=c --check 2>&1 | FileCheck %s --check-prefix=OK

C FORMAT statements anywhere, and DATA behind a statement function, which is
C where executable statements begin: nothing of them stays on the host. What the
C host writes does.
C CHECK-NOT: fluxes' is cut
C CHECK: 'told' is cut into kernel 'told' {{.*}} write statement [-Wcut]
C CHECK-LABEL: KERNEL: fluxes
C CHECK: f[i] = 0.5d0*(q[i] + q[i + 1])
C OK: told: c: ok
      subroutine fluxes(n, q, f)
      implicit real*8 (a-h, o-z)
      integer n
      real*8 q(n), f(n)
      real*8 avg, p1, p2
      avg(p1, p2) = half*(p1 + p2)
      data half /0.5d0/
  100 format(a, i5)
      do 10 i = 1, n-1
        f(i) = avg(q(i), q(i+1))
  200 format(2x, a)
   10 continue
  300 format(e12.4)
      end

      subroutine told(n, q)
      integer n
      real*8 q(n), s
      s = 0
      do 20 i = 1, n
        s = s + q(i)
   20 continue
      do 30 i = 1, n
        q(i) = q(i)/(1 + abs(s))
   30 continue
      if (n .lt. 0) write(*, 400) s
  400 format(e12.4)
      end
