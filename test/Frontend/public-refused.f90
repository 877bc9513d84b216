! RUN: not %loopyc -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=error:
! What `!$loopy public` cannot name, and where it cannot stand: all in one run.
module others
  real :: used
end module
module eos
  use others
  implicit none
  private
  real :: gamma_gas, twice(4), shares, common_one
  character(8) :: word
  type vector
    real :: x, y
  end type
  type vectors
    real :: x(3)
    type(vector), allocatable :: all(:)
  end type
  type(vector) :: here
  type(vectors) :: there(3)
  type labels
    character(8) :: word
  end type
  type(labels) :: named
  real, volatile :: moving
  equivalence (shares, twice)
  common /block/ common_one
  real, parameter :: half = 0.5
  ! CHECK: [[#@LINE+1]]:19: error: module 'eos' has no variable 'gama_gas'; did you mean 'gamma_gas'?
  !$loopy public: gama_gas
  ! CHECK: [[#@LINE+1]]:19: error: 'used' is of module 'others'; write the directive there
  !$loopy public: used
  ! CHECK: [[#@LINE+1]]:30: error: 'half' is a constant, which kernels know without a directive; take it out
  !$loopy public: gamma_gas, half
  ! CHECK: [[#@LINE+1]]:19: error: 'pressure' is a procedure, whose statements kernels have without a directive; take it out
  !$loopy public: pressure
  ! CHECK: [[#@LINE+1]]:19: error: 'vector' is no variable of module 'eos'
  !$loopy public: vector
  ! CHECK: [[#@LINE+1]]:19: error: 'shares' is in an equivalence statement, so that no function of the stub can point to it; declare variables that share no storage
  !$loopy public: shares
  ! CHECK: [[#@LINE+1]]:19: error: 'common_one' is in a common block, so that no function of the stub can point to it; declare that where it is needed
  !$loopy public: common_one
  ! CHECK: [[#@LINE+4]]:19: error: 'word' is of a type that this directive is not for: it names numbers, logicals, arrays of them, and derived types with such components; pass it as an argument
  ! CHECK: [[#@LINE+3]]:25: error: 'there' has no component that is a number, a logical or an array of them
  ! CHECK: [[#@LINE+2]]:32: error: 'here' has no component 'z'
  ! CHECK: [[#@LINE+1]]:40: error: 'gamma_gas' is of no derived type, and has no component 'x'
  !$loopy public: word, there, here%z, gamma_gas%x
  ! CHECK: [[#@LINE+2]]:19: error: 'x' of 'there%x' is an array, allocatable or a pointer in elements of an array, so that no pointer reaches it in all of them; pass it as an argument
  ! CHECK: [[#@LINE+1]]:28: error: 'all' of 'there%all' is an array, allocatable or a pointer in elements of an array
  !$loopy public: there%x, there%all%y
  ! CHECK: [[#@LINE+1]]:19: error: 'named' has no component that is a number, a logical or an array of them
  !$loopy public: named
  ! CHECK: [[#@LINE+1]]:19: error: 'moving' is volatile
  !$loopy public: moving
  ! CHECK: [[#@LINE+1]]:19: error: module 'eos' has no variable 'twice(2)'; there are {{.*}}twice
  !$loopy public: twice(2)
contains
  real function pressure(rho)
    real, intent(in) :: rho
    ! CHECK: [[#@LINE+1]]:21: error: '!$loopy public' stands among the declarations of no module; write it in the module that has 'gamma_gas', before 'contains'
    !$loopy public: gamma_gas
    pressure = rho*gamma_gas
  end function
end module
