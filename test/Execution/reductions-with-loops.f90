! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --map-parallel --param nc=37 --param nl=5 2>&1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --map-parallel --param nc=1 --param nl=0 2>&1 | FileCheck %s
! RUN: %loopyc %s -Werror --print-script | FileCheck %s --check-prefix=SCRIPT
! A loop that carries a reduction alone, with a parallel loop in it: it is spread
! where another loop in it would be one work-item's.
! CHECK: check: flows: c: ok
! CHECK: check: last: c: ok
! SCRIPT: t["flows"]
! SCRIPT: split_iname(knl, "c_inner", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT: t["last"]
! SCRIPT: split_iname(knl, "c_inner", 128, outer_tag="g.0", inner_tag="l.0")
module work
  real(8) :: flux
contains
  subroutine flows(nc, nl, edges, levels, u, tend, total)
    integer, intent(in) :: nc, nl, edges(nc), levels(nc)
    real(8), intent(in) :: u(nl, 3, nc)
    real(8), intent(inout) :: tend(nl, nc), total
    integer :: c, i, k
    real(8) :: f
    do c = 1, nc
      do k = 1, nl
        tend(k, c) = 0
      end do
      f = 0
      do i = 1, min(3, edges(c))
        do k = 1, min(nl, levels(c))
          f = 0.5d0*f + u(k, i, c)
          tend(k, c) = tend(k, c) + f
        end do
      end do
      total = total + f
    end do
  end subroutine

  ! The last value that any column has assigned, beside a sum in an array.
  subroutine last(nc, nl, edges, levels, u, tend, sums)
    integer, intent(in) :: nc, nl, edges(nc), levels(nc)
    real(8), intent(in) :: u(0:nl, 3, nc)
    real(8), intent(inout) :: tend(nl, nc), sums(3)
    integer :: c, i, k
    do c = 1, nc
      do k = 1, nl
        tend(k, c) = 0
      end do
      do i = 1, min(3, edges(c))
        do k = 1, min(nl, levels(c))
          flux = u(k, i, c)
          tend(k, c) = 0.5d0*tend(k, c) + flux
        end do
      end do
      sums(2) = sums(2) + u(0, 1, c)
    end do
  end subroutine
end module
