C     A jump out of a loop to a labelled RETURN at the end.
C     RUN: %loopyc %s -Wno-serial --check --target=c -o %t | FileCheck %s
C     CHECK: check: SOLVE: c: ok
C     CHECK: 2 of 2 branches taken
      SUBROUTINE SOLVE(NX, ITMAX, EPS, P, Q, NIT)
      INTEGER NX, ITMAX, NIT, I, IT
      REAL*8 P(NX), Q(NX), EPS, DMAX
      NIT = 0
      DO 100 IT = 1, ITMAX
         DMAX = 0.0D0
         DO 20 I = 2, NX-1
            Q(I) = 0.5D0*(P(I-1) + P(I+1))
            DMAX = DMAX1(DMAX, DABS(Q(I) - P(I)))
   20    CONTINUE
         DO 30 I = 2, NX-1
   30    P(I) = Q(I)
         NIT = IT
         IF (DMAX .LT. EPS) GO TO 200
  100 CONTINUE
  200 RETURN
      END
