! --cuda-graphs=loops: a loop of the host whose launches do not depend on its
! iname launches a graph of one iteration, inner loops of few ones with it.
! RUN: rm -rf %t && mkdir %t && %loopyc -Wno-serial %s --target=cuda --cuda-graphs=loops -o %t/p
! RUN: FileCheck %s --input-file=%t/p.cu
! RUN: %loopyc -Wno-serial %s --target=cuda --cuda-graphs=none -o %t/plain && FileCheck %s --check-prefix=PLAIN --input-file=%t/plain.cu
! RUN: not %loopyc %s --target=cuda --cuda-graphs=loops --cuda-kernels=loaded -o %t/loaded 2>&1 | FileCheck %s --check-prefix=LOADED
! RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -c %t/p.cu -o %t/p.o %}
!
! In a driver that fails:
! RUN: sed -n '/^struct recorded_steps {/,/^static void end_steps/p' %t/p.cu > %t/launcher.inc
! RUN: sed -n '/^static void end_steps/,/^}/p' %t/p.cu | tail -n +2 >> %t/launcher.inc
! RUN: sed -n '/^extern "C" int step_launch_cuda/,/^}/p' %t/p.cu >> %t/launcher.inc
! RUN: c++ -std=c++17 -fsanitize=address -Wall -Wextra -Werror -I %t %inputs/graphs.cpp -o %t/run
! RUN: %t/run | FileCheck %s --check-prefix=DONE
!
! CHECK-LABEL: extern "C" int step_launch_cuda(
! CHECK: begin_steps(&loopyc_steps_t, stream, m);
! CHECK-NEXT: for (int64_t t = 0LL;
! CHECK: if (replay_step(&loopyc_steps_t, &status))
! CHECK-NEXT: continue;
! CHECK-NEXT: do {
! CHECK: status = step_part_launch_cuda(loopyc_steps_t.stream,
! CHECK: status = step_0_part_launch_cuda(loopyc_steps_t.stream,
! CHECK: } while (end_step(&loopyc_steps_t, &status));
! CHECK-NEXT: }
! CHECK-NEXT: end_steps(&loopyc_steps_t);
! CHECK-LABEL: extern "C" int sweeps_launch_cuda(
! CHECK: begin_steps(&loopyc_steps_sweep, stream,
! CHECK: do {
! CHECK-NEXT: for (int64_t colour = 0LL; colour <= 1LL
! CHECK: status = sweeps_part_launch_cuda(loopyc_steps_sweep.stream,
! CHECK-NOT: begin_steps
! CHECK: } while (end_step(&loopyc_steps_sweep, &status));
! CHECK-LABEL: extern "C" int timed_launch_cuda(
! CHECK-NOT: begin_steps
! CHECK-LABEL: extern "C" int shrinking_launch_cuda(
! CHECK-NOT: begin_steps
! CHECK-LABEL: extern "C" int waiting_launch_cuda(
! CHECK-NOT: begin_steps
! CHECK-LABEL: extern "C" int sometimes_launch_cuda(
! CHECK-NOT: begin_steps
! PLAIN-NOT: _steps
! LOADED: --cuda-graphs=loops is for launchers that nvcc compiles
!
! DONE: 0 iterations: status 0, 0 graphs, right
! DONE: 1 iterations: status 0, 0 graphs, right
! DONE: 31 iterations: status 0, 0 graphs, right
! DONE: 32 iterations: status 0, 31 graphs, right
! DONE: 100 iterations: status 0, 99 graphs, right
! DONE: q0, 40 iterations: status 0, 0 graphs, right
! DONE: s0, 40 iterations: status 0, 0 graphs, right
! DONE: b0, 40 iterations: status 0, 0 graphs, right
! DONE: l0, 40 iterations: status 0, 0 graphs, right
! DONE: e0, 40 iterations: status 0, 0 graphs, right
! DONE: i0, 40 iterations: status 0, 0 graphs, right
! DONE: g0, 40 iterations: status 10, 0 graphs, right
! DONE: l1, 40 iterations: status 0, 0 graphs, right
! DONE: g1, 40 iterations: status 10, 1 graphs, right
! DONE: in a caller's graph: 80 launches, 0 graphs
subroutine step(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, j, t
  do t = 1, m
    do i = 1, n
      b(i) = a(i - 1) + a(i + 1)
    end do
    do j = 1, n
      a(j) = b(j - 1) + b(j)
    end do
  end do
end subroutine

! The launch depends on the colour, not on the sweep.
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

subroutine timed(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, j, t
  do t = 1, m
    do i = 1, n
      b(i) = a(i - 1) + a(i + 1)*t
    end do
    do j = 1, n
      a(j) = b(j - 1) + b(j)
    end do
  end do
end subroutine

subroutine shrinking(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, j, t
  do t = 1, n
    do i = 1, n - t
      b(i) = a(i - 1) + a(i + 1)
    end do
    do j = 1, n
      a(j) = b(j - 1) + b(j)
    end do
  end do
end subroutine

! The host waits for the number of work-groups.
subroutine waiting(n, m, k, a, b)
  integer, intent(in) :: n, m
  integer, intent(in) :: k(n)
  real(8), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, j, l, t, most
  do t = 1, m
    most = 0
    do l = 1, n
      most = max(most, min(k(l), n))
    end do
    do i = 1, most
      b(i) = a(i - 1) + a(i + 1)
    end do
    do j = 1, n
      a(j) = b(j - 1) + b(j)
    end do
  end do
end subroutine

subroutine sometimes(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, j, t
  do t = 1, m
    if (mod(t, 3) == 0) then
      do i = 1, n
        b(i) = a(i - 1) + a(i + 1)
      end do
    end if
    do j = 1, n
      a(j) = b(j - 1) + b(j)
    end do
  end do
end subroutine
