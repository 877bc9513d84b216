! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param nn=101 --param ne=100 --param nc=2 --init first='1 + 50*i0' --init nodes='1 + 2*(i1 %% 50) + i1/50 + i0' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param nn=3 --param ne=1 --param nc=2 --init first='1 + i0/2' --init nodes='1 + i0' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param nn=1 --param ne=0 --param nc=3 --init first=1 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --emit=device -o - | FileCheck %s --check-prefix=CODE
! What a script says of work-items in different groups needs no barrier, and a
! loop around launches may be tagged as one that runs in order.
! CHECK: check: coloured: opencl: ok
! CHECK: check: coloured: c: ok
! CODE: first[c]
! CODE: reqd_work_group_size(128, 1, 1)
! CODE: void coloured_0(
! CODE: res[
! CODE: res[
! CODE-NOT: void coloured_1(
subroutine coloured(nn, ne, nc, first, nodes, w, q, res)
  implicit none
  integer, intent(in) :: nn, ne, nc, first(nc + 1), nodes(2, ne)
  real(RK), intent(in) :: w(ne), q(nn)
  real(RK), intent(inout) :: res(nn)
  integer :: c, e
  real(RK) :: f
  do c = 1, nc
    do e = first(c), first(c + 1) - 1
      f = w(e)*(q(nodes(1, e)) - q(nodes(2, e)))
      res(nodes(1, e)) = res(nodes(1, e)) - f
      res(nodes(2, e)) = res(nodes(2, e)) + f
    end do
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.tag_inames(knl, "c:ord")
! knl = lp.add_nosync(knl, "any", "writes:res", "writes:res")
! RESULT = lp.map_parallel(knl)
!$loopy end
