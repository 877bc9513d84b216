! What a kernel touches by remainders of spread loop variables is found within
! seconds: mod(i, 50) becomes mod(128*group + item, 50).
! RUN: rm -rf %t && mkdir %t
! RUN: bash -c 'ulimit -t 6 && exec "$0" "$@"' %loopyc %s --target=opencl -o %t/out
! RUN: FileCheck %s --input-file=%t/out_stub.f90
! CHECK-LABEL: subroutine table_offload
! CHECK: = loopyrt_array(loopyc_pointer, "q"
! CHECK-NEXT: call loopyrt_touched(loopyc_pointer, 8_8*max(0_8, int(n, 8)), 8_8*max(0_8, int(n, 8)))
! CHECK-LABEL: subroutine both_offload
subroutine table(n, q, m)
  integer, intent(in) :: n
  integer, intent(in) :: m(50)
  real(8), intent(inout) :: q(100)
  integer :: i
  do i = 1, n
    q(i) = q(i) + m(mod(i, 50) + 1)
  end do
end subroutine
subroutine both(n, q, m, w)
  integer, intent(in) :: n
  integer, intent(in) :: m(50)
  real(8), intent(inout) :: q(n), w(n, 70)
  integer :: i
  do i = 1, n
    q(i) = q(i) + m(mod(i, 50) + 1) + w(i, i/60 + mod(2*i, 5) + 1)
  end do
end subroutine
!$loopy begin
!$loopy end
