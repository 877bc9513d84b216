! Copies of a sum that ILP loops make go back and forth: one factor stays where the
! other turns. Only where instances are independent. Which loop is the outer one says
! prioritize_loops, if it says anything.
! RUN: %loopyc %s --target=opencl -o %t && FileCheck %s < %t.cl
! RUN: %loopyc %s --target=c --check | FileCheck %s --check-prefix=OK
! OK-COUNT-3: c: ok

! CHECK-LABEL: void columns(
! CHECK: for (int k
! CHECK: s[0] = s[0] + a[3 * gid(0) + n * k] * b[k + m * (2 * gid(1))];
! CHECK-NEXT: s[2] = {{.*}} + 1 + {{.*}} b[k + m * (2 * gid(1))];
! CHECK-NEXT: s[4] = {{.*}} + 2 + {{.*}} b[k + m * (2 * gid(1))];
! CHECK-NEXT: s[5] = {{.*}} + 2 + {{.*}} b[k + m * (2 * gid(1) + 1)];
! CHECK-NEXT: s[3] = {{.*}} + 1 + {{.*}} b[k + m * (2 * gid(1) + 1)];
! CHECK-NEXT: s[1] = s[1] + a[3 * gid(0) + n * k] * b[k + m * (2 * gid(1) + 1)];
! What is stored goes on.
! CHECK: c[{{.*}}] = s[0];
! CHECK-NEXT: c[{{.*}}] = s[2];
! CHECK-NEXT: c[{{.*}}] = s[4];
! CHECK-NEXT: c[{{.*}}] = s[1];
! CHECK-NEXT: c[{{.*}}] = s[3];

! CHECK-LABEL: void rows(
! CHECK: for (int k
! CHECK: s[0] = s[0] + a[3 * gid(0) + n * k]
! CHECK-NEXT: s[1] = {{.*}} b[k + m * (2 * gid(1) + 1)];
! CHECK-NEXT: s[3] = {{.*}} b[k + m * (2 * gid(1) + 1)];
! CHECK-NEXT: s[2] = {{.*}} b[k + m * (2 * gid(1))];
! CHECK-NEXT: s[4] = {{.*}} b[k + m * (2 * gid(1))];
! CHECK-NEXT: s[5] = {{.*}} b[k + m * (2 * gid(1) + 1)];

! Each value needs the one before.
! CHECK-LABEL: void powers(
! CHECK: p[1] = p[0] * b[1];
! CHECK-NEXT: p[2] = p[1] * b[2];
! CHECK-NEXT: p[3] = p[2] * b[3];
! CHECK-NEXT: p[5] = p[4] * b[1];
! CHECK-NEXT: p[6] = p[5] * b[2];
! CHECK-NEXT: p[7] = p[6] * b[3];
subroutine columns(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m), b(m, n)
  real, intent(out) :: c(n, n)
  real :: s
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      s = 0
      do k = 1, m
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

subroutine powers(n, b, c)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: b(4)
  real, intent(out) :: c(4, n)
  real :: p(4)
  integer :: i, j
  do j = 1, n
    p(1) = j
    do i = 2, 4
      p(i) = p(i - 1)*b(i)
    end do
    do i = 1, 4
      c(i, j) = p(i)
    end do
  end do
end subroutine

!$loopy begin
! columns, powers = lp.parse_fortran(SOURCE, FILENAME)
! columns = lp.assume(columns, "n mod 6 = 0 and n >= 6 and m >= 1")
! columns = lp.split_iname(columns, "i", 3, outer_tag="g.0", inner_tag="ilp")
! columns = lp.split_iname(columns, "j", 2, outer_tag="g.1", inner_tag="ilp")
! rows = lp.prioritize_loops(columns, "i_inner,j_inner").copy(name="rows")
! powers = lp.assume(powers, "n mod 2 = 0 and n >= 2")
! powers = lp.split_iname(powers, "j", 2, outer_tag="g.0", inner_tag="ilp")
! powers = lp.tag_inames(powers, {"i": "ilp"})
! RESULT = [columns, rows, powers]
!$loopy end
