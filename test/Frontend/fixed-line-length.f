! RUN: %loopyc -ffixed-line-length-100 --emit=ir -o - %s | FileCheck %s
! RUN: %loopyc -ffixed-line-length-none --emit=ir -o - %s | FileCheck %s
! RUN: %loopyc -ffixed-line-length-100 -ffree-line-length-none --target=c --emit=stub -o - %s | FileCheck %s --check-prefix=STUB
! RUN: not %loopyc -ffixed-line-length-5 %s 2>&1 | FileCheck %s --check-prefix=SHORT
! Statements may go on up to a column that the command line names.
! CHECK: Y[I_inner + 128*I_outer] = A*X[I_inner + 128*I_outer] + B*X
! STUB: Y(I) = A*X(I) + B*X(I)
! SHORT: error: '-ffixed-line-length-5' wants a number of columns from 7 on, 0 or none
      SUBROUTINE TWO(N, A, B, X, Y)
      INTEGER N, I
      REAL A, B, X(N), Y(N)
      DO 10 I = 1, N
        Y(I) = A*X(I)                                                      + B*X(I)
   10 CONTINUE
      END
