! Fortran in capitals meets macros of C; the kernel keeps its own names where C
! has no other use for them.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! CHECK: opencl: ok
! CHECK: c: ok
! RUN: %loopyc %s --target=opencl --emit=header -o - | FileCheck %s --check-prefix=HEADER
! HEADER: int EOF_launch_opencl({{.*}}int32_t N, float E, float I, float NULL_,
! HEADER-NEXT: float NAN_, float M_PI_, float INT_MAX_, float RAND_MAX_
SUBROUTINE EOF(N, E, I, NULL, NAN, M_PI, INT_MAX, RAND_MAX, BUFSIZ, SIZE_MAX, &
               UINT_MAX, FLT_EPSILON, M_SQRT2, HUGE_VALL, SEEK_SET, LINUX, &
               EXIT_FAILURE, SNAN, DBL_DIG, INT8_MAX, CLOCKS_PER_SEC, TRUE, FOO)
  IMPLICIT NONE
  INTEGER N, J
  REAL E, I, NULL, NAN, M_PI, INT_MAX, RAND_MAX, BUFSIZ, SIZE_MAX, UINT_MAX, &
       FLT_EPSILON, M_SQRT2, HUGE_VALL, SEEK_SET, LINUX, EXIT_FAILURE, SNAN, &
       DBL_DIG, INT8_MAX, CLOCKS_PER_SEC, TRUE, FOO(N)
  DO J = 1, N
    FOO(J) = E + I + NULL + NAN + M_PI + INT_MAX + RAND_MAX + BUFSIZ + &
             SIZE_MAX + UINT_MAX + FLT_EPSILON + M_SQRT2 + HUGE_VALL + &
             SEEK_SET + LINUX + EXIT_FAILURE + SNAN + DBL_DIG + INT8_MAX + &
             CLOCKS_PER_SEC + TRUE
  END DO
END SUBROUTINE
