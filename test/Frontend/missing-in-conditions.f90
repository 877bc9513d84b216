! Conditions that need a name of a module that is not there are the host's, what
! they decide about is translated, marked regions too. Other constructs whose own
! words need one stay on the host, and say so.
! RUN: %loopyc %s -Wno-serial -Wno-cut --emit=ir -o - 2>%t | FileCheck %s
! RUN: FileCheck %s --check-prefix=WARN < %t
! RUN: %loopyc %s -w -o %t && FileCheck %s --check-prefix=STUB < %t_stub.f90

! CHECK: KERNEL: halo_1
! CHECK: KERNEL: halo_2
! CHECK: KERNEL: marked
! STUB: if (left /= mpi_proc_null) then
! STUB: halo_1_offload
! STUB: else if (right /= mpi_proc_null) then
! STUB: halo_2_offload
subroutine halo(n, left, right, x, b)
  use mpi
  implicit none
  integer, intent(in) :: n, left, right
  real(8), intent(inout) :: x(n, n), b(n)
  integer :: i
  if (left /= mpi_proc_null) then
    do i = 1, n
      b(i) = x(i, 1)
    end do
  else if (right /= mpi_proc_null) then
    do i = 1, n
      b(i) = x(i, n)
    end do
  end if
end subroutine

subroutine around(n, s, x)
  use vendor
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: s
  real(8), intent(inout) :: x(n)
  integer :: i
  if (s > v_limit) then
    !$loopy begin kernel: marked
    do i = 1, n
      x(i) = x(i) + 2
    end do
    !$loopy end kernel: marked
  end if
end subroutine

! What chooses among cases, too.
! CHECK: KERNEL: chosen_1
! CHECK: KERNEL: chosen_2
! STUB: select case (v_scheme)
! STUB-NEXT: case (v_first, 7)
! STUB: chosen_1_offload
! STUB: case default
! STUB: chosen_2_offload
subroutine chosen(n, x)
  use vendor
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  scheme: select case (v_scheme)
  case (v_first, 7) scheme
    do i = 1, n
      x(i) = x(i) + 1
    end do
    if (n > 3) exit scheme
    x(1) = 0
  case (8:)
  case default
    do i = 1, n
      x(i) = x(i) * 2
    end do
  end select scheme
end subroutine

! WARN: missing-in-conditions.f90:[[#@LINE+11]]:13: warning: a loop of 'steps' stays on the host: 'v_steps' is not declared here; it may come from module 'vendor'{{.*}}[-Wuntranslated]
! WARN: missing-in-conditions.f90:[[#@LINE+15]]:14: warning: a loop of 'steps' stays on the host: 'v_limit' is not declared here
subroutine steps(n, x)
  use vendor
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i, k
  do i = 1, n
    x(i) = x(i) + 1
  end do
  do k = 1, v_steps
    do i = 1, n
      x(i) = x(i) + k
    end do
  end do
  where (x > v_limit)
    x = v_limit
  end where
end subroutine
!$loopy begin
!$loopy end
