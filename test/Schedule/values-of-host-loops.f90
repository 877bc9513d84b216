! What the host reads back leaves its launch, also where nothing in the loop
! that it bounds ever runs; a loop of the host that never runs is none; and the
! place that a staged value has for one iteration of a host's loop is too little
! where it leaves this iteration.
! RUN: rm -rf %t && split-file %s %t
! RUN: %loopyc %t/bound.f90 -Wno-serial --verify --print-after=schedule -o %t/bound 2>&1 | FileCheck %s --check-prefix=BOUND
! RUN: not %loopyc %t/stored.f90 -o %t/stored 2>&1 | FileCheck %s --check-prefix=STORED
! RUN: %loopyc %t/empty.f90 -Wno-serial --verify --check --target=c --print-after=schedule -o %t/empty 2>&1 | FileCheck %s --check-prefix=EMPTY

! EMPTY: SCHEDULE: first
! EMPTY-NEXT: a[0] = 1.0d0
! EMPTY-NOT: for
! EMPTY-NOT: CALL KERNEL
! EMPTY-DAG: verify: first: ok
! EMPTY-DAG: check: first{{.*}}: ok

! BOUND: last: global
! BOUND: READ BACK last
! BOUND: for j
! BOUND: CALL KERNEL
! BOUND: verify: bounded: ok

! STORED: stored.f90:14:5: error: kernel 'stored': 'o_buf' has one place for the values of all iterations of 'i', which go from one launch to another, past a global barrier
! STORED-SAME: sweep 'i'

//--- bound.f90
subroutine bounded(n, ia, b, w)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: ia(0:n)
  real(8), intent(inout) :: b(0:n+9), w(0:n+9)
  integer :: i, j, last
  last = min(ia(n), n)
  do j = 1, last
    do i = 3, 2
      b(i) = 2*w(i)
    end do
    do i = 3, 2
      w(i) = b(i + 1) + ia(i)
    end do
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.tag_inames(k, {"i": "g.0", "i_1": "g.0"})
! RESULT = lp.add_barrier(k, "writes:b", "writes:w", synchronization_kind="global")
!$loopy end

//--- stored.f90
subroutine stored(n, h, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: h(n, 0:3)
  real(8), intent(inout) :: o(n)
  real(8) :: s
  integer :: i, j
  do i = 1, n
    s = 0
    o(i) = 2*s + h(i, 0)
    do j = 1, 3
      s = s + h(i, j)
    end do
    o(i) = s
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.tag_inames(k, {"j": "g.0"})
! k = lp.buffer_array(k, "o", [], default_tag=None,
!                     temporary_address_space="global")
! k = lp.insert_global_barriers(k)
! RESULT = lp.duplicate_inames(k, ["i"], "id:store_o")
!$loopy end

//--- empty.f90
subroutine first(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:n+m), b(0:n+m)
  integer :: i, j
  a(0) = 1
  do i = 1, n
    do j = 1, m
      a(j) = 2*b(j + i)
    end do
    do j = 1, m
      b(j) = a(m - j + 1)
    end do
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.fix_parameters(k, n=0)
! k = lp.tag_inames(k, {"j": "g.0", "j_1": "g.0"})
! RESULT = lp.add_barrier(k, "id:a_1", "id:b_0", synchronization_kind="global")
!$loopy end
