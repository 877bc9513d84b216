! Scalars that have another value in each iteration, or in some: elements at them
! may be the same ones. (blocks-by-indices.f90 has those that stay.)
! REQUIRES: gfortran
! RUN: %loopyc %s --report=text | FileCheck %s --check-prefix=REPORT
! RUN: %loopyc %s --check --target=c --param m=37 --param nb=7 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param m=1 --param nb=1 -Wno-branches | FileCheck %s
! CHECK-DAG: check: chosen: c: ok
! CHECK-DAG: check: counted: c: ok
! CHECK-DAG: check: left: c: ok

! REPORT: do jb in 'chosen': parallel
! REPORT: do jc: serial
subroutine chosen(m, nb, c, a)
  integer, intent(in) :: m, nb, c(m, nb)
  real(8), intent(inout) :: a(m + 3, nb)
  integer :: jb, jc, s
  do jb = 1, nb
    do jc = 1, m
      if (mod(abs(c(jc, jb)), 2) == 0) then
        s = 1
      else
        s = 2
      end if
      a(jc + s, jb) = a(jc + s, jb) + jc
    end do
  end do
end subroutine

! REPORT: do jb in 'counted': parallel
! REPORT: do jc: serial
subroutine counted(m, nb, c, a)
  integer, intent(in) :: m, nb, c(m, nb)
  real(8), intent(inout) :: a(m + 3, nb)
  integer :: jb, jc, s, t
  do jb = 1, nb
    if (c(1, jb) > 0) then
      s = 1
    else
      s = 0
    end if
    do jc = 1, m
      t = s
      a(jc + t, jb) = jc
      t = t + 1
      a(jc + t, jb) = a(jc + t, jb) + 0.5d0
    end do
  end do
end subroutine

! REPORT: do jb in 'left': parallel
! REPORT: do jc: serial
subroutine left(m, nb, c, a)
  integer, intent(in) :: m, nb, c(m, nb)
  real(8), intent(inout) :: a(m + 3, nb)
  integer :: jb, jc, lo, hi, s
  do jb = 1, nb
    s = 1
    if (c(1, jb) > 0) s = 2
    do jc = s, m
      lo = s
      a(jc - lo + 1, jb) = jc
      if (c(jc, jb) > 0) s = 1
    end do
  end do
end subroutine
!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
