C     Bounds of arrays in dummies that nothing assigns, though no intent says
C     so, hold in regions: in subroutines with common blocks, say.
C     REQUIRES: gfortran, opencl
C     RUN: %loopyc %s --check --target=c,opencl 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not="kernel 'UPDATE'"
C     RUN: %loopyc %s --target=c --emit=ir -o - | FileCheck %s --check-prefix=IR
C     CHECK-DAG: check: UPDATE: c: ok
C     CHECK-DAG: check: UPDATE: opencl: ok
C     CHECK-DAG: check: CHANGED: c: ok
C     IR-LABEL: KERNEL: UPDATE
C     IR: U: type: float64, shape: (N*NQ + 2*NQ)
C     IR-LABEL: KERNEL: CHANGED
C     IR: V: type: float64, shape: (V_size_1)
      SUBROUTINE UPDATE(N, NQ, U, F, DT)
      REAL*8 U(NQ,0:N+1), F(NQ,N+1), DT, P(100)
      COMMON /W/ P
      DO 10 I = 1, N+1
        CALL FLUX(NQ, U(1,I-1), F(1,I))
   10 CONTINUE
      DO 30 I = 1, N
      DO 30 K = 1, NQ
   30   U(K,I) = U(K,I) - DT*(F(K,I+1)-F(K,I))*P(1)
      END
      SUBROUTINE FLUX(NQ, Q, G)
      REAL*8 Q(*), G(*)
      DO 5 K = 1, NQ
    5 G(K) = Q(K)*Q(1)
      END
C     What is called assigns the argument.
      SUBROUTINE CHANGED(N, V)
      REAL*8 V(N), P(100)
      COMMON /W/ P
      M = 1
      CALL LOWER(N, M)
      DO 40 I = 1, N
   40 V(I) = V(I) + P(1)
      END
      SUBROUTINE LOWER(K, M)
      K = K - M
      END
