! Loops of the host as CUDA graphs: of one launch and of several, too short to
! be recorded, and not at all.
! REQUIRES: gpu, nvcc, gfortran
! DEFINE: %{check} = %loopyc -Wno-serial %s --check --target=cuda --cuda-graphs=loops
! RUN: %{check} --param n=37 --param m=100 | FileCheck %s
! RUN: %{check} --param n=1000 --param m=33 | FileCheck %s
! RUN: %{check} --param n=1 --param m=31 | FileCheck %s
! RUN: %{check} --param n=0 --param m=40 | FileCheck %s
! CHECK: check: step: cuda: ok
! CHECK: check: sweeps: cuda: ok
subroutine step(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n), b(n)
  real(8) :: c(n), most
  integer :: i, j, k, t
  do t = 1, m
    most = 0
    do k = 1, n
      most = max(most, abs(a(k)))
    end do
    do i = 1, n
      c(i) = 0.5d0*a(n + 1 - i) + 0.25d0*most
    end do
    do j = 1, n
      a(j) = 0.5d0*c(n + 1 - j) + 0.125d0*b(j)
    end do
  end do
end subroutine

subroutine sweeps(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:2*n+2)
  integer :: i, colour, sweep
  do sweep = 1, m
    do colour = 0, 1
      do i = 1, n
        a(2*i - colour) = 0.5d0*(a(2*i - colour - 1) + a(2*i - colour + 1))
      end do
    end do
  end do
end subroutine
