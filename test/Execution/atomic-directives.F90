! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 -Werror=serial -Wno-cut --check --target=opencl --param nn=53 --param ne=211 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 -Werror=serial -Wno-cut --check --target=opencl --param nn=7 --param ne=1 | FileCheck %s
! RUN: %loopyc %s -DRK=8 -Werror=serial -Wno-cut --emit=device -o - | FileCheck %s --check-prefix=CODE
! Updates that directives say to be atomic are, where data choose the element:
! their loops are spread without a script. What stays the same element is a
! parallel reduction all the same.
! CHECK: check: edges: opencl: ok
! CHECK: check: histogram: opencl: ok
! CHECK: check: residues: opencl: ok
! CODE: edges
! CODE: atomic: the directive above line [[#@LINE+22]] says that the updates of 'res' are atomic: they come in any order, so that
! CODE: void edges
! CODE: atomic_add
! CODE: atomic_add
! CODE: histogram
! CODE: the updates of 'bins' are atomic: they come in any order{{$}}
! CODE-NOT: the updates of 'total'
! CODE: atomic_{{.*}}bins
! CODE: residues
! CODE: the updates of 'h' are atomic
! CODE: the updates of 'd' are atomic
subroutine edges(nn, ne, nodes, w, q, res)
  implicit none
  integer, intent(in) :: nn, ne, nodes(2, ne)
  real(RK), intent(in) :: w(ne), q(nn)
  real(RK), intent(inout) :: res(nn)
  integer :: e
  real(RK) :: f
  !$omp parallel do private(f)
  do e = 1, ne
    f = w(e)*(q(nodes(1, e)) - q(nodes(2, e)))
    !$omp atomic
    res(nodes(1, e)) = res(nodes(1, e)) - f

    !$omp atomic update seq_cst
    ! the other end
    res(nodes(2, e)) = res(nodes(2, e)) + f
  end do
end subroutine

subroutine histogram(nn, x, bins, total)
  implicit none
  integer, intent(in) :: nn
  real(RK), intent(in) :: x(nn)
  integer, intent(inout) :: bins(0:9)
  real(RK), intent(inout) :: total
  integer :: i, b
  !$acc parallel loop
  do i = 1, nn
    b = min(9, int(abs(x(i))*10))
    !$acc atomic update
    bins(b) = bins(b) + 1
    !$acc end atomic
    !$acc atomic
    total = total + x(i)
  end do
end subroutine

! Iterations share elements that their subscripts tell apart.
subroutine residues(nn, ne, w, h, d)
  implicit none
  integer, intent(in) :: nn, ne
  real(RK), intent(in) :: w(nn, ne)
  integer, intent(inout) :: h(0:4)
  real(RK), intent(inout) :: d(2:nn + ne)
  integer :: i, j
  do j = 1, ne
    do i = 1, nn
      !$acc atomic update
      h(mod(i*j, 5)) = h(mod(i*j, 5)) + 1
      !$omp atomic
      d(i + j) = d(i + j) + w(i, j)
    end do
  end do
end subroutine
