! Launches under conditions that the host knows: switches, steps of a time loop,
! real thresholds, nested and alternative ones. What may divide by zero stays
! with the instructions.
! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=0 --param m=7 --param k=0 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=3 --param k=0 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param m=8 --param k=2 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --target=c -o %t && FileCheck %s --check-prefix=C --input-file=%t.c
! RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h
! RUN: %loopyc %s -DRK=8 --target=c --verify --param n=5 --param m=7 --param k=3 -o %t | FileCheck %s --check-prefix=VERIFY
! CHECK: check: switched: opencl: ok
! CHECK: check: switched: c: ok
! CHECK: check: sometimes: opencl: ok
! CHECK: check: sometimes: c: ok
! CHECK: check: divided: opencl: ok
! CHECK: check: divided: c: ok
! VERIFY: switched: ok
! VERIFY: sometimes: ok
! VERIFY: divided: ok
!
! C-LABEL: int switched_launch_c(
! C: if (on)
! C-NEXT: part_begins("switched");
! C-NEXT: status = switched_part_launch_c(
! C: status = switched_0_part_launch_c(
! C: if (status == LOOPYC_SUCCESS) {
! C-NEXT: if (!on && limit > 0.5)
! C-LABEL: int sometimes_launch_c(
! C: for (int64_t t = 0
! C: if ({{.*}} % 3{{.*}}) {
! C-NEXT: part_begins("sometimes");
! C-NEXT: status = sometimes_part_launch_c(
! C: status = sometimes_0_part_launch_c(
! C-LABEL: int divided_launch_c(
! C-NOT: if ({{.*}}/ k
! HEADER: launches switched, if on
! HEADER: launches sometimes, for each t, if mod({{.*}}, 3) == 0
subroutine switched(n, on, limit, a, b)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: on
  real(RK), intent(in) :: limit
  real(RK), intent(inout) :: a(n), b(n)
  integer :: i, j
  if (on) then
    do i = 1, n
      a(i) = 2*a(i)
    end do
  end if
  do j = 1, n
    b(j) = a(n + 1 - j) + 1
  end do
  if (.not. on .and. limit > 0.5) then
    do i = 1, n
      a(i) = a(i) + b(n + 1 - i)
    end do
  end if
end subroutine

subroutine sometimes(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n), b(n)
  integer :: i, j, t
  do t = 1, m
    if (mod(t, 3) == 0) then
      do i = 1, n
        b(i) = 0.5*a(n + 1 - i)
      end do
      if (n > 2) then
        do j = 1, n
          a(j) = a(j) + b(n + 1 - j)
        end do
      end if
    end if
    do i = 1, n
      a(i) = 0.75*a(i) + t
    end do
  end do
end subroutine

subroutine divided(n, m, k, a, b)
  implicit none
  integer, intent(in) :: n, m, k
  real(RK), intent(inout) :: a(n), b(n)
  integer :: i, j
  if (k /= 0) then
    if (mod(m, k) == 0) then
      do i = 1, n
        b(i) = a(n + 1 - i)
      end do
    end if
  end if
  do j = 1, n
    a(j) = b(n + 1 - j) + 1
  end do
end subroutine

!$loopy begin
! RESULT = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     for name in {"i", "i_1", "j"} & set(knl.all_inames()):
!         knl = lp.split_iname(knl, name, 8, outer_tag="g.0", inner_tag="l.0")
!     RESULT.append(lp.insert_global_barriers(knl))
!$loopy end
