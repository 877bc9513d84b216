C     An external subroutine in fixed form, and one that it calls.
      SUBROUTINE AXPY(N, A, X, Y)
      INTEGER N, I
      REAL A, X(*), Y(*), TWICE
      DO 10 I = 1, N
        Y(I) = Y(I) + TWICE(A)*X(I)
   10 CONTINUE
      END
      REAL FUNCTION TWICE(A)
      REAL A
      TWICE = 2*A
      END
      SUBROUTINE UNUSED(N)
      INTEGER N
      CALL NOTHING(N)
      END
