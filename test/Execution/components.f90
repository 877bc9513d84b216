! Components of derived types: of elements of arrays, of one element, of local
! variables, of nested types; assignments of whole variables.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Wno-serial | FileCheck %s %}
! RUN: %loopyc %s --emit=ir -o - -Wno-serial | FileCheck %s --check-prefix=IR
! CHECK-DAG: check: push: {{.*}}: ok
! CHECK-DAG: check: limit: {{.*}}: ok
! CHECK-DAG: check: planes: {{.*}}: ok
! CHECK-DAG: check: lengths: {{.*}}: ok
! CHECK-DAG: check: named: {{.*}}: ok
module particles
  implicit none
  type vector
    real(8) :: x, y
  end type
  type particle
    type(vector) :: at, v
    real(4) :: q
    integer(2) :: cell
    real(8) :: u(3)
  end type
  type tile
    integer :: n, m
    real(8) :: h(0:4, 2)
    real(8), allocatable :: f(:, :)
  end type
  type domain
    integer :: count
    type(particle), allocatable :: list(:, :)
  end type
contains
  ! IR-LABEL: KERNEL: push
  ! IR-DAG: p_at_x: type: float64, shape: ({{.*}}n{{.*}})
  ! IR-DAG: p_u: type: float64, shape: (3, {{.*}}n{{.*}})
  subroutine push(n, p, dt)
    integer, intent(in) :: n
    real(8), intent(in) :: dt
    type(particle), intent(inout) :: p(0:n - 1)
    integer :: i, k
    do i = 0, n - 1
      p(i)%at%x = p(i)%at%x + dt*p(i)%v%x*p(i)%q
      p(i)%at%y = p(i) % at &
          %y + dt*p(i)%v%y
      do k = 1, 3
        p(i)%u(k) = p(i)%u(4 - k) + p(n - 1 - i)%q
      end do
      p(i)%cell = p(i)%cell + 1_2
    end do
  end subroutine
  subroutine limit(d, floor)
    type(domain), intent(inout) :: d
    real(4), intent(in) :: floor
    integer :: i, j
    do j = 1, size(d%list, 2)
      do i = 1, size(d%list, 1)
        d%list(i, j)%q = max(d%list(i, j)%q, floor)
        d%list(i, j)%u(2) = d%list(i, j)%u(1) + d%list(i, j)%u(3)
      end do
    end do
  end subroutine
  ! One element, which is passed as it is.
  ! IR-LABEL: KERNEL: planes
  ! IR-DAG: tiles_t_n: ValueArg
  ! IR-DAG: tiles_t_f: type: float64, shape: (tiles_t_f_size_1, tiles_t_f_size_2), {{.*}} inout
  subroutine planes(t, tiles)
    integer, intent(in) :: t
    type(tile), intent(inout) :: tiles(:)
    integer :: i, j
    do j = 1, tiles(t)%m
      do i = 1, tiles(t)%n
        tiles(t)%f(i, j) = 2*tiles(t)%f(i, j) + tiles(t)%h(mod(i, 5), 1 + mod(j, 2))
      end do
    end do
  end subroutine
  ! CHECK-DAG: check: shift: {{.*}}: ok
  subroutine shift(d, dt)
    class(domain), intent(inout) :: d
    real(8), intent(in) :: dt
    d%list(:, 1)%at%x = d%list(:, 1)%at%x + dt*d%list(:, 1)%v%x
  end subroutine
  ! Each iteration has its own variable.
  ! IR-LABEL: KERNEL: lengths
  ! IR: TEMPORARIES:
  ! IR-DAG: step_x: type: float64
  ! IR-DAG: step_y: type: float64
  subroutine lengths(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(2, n)
    real(8), intent(out) :: b(n)
    type(vector) :: step
    integer :: i
    do i = 1, n
      step%x = a(1, i)
      step%y = a(2, i) - step%x
      b(i) = sqrt(step%x**2 + step%y**2)
    end do
  end subroutine
  ! What no statement mentions is no reason.
  subroutine named(name, n, a, scale)
    character(len=*), intent(in) :: name
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in), optional :: scale
    integer :: i
    do i = 1, n
      a(i) = 2*a(i)
    end do
  end subroutine
end module
