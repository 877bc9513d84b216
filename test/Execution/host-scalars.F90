! Scalars that are computed from arguments before all else bound parallel axes
! and loops of the host, without a launch for them and without reading back.
! RUN: %loopyc %s -Wno-serial --print-after=schedule -o %t 2>&1 | FileCheck %s --check-prefix=PLAN
! RUN: %loopyc %s -Wno-serial --verify --check -o %t 2>&1 | FileCheck %s --check-prefix=SAME
! RUN: %loopyc %s -Wno-serial --check --target=c -o %t | FileCheck %s --check-prefix=SAME
! RUN: %loopyc %s -Wno-serial -o - --emit=host | FileCheck %s --check-prefix=HOST
! RUN: %loopyc %s -Wno-serial -o - --emit=header | FileCheck %s --check-prefix=HEADER

! SAME-DAG: check: flat: {{.*}}: ok
! SAME-DAG: check: steps: {{.*}}: ok
! SAME-DAG: check: staged: {{.*}}: ok
! SAME-DAG: check: quotient: {{.*}}: ok
! SAME-DAG: check: sums: {{.*}}: ok

! PLAN: SCHEDULE: flat
! PLAN-NEXT: [[COUNT:[a-z]+]] = nx*ny*nz
! PLAN-NEXT: CALL KERNEL flat(
! PLAN-NEXT: gid(0): if([[COUNT]] <= 0
! PLAN-NOT: READ BACK
! PLAN-NOT: CALL KERNEL
! PLAN: RETURN FROM KERNEL flat
! PLAN: SCHEDULE: steps
! PLAN-NEXT: nt = n*n / 7
! PLAN-NEXT: half = nt / 2 + n
! PLAN-NEXT: for t
! PLAN: if half > 10
! PLAN: SCHEDULE: staged
! PLAN-NOT: READ BACK
! PLAN: SCHEDULE: quotient
! A division by zero is the device's.
! PLAN: q = n*n / m {{ *}}{id=q_0}
! PLAN: READ BACK q
! PLAN: SCHEDULE: sums
! PLAN-NOT: READ BACK

! HEADER: computes {{[a-z]+}} on the host
! HOST: [[VALUE:[a-z_]+]] = nx * ny * nz;
! HOST: flat_part_launch{{.*}}[[VALUE]]

subroutine flat(nx, ny, nz, a, b)
  integer, intent(in) :: nx, ny, nz
  real(4), intent(inout) :: a(nx*ny*nz)
  real(4), intent(in) :: b(nx*ny*nz)
  integer :: i
  do i = 1, nx*ny*nz
    a(i) = a(i) + 2*b(i)
  end do
end subroutine

subroutine steps(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  integer :: i, t, nt, half
  nt = n*n/7
  half = nt/2 + n
  do t = 1, nt
    do i = 1, n
      a(i) = b(n - i + 1) + 0.5d0*t
    end do
    if (half > 10) then
      do i = 1, n
        b(i) = 0.25d0*a(i) + 1d-3*half
      end do
    end if
  end do
end subroutine

subroutine staged(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n*n)
  real(8) :: w(n*n)
  integer :: i, count
  count = n*n
  do i = 1, count
    w(i) = 2*a(i)
  end do
  do i = 1, count
    a(i) = w(count - i + 1)
  end do
end subroutine

subroutine quotient(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n*n)
  integer :: i, q
  q = n*n/m
  do i = 1, q
    a(i) = 2*a(i)
  end do
end subroutine

subroutine sums(n, a, s)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n*n)
  real(8), intent(inout) :: s
  integer(8) :: i, count
  count = int(n, 8)*n
  do i = 1, count
    s = s + a(i)
  end do
end subroutine
