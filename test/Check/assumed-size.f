! Assumed-size arrays are as large as the accesses need; fixed form.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s | FileCheck %s
! CHECK: check: scal2: c: ok
      subroutine scal2(n, lda, a, x)
      integer n, lda
      double precision a(lda,*), x(*)
      integer i, j
      do 20 j = 1, n
        do 10 i = 1, n
          a(i,j) = a(i,j) * x(j)
   10   continue
   20 continue
      end
