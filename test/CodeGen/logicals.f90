! Logicals of every kind, and names that C reserves.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! CHECK: opencl: ok
! CHECK: c: ok
subroutine logi(n, a, b, m, l1, l8, float, int, kernel, dot, lid)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n), b(n)
  logical, intent(out) :: m(n)
  logical(1), intent(out) :: l1(n)
  logical(8), intent(out) :: l8(n)
  real, intent(out) :: float(n), int(n), kernel(n)
  real, intent(inout) :: dot
  real, intent(in) :: lid
  integer :: i
  real :: global, local, half
  do i = 1, n
    m(i) = a(i) > b(i)
    l1(i) = m(i)
    l8(i) = .not. m(i) .or. l1(i)
    global = a(i)*lid
    local = global + b(i)
    half = local*0.5
    float(i) = half
    int(i) = global
    kernel(i) = merge(half, global, m(i) .neqv. (b(i) > 0))
  end do
  dot = dot + 1
end subroutine
