! Numbers that locals are assigned in turn, where what is called reads them:
! iterations do not read a variable that is assigned anew behind their loop.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=13 --param nb=3 --param first_5=2 --param first_7=1 --param last_5=12 --param last_7=9 2>&1 | FileCheck %s --implicit-check-not="kernel 'step'"
! RUN: %loopyc %s --check --target=c --param n=1 --param nb=1 --param last_5=1 --param last_7=0 2>&1 | FileCheck %s
! RUN: %loopyc %s --target=c --emit=ir -o - | FileCheck %s --check-prefix=IR
! CHECK-NOT: FAILED
! CHECK-DAG: check: step: c: ok
! CHECK-DAG: check: counted: c: ok
! IR-LABEL: KERNEL: step
! IR: max(1, first_5)
! IR: max(1, first_7)
! IR-LABEL: KERNEL: counted
! IR: b[i] = a[k - 1]
module blocks
  implicit none
contains
  subroutine step(n, nb, phase, first, last, u, v)
    integer, intent(in) :: n, nb, phase, first(9), last(9)
    real(8), intent(inout) :: u(n, nb), v(n, nb)
    integer :: level, jb, je, i0, i1
    if (phase == 1) then
      level = 5
      do jb = 1, nb
        call bounds(jb, nb, n, first, last, level, i0, i1)
        do je = i0, i1
          u(je, jb) = 2*v(je, jb)
        end do
        do je = i0 + 1, i1
          v(je, jb) = u(je - 1, jb)
        end do
      end do
    end if
    level = 7
    do jb = 1, nb
      call bounds(jb, nb, n, first, last, level, i0, i1)
      do je = i0, i1
        v(je, jb) = v(je, jb) + u(je, jb)
      end do
    end do
  end subroutine
  subroutine bounds(jb, nb, n, first, last, level, i0, i1)
    integer, intent(in) :: jb, nb, n, first(9), last(9), level
    integer, intent(out) :: i0, i1
    i0 = 1
    i1 = n
    if (jb == 1) i0 = max(1, first(level))
    if (jb == nb) i1 = min(n, last(level))
  end subroutine
  ! What a branch or a loop assigns is no number behind it, nor in it.
  subroutine counted(n, nb, a, b)
    integer, intent(in) :: n, nb
    real(8), intent(in) :: a(2)
    real(8), intent(out) :: b(n)
    integer :: i, k
    k = 1
    do i = 1, n
      b(i) = a(k)
      if (i > nb) k = 2
    end do
    if (nb > 1) k = 1
    if (n > 0) b(1) = b(1) + a(k)
  end subroutine
end module
!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
