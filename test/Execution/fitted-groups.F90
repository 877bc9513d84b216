! Groups of the shape that a launch needs (fit_groups, as map_parallel asks for
! them), and grids of more groups than CUDA launches at once: each element is
! computed once, whatever the sizes are. Where there is no GPU, CUDA's groups are
! processes, of which a launch has two along y and z at most. OpenCL has groups
! as they are.
! REQUIRES: gfortran
! DEFINE: %{sizes}=
! DEFINE: %{cuda}=sh -c 'PATH=%t/cuda/bin:$PATH MOST_GROUPS=2 %loopyc %s %{sizes} --target=cuda --check-keep=%t/kept' && sh -c 'for p in %t/kept/*_cuda; do $p 0 1e-4 1 | grep -o "^[a-z]*"; done' | FileCheck %s --check-prefix=EMULATED
! DEFINE: %{opencl}=%unoptimised %loopyc %s %{sizes} --check --target=opencl,c -o %t/o | FileCheck %s --check-prefix=OPENCL --implicit-check-not=FAILED
! RUN: rm -rf %t && mkdir -p %t/cuda/lib64 && cp -r %inputs/emulated-cuda %t/cuda/bin
! RUN: ar rc %t/cuda/lib64/libcudart_static.a
! EMULATED-COUNT-5: ok
! EMULATED-NOT: {{.}}
! OPENCL-COUNT-10: ok
!
! Rows shorter than a group, of one and no element, a little longer, and long.
! REDEFINE: %{sizes}=-DRK=8 --param n=5 --param m=37 --param l=3
! RUN: %{cuda}
! RUN: %if opencl %{ %{opencl} %}
! REDEFINE: %{sizes}=-DRK=4 --param n=1 --param m=1 --param l=1
! RUN: rm -rf %t/kept && %{cuda}
! RUN: %if opencl %{ %{opencl} %}
! REDEFINE: %{sizes}=-DRK=4 --param n=131 --param m=3 --param l=2
! RUN: rm -rf %t/kept && %{cuda}
! RUN: %if opencl %{ %{opencl} %}
! REDEFINE: %{sizes}=-DRK=8 --param n=19 --param m=0 --param l=2
! RUN: rm -rf %t/kept && %{cuda}
! REDEFINE: %{sizes}=-DRK=8 --param n=67 --param m=70 --param l=4
! RUN: %if opencl %{ %{opencl} %}
! RUN: %loopyc %s -DRK=8 --verify --param n=5 --param m=3 --param l=2 -o %t/o | FileCheck %s --check-prefix=VERIFY
! VERIFY-COUNT-5: {{verify: [a-z]*: ok}}
! RUN: %if gpu %{ %loopyc %s -DRK=8 --check --target=cuda --param n=2 --param m=70001 --param l=3 -o %t/o | FileCheck %s --check-prefix=GPU %}
! GPU-COUNT-5: {{check: [a-z]*: cuda: ok}}

! RUN: %loopyc %s -DRK=8 --target=cuda,opencl -o %t/o
! RUN: FileCheck %s --check-prefix=CUDA --input-file=%t/o.cu
! RUN: FileCheck %s --check-prefix=CL --input-file=%t/o.cl

! CUDA-LABEL: __launch_bounds__(128)
! CL-LABEL: reqd_work_group_size(128, 1, 1)
! CL: 128 * gid(0) + lid(0)
! CUDA: smooth(int
! CUDA: along = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y +
! CUDA: gid0 = (int) (along / 128), lid0 = (int) (along % 128), gid1 = (int) row;
! CUDA: if (row >= (unsigned) ({{.*}}m
! CUDA-NEXT: return;
subroutine smooth(n, m, l, a, b)
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(0:n+1,0:m+1,l)
  real(RK), intent(inout) :: b(n,m,l)
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      do i = 1, n
        b(i,j,k) = b(i,j,k) + a(i-1,j,k) + a(i+1,j,k) + a(i,j-1,k) + a(i,j+1,k)
      end do
    end do
  end do
end subroutine

! Loops of other lengths in one launch, and a value of each work-item's own.
subroutine two(n, m, l, a, b, c)
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: b(n,m), c(l)
  integer :: i, j
  real(RK) :: t
  do j = 1, m
    do i = 1, n
      t = 2*a(i,j)
      if (t > 1) t = t - 1
      b(i,j) = b(i,j) + t*t
    end do
  end do
  do i = 1, l
    c(i) = c(i)/2
  end do
end subroutine

! Rows that are longer and longer, and each work-item's own sum.
subroutine lower(n, m, a, s)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: s(n,m)
  integer :: i, j, k
  do j = 1, m
    do i = 1, min(j + 2, n)
      do k = 1, i
        s(i,j) = s(i,j) + a(k,j)
      end do
    end do
  end do
end subroutine

! Where what is read says what is read next, some rows of each work-item.
! CUDA: gathered(int
! CUDA: row >=
! CUDA: w[4 * gid1 + 3]
subroutine gathered(n, m, c, w, t, f)
  integer, intent(in) :: n, m, c(2,m)
  real(RK), intent(in) :: w(m), t(n,m)
  real(RK), intent(inout) :: f(n,m)
  integer :: e, k
  do e = 1, m
    do k = 1, n
      f(k,e) = f(k,e) + w(e)*(t(k,c(2,e)) - t(k,c(1,e)))
    end do
  end do
end subroutine

! As a script says it; with local memory, groups are as they are.
! CUDA-LABEL: __launch_bounds__(16)
! CUDA: staged(int
! CUDA-NOT: row >=
subroutine staged(n, m, a, b)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n+1,m)
  real(RK), intent(inout) :: b(n,m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      b(i,j) = a(i,j)*2 + a(i+1,j)
    end do
  end do
end subroutine
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(t["staged"], "i", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.tag_inames(knl, "j:g.1")
! knl = lp.add_prefetch(knl, "a", ["i_inner"])
! staged = lp.set_options(knl, fit_groups=True)
! RESULT = [lp.map_parallel(t[name]) for name in ("smooth", "two", "lower", "gathered")] + [staged]
!$loopy end
