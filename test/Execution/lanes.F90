! Several work-items for each row of a sparse matrix: loops whose bounds the
! kernel reads are shared out in strides, and what each of its lanes has is put
! together within a warp (LANES and ROWS of a group fill it), or across (64).
! Where there is no GPU, groups are processes and work-items threads.
! REQUIRES: gfortran
! DEFINE: %{options}=
! DEFINE: %{run}=%loopyc %s %{options} --param nv=3 --init begins=1+i0 --init ends=3*i0
! DEFINE: %{targets}=opencl,c
! DEFINE: %{check}=%{run} --check --target=%{targets} -o %t/o | FileCheck %s --implicit-check-not=FAILED
! DEFINE: %{cuda}=sh -c 'PATH=%t/cuda/bin:$PATH %{run} --target=cuda --check-keep=%t/kept' && sh -c 'for p in %t/kept/*_cuda; do $p 0 1e-4 1 | grep -o "^[a-z]*"; done' | FileCheck %s --check-prefix=CUDA
! RUN: rm -rf %t && mkdir -p %t/cuda/lib64 && cp -r %inputs/emulated-cuda %t/cuda/bin
! RUN: ar rc %t/cuda/lib64/libcudart_static.a
!
! REDEFINE: %{options}=-DRK=8 --set LANES=8 --set ROWS=4 --set UNROLL=1 --param n=37 --param nnz=211
! RUN: %if opencl %{ %{check} %}
! RUN: rm -rf %t/kept && %{cuda}
! REDEFINE: %{options}=-DRK=4 --set LANES=32 --set ROWS=2 --set UNROLL=2 --param n=13 --param nnz=600
! RUN: rm -rf %t/kept && %{cuda}
! Groups of no whole warp, of several, and rows across warps.
! REDEFINE: %{options}=-DRK=8 --set LANES=5 --set ROWS=3 --set UNROLL=1 --param n=7 --param nnz=40
! RUN: rm -rf %t/kept && %{cuda}
! REDEFINE: %{options}=-DRK=4 --set LANES=64 --set ROWS=1 --set UNROLL=4 --param n=5 --param nnz=900
! RUN: %if opencl %{ %{check} %}
! Rows of 0, 2, 2, 4, 4, 6, ... elements; one of one; none.
! REDEFINE: %{options}=-DRK=8 --set LANES=4 --set ROWS=8 --set UNROLL=3 --param n=19 --param nnz=180 --init rp=1+i0*i0/2
! RUN: rm -rf %t/kept && %{cuda}
! REDEFINE: %{options}=-DRK=8 --set LANES=2 --set ROWS=16 --set UNROLL=1 --param n=1 --param nnz=1
! RUN: %if opencl %{ %unoptimised %{check} %}
! REDEFINE: %{options}=-DRK=8 --set LANES=8 --set ROWS=4 --set UNROLL=1 --param n=0 --param nnz=3
! RUN: %if opencl %{ %unoptimised %{check} %}
! The interpreter's word on schedules; what local memory has been.
! RUN: %loopyc %s -DRK=8 --set LANES=4 --set ROWS=3 --set UNROLL=2 --verify --param n=5 --param nnz=23 --init begins=1+i0 --init ends=3*i0 -o %t/o | FileCheck %s --check-prefix=VERIFY
! RUN: %if gpu %{ %loopyc %s -DRK=8 --set LANES=8 --set ROWS=16 --set UNROLL=4 --check --target=cuda --param n=4001 --param nnz=100000 --init begins=1+i0 --init ends=3*i0 -o %t/o | FileCheck %s --check-prefix=GPU %}
! CHECK-COUNT-22: : ok
! CUDA-COUNT-11: ok
! CUDA-NOT: {{.}}
! VERIFY-COUNT-11: {{verify: [a-z]*: ok}}
! GPU-COUNT-11: {{check: [a-z]*: cuda: ok}}

subroutine scalar(n, m, nnz, rp, ci, a, x, y)
  integer, intent(in) :: n, m, nnz, rp(n + 1), ci(nnz)
  real(RK), intent(in) :: a(nnz), x(m)
  real(RK), intent(out) :: y(n)
  integer :: i, k
  real(RK) :: s
  do i = 1, n
    s = 0
    do k = rp(i), rp(i + 1) - 1
      s = s + a(k)*x(ci(k))
    end do
    y(i) = s
  end do
end subroutine

subroutine element(n, m, nnz, rp, ci, a, x, y)
  integer, intent(in) :: n, m, nnz, rp(0:n), ci(0:nnz - 1)
  complex(RK), intent(in) :: a(0:nnz - 1), x(m)
  complex(RK), intent(inout) :: y(n)
  integer :: i, k
  do i = 1, n
    do k = rp(i - 1) - 1, rp(i) - 2
      y(i) = y(i) + a(k)*x(ci(k))
    end do
  end do
end subroutine

! Two accumulators, and an integer; bounds by way of scalars.
subroutine several(n, nnz, rp, a, b, y, z, big)
  integer, intent(in) :: n, nnz, rp(n + 1)
  real(RK), intent(in) :: a(nnz), b(nnz)
  real(RK), intent(inout) :: y(n), z(n)
  integer, intent(inout) :: big(n)
  integer :: i, k, lo, hi, c
  real(RK) :: s, t
  do i = 1, n
    lo = rp(i)
    hi = min(rp(i + 1), nnz + 1)
    s = 0
    t = -1
    c = 0
    do k = lo, hi - 1
      s = s + a(k)*b(k)
      t = max(t, a(k) - b(k))
      if (a(k) > b(k)) c = c + 1
    end do
    y(i) = y(i)/2 + s
    z(i) = t
    big(i) = c
  end do
end subroutine

subroutine least(n, nnz, rp, ci, a, y, at)
  integer, intent(in) :: n, nnz, rp(n + 1), ci(nnz)
  real(RK), intent(in) :: a(nnz)
  real(RK), intent(inout) :: y(n)
  integer, intent(inout) :: at(n)
  integer :: i, k
  do i = 1, n
    do k = rp(i), rp(i + 1) - 1
      if (a(k) < y(i)) then
        y(i) = a(k)
        at(i) = ci(k)
      end if
    end do
  end do
end subroutine

subroutine marked(n, nnz, rp, ci, f)
  integer, intent(in) :: n, nnz, rp(n + 1), ci(nnz)
  logical, intent(inout) :: f(n)
  integer :: i, k
  do i = 1, n
    do k = rp(i), rp(i + 1) - 1
      if (mod(ci(k), 5) == 0) f(i) = .true.
    end do
  end do
end subroutine

! Elements of rows are assigned, too: rows are apart, and the lanes' elements
! in them.
subroutine scaled(n, nnz, rp, a, x, y)
  integer, intent(in) :: n, nnz, rp(n + 1)
  real(RK), intent(inout) :: a(nnz), y(n)
  real(RK), intent(in) :: x(n)
  integer :: i, k
  real(RK) :: s
  do i = 1, n
    s = 0
    do k = rp(i), rp(i + 1) - 1
      a(k) = a(k)*x(i)
      s = s + a(k)
    end do
    do k = rp(i), rp(i + 1) - 1
      a(k) = a(k)/(1 + abs(s))
    end do
    y(i) = s
  end do
end subroutine

! The lanes of a row read what its other lanes have found.
subroutine normed(n, nnz, rp, a, b)
  integer, intent(in) :: n, nnz, rp(n + 1)
  real(RK), intent(in) :: a(nnz)
  real(RK), intent(inout) :: b(nnz)
  integer :: i, k
  real(RK) :: largest, s
  do i = 1, n
    largest = 0
    do k = rp(i), rp(i + 1) - 1
      largest = max(largest, abs(a(k)))
    end do
    s = 0
    do k = rp(i), rp(i + 1) - 1
      s = s + exp(a(k) - largest)
    end do
    do k = rp(i), rp(i + 1) - 1
      b(k) = exp(a(k) - largest)/s
    end do
  end do
end subroutine

subroutine columns(n, m, nnz, rp, ci, a, x, y)
  integer, intent(in) :: n, m, nnz, rp(n + 1), ci(nnz)
  integer, intent(in) :: a(nnz), x(n)
  integer, intent(inout) :: y(m)
  integer :: i, k
  do i = 1, n
    do k = rp(i), rp(i + 1) - 1
      y(ci(k)) = y(ci(k)) + a(k)*x(i)
    end do
  end do
end subroutine

! Several vectors: the loop over them is around that of the lanes.
subroutine vectors(n, m, nnz, nv, rp, ci, a, x, y)
  integer, intent(in) :: n, m, nnz, nv, rp(n + 1), ci(nnz)
  real(RK), intent(in) :: a(nnz), x(m, nv)
  real(RK), intent(inout) :: y(n, nv)
  integer :: i, k, v
  do i = 1, n
    do v = 1, nv
      do k = rp(i), rp(i + 1) - 1
        y(i, v) = y(i, v) + a(k)*x(ci(k), v)
      end do
    end do
  end do
end subroutine

! Bounds of 64 bits, and a range that goes down.
subroutine long(n, nnz, rp, a, y)
  integer(8), intent(in) :: n, nnz, rp(n + 1)
  real(RK), intent(in) :: a(nnz)
  real(RK), intent(inout) :: y(n)
  integer(8) :: i, k
  do i = 1, n
    do k = rp(i + 1) - 1, rp(i), -2
      y(i) = max(y(i), a(k))
    end do
  end do
end subroutine

! Rows that a condition leaves out, whose beginnings and ends are anywhere.
subroutine chosen(n, nnz, begins, ends, on, a, y)
  integer, intent(in) :: n, nnz, begins(n), ends(n), on(n)
  real(RK), intent(in) :: a(nnz)
  real(RK), intent(inout) :: y(n)
  integer :: i, k
  real(RK) :: s
  do i = 1, n
    if (mod(on(i), 2) == 0) then
      s = 0
      do k = begins(i), ends(i)
        s = s + a(k)
      end do
      y(i) = s
    end if
  end do
end subroutine

!$loopy begin
! kernels = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     if knl.name in ("scaled", "normed"):
!         knl = lp.assert_map(knl, "rp", increasing=True)
!     if knl.name == "columns":
!         knl = lp.make_atomic(knl, "y")
!     knl = lp.split_iname(knl, "i", ROWS, outer_tag="g.0", inner_tag="l.1")
!     for k in [k for k in ("k", "k_1", "k_2") if k in knl.all_inames()]:
!         knl = lp.split_iname(knl, k, LANES, inner_tag="l.0")
!         if UNROLL > 1:
!             knl = lp.split_iname(knl, k + "_outer", UNROLL, inner_tag="unr")
!     kernels.append(knl)
! RESULT = kernels
!$loopy end
