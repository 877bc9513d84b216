! Barriers are counted on the schedule, for one work-item: 50 x 10 x 2, as in
! the tutorial (seed 004). Local memory is counted, too.
! RUN: %loopyc -fsyntax-only %s | FileCheck %s
subroutine smooth(a, e)
  implicit none
  real, intent(in) :: a(0:99,10,50)
  real, intent(out) :: e(1:97,10,50)
  real :: c(0:98)
  integer :: i, j, k
  do i = 1, 50
    do j = 1, 10
      do k = 0, 98
        c(k) = 2*a(k,j,i)
      end do
      do k = 1, 97
        e(k,j,i) = c(k+1) + c(k-1)
      end do
    end do
  end do
end subroutine smooth
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = knl = lp.tag_inames(knl, "k:l.0, k_1:l.0")
! # CHECK: Sync(barrier_local, smooth) : { 1000 }
! # CHECK: Sync(kernel_launch, smooth) : { 1 }
! print(lp.get_synchronization_map(knl))
! # CHECK: MemAccess(local, np:dtype('float32'), {0: 1}, {}, load, c, None, workitem, 'smooth') : { 97000 }
! # CHECK: MemAccess(local, np:dtype('float32'), {0: 1}, {}, store, c, None, workitem, 'smooth') : { 49500 }
! print(lp.get_mem_access_map(knl))
! # 99 work-items are four sub-groups of 32; 500 times each loop body.
! # CHECK: Op(np:dtype('float32'), add, subgroup, "smooth") : { 2000 }
! # CHECK: Op(np:dtype('float32'), mul, subgroup, "smooth") : { 2000 }
! print(lp.get_op_map(knl, count_within_subscripts=False))
! # CHECK: Op(np:dtype('float32'), add, workitem, "smooth") : { 48500 }
! print(lp.get_op_map(knl, count_within_subscripts=False,
!                     count_granularity="workitem", within="writes:e"))
!$loopy end
