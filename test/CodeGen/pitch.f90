! In a sequential loop, what an address has of the loop is apart from the rest,
! with a name for what planes are apart, so that compilers compute the rest in
! front of the loop. Outside of loops, and where all of it changes, addresses are
! nested. One thread's loops are left to its compiler.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s -Wno-serial --target=cuda -o %t/x
! RUN: FileCheck %s < %t/x.cu
! RUN: %loopyc %s -Wno-serial --target=opencl -o %t/x
! RUN: FileCheck %s < %t/x.cl
! RUN: %loopyc %s -Wno-serial --target=cuda --set WIDE=1 -o %t/w
! RUN: FileCheck %s --check-prefix=WIDE < %t/w.cu
! RUN: %loopyc %s -Wno-serial --target=c -o %t/x
! RUN: FileCheck %s --check-prefix=C < %t/x.c
! RUN: %if opencl %{ %loopyc %s -Wno-serial --check --target=opencl,c --param n=37 --param m=11 --param l=5 | FileCheck %s --check-prefix=VALUES %}

! CHECK: {{^(.* )?}}planes(int n
! CHECK: const int pitch = m * n;
! CHECK: for (int k = 0; k < l; ++k) {
! CHECK: v[16 * gid(0) + lid(0) + n * (4 * gid(1) + lid(1)) + pitch * k] =
! CHECK: u[16 * gid(0) + lid(0) + n * (4 * gid(1) + lid(1)) + pitch * k]
! CHECK: {{^(.* )?}}columns(int n
! CHECK-NOT: const int pitch
! CHECK: for (int j = 0; j < m; ++j) {
! CHECK: v[16 * gid(0) + lid(0) + n * (j + m * (4 * gid(1) + lid(1)))] =
! CHECK: {{^(.* )?}}deep(int n
! CHECK: const int pitch = n * n;
! CHECK-NEXT: const int [[CUBE:pitch_[0-9]*]] = n * n * n;
! CHECK: q[64 * gid(1) + lid(0) + n * gid(0) + pitch * (s + n * t)] +
! CHECK: p[64 * gid(1) + lid(0) + n * gid(0) + [[CUBE]] * t]
! WIDE: const int64_t pitch = (int64_t) m * n;
! WIDE: v[16LL * gid(0) + lid(0) + (int64_t) n * (4LL * gid(1) + lid(1)) + pitch * k] =
! C-NOT: {{int(64_t)?}} pitch
! VALUES-COUNT-6: ok
subroutine planes(n, m, l, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: u(n, m, l)
  real, intent(inout) :: v(n, m, l)
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      do i = 1, n
        v(i, j, k) = v(i, j, k) + 2*u(i, j, k)
      end do
    end do
  end do
end subroutine

subroutine columns(n, m, l, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: u(n, m, l)
  real, intent(inout) :: v(n, m, l)
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      do i = 1, n
        v(i, j, k) = v(i, j, k) + 2*u(i, j, k)
      end do
    end do
  end do
end subroutine

subroutine deep(n, l, p, q)
  implicit none
  integer, intent(in) :: n, l
  real, intent(in) :: p(n, n, n, l)
  real, intent(inout) :: q(n, n, n, l)
  integer :: i, j, s, t
  do t = 1, l
    do j = 1, n
      do i = 1, n
        do s = 1, n
          q(i, j, s, t) = q(i, j, s, t) + s*p(i, j, 1, t)
        end do
      end do
    end do
  end do
end subroutine

!$loopy begin
! planes, columns, deep = lp.parse_fortran(SOURCE, FILENAME)
! def tiled(knl, j):
!     knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.split_iname(knl, j, 4, outer_tag="g.1", inner_tag="l.1")
!     return lp.set_options(knl, index_dtype="int64") if globals().get("WIDE") else knl
! deep = lp.split_iname(deep, "i", 64, outer_tag="g.1", inner_tag="l.0")
! deep = lp.tag_inames(deep, "j:g.0")
! RESULT = [tiled(planes, "j"), tiled(columns, "k"), deep]
!$loopy end
