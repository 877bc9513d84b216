! RUN: %loopyc -fsyntax-only %s 2>&1 | FileCheck %s
! A common block that caller and callee declare differently: both places.
subroutine outer(n, x)
  integer n, i
  real x(n), a(4), b(4)
  ! CHECK-DAG: common-refused.f90:[[#@LINE+1]]:{{.*}} note: it is declared here, too
  common /pair/ a, b
  do i = 1, n
    x(i) = a(1)
    call inner(x(i))
  end do
end
subroutine inner(x)
  real x, both(8)
  ! CHECK-DAG: common-refused.f90:[[#@LINE+1]]:{{.*}} 'outer' stays on the host: common block /pair/ of 'inner' has other variables than that of 'outer'; declare it in one way, in a file that both include
  common /pair/ both
  x = x + both(5)
end
subroutine typed_common(x)
  real x(8)
  integer i
  do i = 1, 8
    call typed(x(i))
  end do
end
subroutine typed(x)
  real x, g
  type point
    sequence
    real u
  end type
  type(point) p
  ! CHECK-DAG: common-refused.f90:[[#@LINE+1]]:{{.*}} 'typed_common' stays on the host: common block /mixed/ has the variable 'p' of a derived type, so that the stub cannot declare it; put it into a module
  common /mixed/ g, p
  x = x + g
end
