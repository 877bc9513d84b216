! Arrays that are passed as sequences of their elements: of other ranks, from an
! element on, to the end of the array.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=7 -Wno-serial | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl --param n=37 -Wno-serial | FileCheck %s %}
! RUN: %loopyc %s --target=opencl --emit=ir -o - -Wno-serial | FileCheck %s --check-prefix=IR
! CHECK-NOT: FAILED
! CHECK-DAG: check: elements: {{.*}}: ok
! CHECK-DAG: check: middle: {{.*}}: ok
! CHECK-DAG: check: sections: {{.*}}: ok
! CHECK-DAG: check: chains: {{.*}}: ok
! CHECK-NOT: FAILED

! Each element of the mesh as one array: both loops are parallel.
! IR-LABEL: KERNEL: elements
! IR: e: g.1
! IR: i_outer: g.0
subroutine elements(n, u, v)
  integer n, e
  real*8 u(4, 3, 5, n), v(4, 3, 5, n)
  do e = 1, n
    call add(u(1, 1, 1, e), v(1, 1, 1, e), 60)
  end do
end
subroutine add(a, b, k)
  integer k, i
  real*8 a(k), b(*)
  do i = 1, k
    a(i) = a(i) + i*b(i)
  end do
end

! From the middle of a column on.
subroutine middle(n, u)
  integer n, e
  real*8 u(4, 3, n)
  do e = 1, n
    call double_all(u(3, 2, e), 5)
  end do
end
subroutine double_all(a, k)
  integer k, i
  real*8 a(0:k - 1)
  do i = 0, k - 1
    a(i) = 2*a(i)
  end do
end

! Of a section with strides, with a dummy of another shape.
subroutine sections(n, u)
  integer n, e
  real*8 u(6, 4, n)
  do e = 1, n
    call shift(u(1:6:2, 2:3, e))
  end do
end
subroutine shift(a)
  integer i, j
  real*8 a(2, 3)
  do j = 1, 3
    do i = 1, 2
      a(i, j) = a(i, j) + 10*i + j
    end do
  end do
end

! A sequence passed on, in parts.
subroutine chains(n, u)
  integer n, e
  real*8 u(4, 3, n)
  do e = 1, n
    call halves(u(1, 1, e))
  end do
end
subroutine halves(a)
  real*8 a(12)
  call double_all(a(2), 5)
  call shift(a(7))
end
