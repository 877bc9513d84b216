! RUN: %loopyc --emit=ir -o - %s | FileCheck %s
! Fixed form: directives in comment lines of every style, continuation lines,
! labelled loops; the transform block sees its own lines.
! CHECK: line 25 of fixed-form.f
! CHECK-LABEL: KERNEL: SAXPY
! CHECK: Y[I] = Y[I] + A*X[I]  {id=Y_0, tags=star:update}
      SUBROUTINE SAXPY(N, A, X, Y)
      INTEGER N, I
      REAL A, X(N), Y(N)
C$LOOPY BEGIN TAGGED: update
*$loopy begin tagged: star
      DO 10 I = 1, N
        Y(I) = Y(I) +
     &         A*X(I)
   10 CONTINUE
c$loopy end tagged: star
!$loopy end tagged: update
      RETURN
      END

c$loopy begin
c     import sys
c     frame = sys._getframe()
*     name = FILENAME.split("/")[-1]
C     print("line", frame.f_lineno, "of", name)
c     RESULT = lp.parse_fortran(SOURCE, FILENAME)
c$loopy end
