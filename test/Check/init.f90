! Where no valid values can be derived, --check asks for them.
! REQUIRES: gfortran
! RUN: not %loopyc --check --target=c %s 2>&1 | FileCheck %s --check-prefix=ASK
! ASK-DAG: error: --check cannot choose values for the integer array 'level' of kernel '{{[a-z_]+}}', which bounds a loop; give them with --init level=EXPR
! ASK-DAG: check: spmv: c: ok
! RUN: %loopyc --check --target=c --init 'row_ptr=1 + (i0*nnz)//m' --init level=i0%%4 %s | FileCheck %s
! RUN: %loopyc --check --target=c --init "ROW_PTR=1 + (i0*NNZ)//M" --init 'val=1.5*i0' --init level=1 --param m=7 %s | FileCheck %s
! CHECK: check: spmv: c: ok
! CHECK: check: blocks: c: ok
! RUN: not %loopyc --check --target=c --init 'row_ptr=foo' %s 2>&1 | FileCheck %s --check-prefix=NAME
! NAME: error: --init row_ptr: {{.*}}foo
! RUN: not %loopyc --check --target=c --init 'rowptr=1' %s 2>&1 | FileCheck %s --check-prefix=ARRAY
! ARRAY: error: --init rowptr: no subroutine has an argument of this name; did you mean 'row_ptr
subroutine spmv(m, n, nnz, row_ptr, col, val, x, y)
  integer, intent(in) :: m, n, nnz
  integer, intent(in) :: row_ptr(m+1), col(nnz)
  real(8), intent(in) :: val(nnz), x(n)
  real(8), intent(out) :: y(m)
  integer :: i, k
  do i = 1, m
    y(i) = 0
    do k = row_ptr(i), row_ptr(i+1) - 1
      y(i) = y(i) + val(k)*x(col(k))
    end do
  end do
end subroutine

! Others are checked all the same.
! ASK-DAG: check: other: c: ok
subroutine other(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine
subroutine blocks(n, level, y)
  integer, intent(in) :: n, level(n)
  real(8), intent(inout) :: y(n)
  integer :: i, k
  do i = 1, n
    do k = 1, 2**level(i)
      y(i) = y(i) + k
    end do
  end do
end subroutine
