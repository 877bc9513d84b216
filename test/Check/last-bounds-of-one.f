! a(1) stands for a(*) where more of it is mentioned, and b(1) for b(1) where
! that is all; so does a named constant that is 1.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c --param n=7 %s | FileCheck %s
! RUN: %loopyc --target=c --emit=ir -o - %s | FileCheck %s --check-prefix=IR
! RUN: %loopyc --target=opencl --emit=stub -o - %s | FileCheck %s --check-prefix=STUB
! CHECK: check: zero: c: ok
! CHECK: check: pairs: c: ok
! CHECK: check: whole: c: ok
! CHECK: check: caller: c: ok
! CHECK: check: species: c: ok
! STUB: {{^}}! Launches kernel zero;
! STUB-NEXT: {{^}}subroutine zero_offload(loopyc_call, a, n)
! STUB: {{^ *}}loopyc_device_a = loopyrt_array(loopyc_pointer, "a"{{.*}}, a, {{8_8\*.*int\(n, 8\)}}
! IR-LABEL: KERNEL: zero
! IR: a: type: float64, shape: (?)
      subroutine zero(a, n)
      real*8 a(1)
      integer n
      do 1 i = 1, n
    1 a(i) = 0
      end
! IR-LABEL: KERNEL: pairs
! IR: p: type: float64, shape: (2, ?)
      subroutine pairs(p, n)
      integer n
      real*8 p(2, 1)
      do i = 1, n
        p(1, i) = i
        p(2, i) = p(1, i) + 1
      end do
      end
! IR-LABEL: KERNEL: whole
! IR: b: type: float64, shape: (1)
      subroutine whole(b, c, n)
      integer n
      real*8 b(1), c(n)
      b = 2
      do i = 1, n
        c(i) = b(1)
      end do
      end
! What is called goes on behind the first element.
! IR-LABEL: KERNEL: caller
! IR: a: type: float64, shape: (?)
      subroutine caller(a, n)
      integer n
      real*8 a(1)
      call zero(a, n)
      end
! IR-LABEL: KERNEL: species
! IR: q: type: float64, shape: (n, 1)
      subroutine species(q, n, ns)
      integer n, ns, nmax
      parameter (nmax = 1)
      real*8 q(n, nmax)
      do k = 1, min(ns, 1)
        do i = 1, n
          q(i, k) = k
        end do
      end do
      end
