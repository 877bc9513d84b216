C     Variables of common blocks that nothing but a statement function mentions.
C     REQUIRES: gfortran
C     RUN: %loopyc %s --check --target=c -o %t 2>&1 | FileCheck %s
C     RUN: %loopyc %s --target=c -o %t && %fc -fsyntax-only %t_stub.f90
C     CHECK: check: SATUR: c: ok
      SUBROUTINE SATUR(KLON, T, Q)
      IMPLICIT NONE
      INTEGER KLON, JL
      REAL*8 T(KLON), Q(KLON), R2ES, R3LES, RTT
      COMMON /YOE/ R2ES, R3LES, RTT
      REAL*8 FOEEW, FOEDQ, X, Y
      FOEEW(X) = R2ES*(R3LES*(X - RTT))
      FOEDQ(Y) = FOEEW(Y)*2
      DO JL = 1, KLON
        Q(JL) = FOEDQ(T(JL))
      END DO
      END
