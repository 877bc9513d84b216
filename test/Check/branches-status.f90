! A condition that asks what is allocated or associated: --param says so of a
! variable; of components, and of what a pointer is compared with, --check has
! one answer.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c -Wno-serial -Wno-cut %s 2>&1 | FileCheck %s --implicit-check-not="--init"
! CHECK-DAG: [[#@LINE+13]]:{{.*}}: this condition is never false; choose inputs with --param w_allocated=VALUE [-Wbranches]
! CHECK-DAG: [[#@LINE+15]]:{{.*}}: this condition is never false; --check calls the original with all components allocated, and pointers associated [-Wbranches]
! CHECK-DAG: [[#@LINE+18]]:{{.*}}: this condition is never true; --check calls the original with arrays that are apart [-Wbranches]
module state
  type node
    real(8), allocatable :: x(:)
  end type
  real(8), allocatable :: w(:)
contains
  subroutine ask(s)
    type(node), intent(inout) :: s
    real(8), pointer, save :: p(:), q(:)
    integer :: i
    if (allocated(w)) then
      w = w + 1
    end if
    if (allocated(s%x)) then
      s%x = s%x + 1
    end if
    do i = 1, size(p)
      if (associated(p, q)) cycle
      p(i) = 2
    end do
  end subroutine
end module
