! Functions are kernels, as subroutines are: what they return is the kernel's, as
! an output argument is. Not those that are pure, that a kernel calls in a loop,
! or that go through a few elements.
! RUN: %loopyc %s --print-script 2>%t.err | FileCheck %s --implicit-check-not='= t['
! RUN: FileCheck %s --check-prefix=WARN --implicit-check-not=warning: < %t.err
! RUN: %loopyc %s -w -o %t && FileCheck %s --check-prefix=STUB --input-file=%t_stub.f90
! CHECK: knl = t["energy"]
! CHECK: knl = t["positive"]
! CHECK: knl = t["doubled"]
! CHECK: knl = t["largest"]
! CHECK: knl = t["rows"]
module fields
  implicit none
  type state
    real(8), allocatable :: h(:, :)
  end type
  real(8), allocatable :: u(:, :)
contains
  ! STUB: real(8) function energy()
  ! STUB: call fields_energy_offload({{.*}}energy
  real(8) function energy()
    integer :: i, j
    energy = 0
    do j = 1, size(u, 2)
      do i = 1, size(u, 1)
        energy = energy + u(i, j)**2
      end do
    end do
  end function
  logical function positive(s)
    type(state), intent(in) :: s
    positive = all(s%h > 0)
  end function
  ! An array comes back, too, and what only the host does cuts a function.
  ! WARN-DAG: function-kernels.f90:[[#@LINE+4]]:5: warning: 'doubled' is cut into kernel 'doubled' around what the host executes: not supported: allocate statement [-Wcut]
  function doubled(a) result(b)
    real(8), intent(in) :: a(:, :)
    real(8), allocatable :: b(:, :)
    allocate (b(size(a, 1), size(a, 2)))
    b(:, :) = 2*a
  end function
  real(8) function largest(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer :: i
    largest = -1
    if (n < 0) return
    largest = 0
    do i = 1, n
      largest = max(largest, a(i))
    end do
  end function
  ! WARN-DAG: function-kernels.f90:[[#@LINE+1]]:3: warning: the loops of function 'total' stay on the host: a pure procedure cannot launch; leave out 'pure'
  pure real(8) function total(a)
    real(8), intent(in) :: a(:)
    integer :: i
    total = 0
    do i = 1, size(a)
      total = total + a(i)
    end do
  end function
  real(8) function mean(n, a)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer :: i
    mean = 0
    do i = 1, n
      mean = mean + a(i)/n
    end do
  end function
  ! WARN-DAG: function-kernels.f90:[[#@LINE+1]]:3: warning: the loops of function 'product_of' stay on the host: they go through a few elements alone
  function product_of(a, b) result(c)
    real(8), intent(in) :: a(4, 4), b(4, 4)
    real(8) :: c(4, 4)
    c = matmul(a, b)
  end function
  subroutine rows(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    real(8), intent(out) :: b(m)
    integer :: j
    do j = 1, m
      b(j) = mean(n, a(:, j))
    end do
  end subroutine
end module
