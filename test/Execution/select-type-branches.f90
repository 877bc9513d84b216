! What a select type construct's branches do is for the device, the selection for
! the host: of the type's own components and procedures, of unlimited entities,
! and where a branch is itself the host's in part.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=opencl,c -o %t 2>&1 | FileCheck %s --implicit-check-not="stays on the host"
! CHECK: warning: 'pressures' is cut into kernels 'pressures_1', 'pressures_2', 'pressures_3' around what the host executes: not supported: select type construct
! CHECK: warning: 'doubled' is cut into kernels
! RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d && gfortran -O1 %s -o original && ./original > expected
! RUN: cd %t.d && env LOOPYC_FLAGS="--target=opencl,c -Wno-cut" %loopyc-fc -O1 %s -o translated && ./translated > opencl && cmp opencl expected
! RUN: cd %t.d && env LOOPYRT_DEVICE=c ./translated > c && cmp c expected
module states
  implicit none
  type, abstract :: eos
    real(8) :: floor = 0.25d0
  contains
    procedure(one), deferred :: p
  end type
  abstract interface
    pure real(8) function one(self, rho, e)
      import :: eos
      class(eos), intent(in) :: self
      real(8), intent(in) :: rho, e
    end function
  end interface
  type, extends(eos) :: ideal
    real(8) :: gamma = 1.5d0
  contains
    procedure :: p => ideal_p
  end type
  type, extends(ideal) :: stiff
    real(8) :: shift = 2
  contains
    procedure :: p => stiff_p
  end type
  type, extends(eos) :: tabled
    real(8), allocatable :: values(:)
  contains
    procedure :: p => tabled_p
  end type
contains
  pure real(8) function ideal_p(self, rho, e)
    class(ideal), intent(in) :: self
    real(8), intent(in) :: rho, e
    ideal_p = (self%gamma - 1)*rho*e
  end function
  pure real(8) function stiff_p(self, rho, e)
    class(stiff), intent(in) :: self
    real(8), intent(in) :: rho, e
    stiff_p = (self%gamma - 1)*rho*e - self%gamma*self%shift
  end function
  pure real(8) function tabled_p(self, rho, e)
    class(tabled), intent(in) :: self
    real(8), intent(in) :: rho, e
    tabled_p = self%values(1 + mod(int(rho), size(self%values)))*e
  end function

  subroutine pressures(n, gas, rho, e, p)
    integer, intent(in) :: n
    class(eos), intent(in) :: gas
    real(8), intent(in) :: rho(n), e(n)
    real(8), intent(out) :: p(n)
    integer :: i
    select type (gas)
    type is (ideal)
      do i = 1, n
        p(i) = max(gas%p(rho(i), e(i)), gas%floor)
      end do
    type is (tabled)
      do i = 1, n
        p(i) = gas%values(1 + mod(i, size(gas%values)))*e(i) + gas%floor
      end do
    class default
      p = -1
    end select
  end subroutine

  subroutine doubled(x)
    class(*), intent(inout) :: x(:)
    integer :: i
    select type (x)
    type is (real(8))
      do i = 1, size(x)
        x(i) = 2*x(i)
      end do
    type is (integer)
      x = x + x
      if (size(x) > 2) print *, 'many'
    end select
  end subroutine
end module

program select_types
  use states
  implicit none
  integer, parameter :: sizes(4) = [0, 1, 7, 131]
  type(ideal) :: a
  type(stiff) :: b
  type(tabled) :: c
  real(8), allocatable :: rho(:), e(:), p(:), x(:)
  integer, allocatable :: k(:)
  integer :: s, i, n
  c%values = [0.5d0, 1d0, 2d0]
  do s = 1, size(sizes)
    n = sizes(s)
    rho = [(0.5d0*i, i = 1, n)]
    e = [(mod(7*i, 5)*0.25d0, i = 1, n)]
    allocate(p(n))
    call pressures(n, a, rho, e, p)
    print *, n, sum(p)
    call pressures(n, b, rho, e, p)
    print *, n, sum(p)
    call pressures(n, c, rho, e, p)
    print *, n, sum(p)
    x = rho
    k = int(rho)
    call doubled(x)
    call doubled(k)
    call doubled(x(1:n:2))
    print *, sum(x), sum(k)
    deallocate(p)
  end do
end program
