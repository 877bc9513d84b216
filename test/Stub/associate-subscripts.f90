! RUN: %loopyc --target=c -o - --emit=stub %s | FileCheck %s
! Loop variables and temporaries in the subscripts of an associate construct
! inside of a region are the kernel's own; around it, others may have them.
subroutine names(n, m, a, idx)
  implicit none
  integer, intent(in) :: n, m, idx(n)
  real(8), intent(inout) :: a(n, m)
  integer :: i, j, k
  ! CHECK: call names_inside_offload(loopyc_call, m, n, idx, size(idx, kind=8), a, size(a, kind=8))
  !$loopy begin kernel: inside
  do j = 1, m
    do i = 1, n
      k = idx(i)
      associate (x => a(k, j), y => a(i, j))
        y = y*2
      end associate
    end do
  end do
  !$loopy end kernel: inside
  k = 1
  associate (last => k)
  ! CHECK: call names_around_offload(loopyc_call, {{.*}}k
  !$loopy begin kernel: around
    do i = 1, n
      if (a(i, 1) > 0) k = i
    end do
  !$loopy end kernel: around
    a(last, 2) = 0
  end associate
end subroutine
