! A private procedure of a module in fixed form.
! RUN: %loopyc %s --check --target=c | FileCheck %s
! REQUIRES: gfortran

! CHECK: check: HIDDEN: c: ok
      MODULE CLOSED
      IMPLICIT NONE
      PRIVATE
      REAL, PARAMETER :: FACTOR = 3
      CONTAINS
      SUBROUTINE HIDDEN(N, X)
      INTEGER N, I
      REAL X(N)
      DO 10 I = 1, N
         X(I) = FACTOR
C     scaled
     &        * X(I)
   10 CONTINUE
      END SUBROUTINE
      END MODULE
