! Arrays whose elements a procedure has in another shape, with extents that are
! no numbers: the kernel has them flat.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=7 --param m=5 --param l=3 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param m=1 --param l=1 -DREAL=real | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --verify --target=opencl --param n=13 --param m=37 --param l=2 | FileCheck %s %}
! RUN: %loopyc %s --target=opencl --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s --target=c -o %t/ && FileCheck %s --check-prefix=HEADER < %t/flat-arrays.h
! CHECK-NOT: FAILED
! CHECK-DAG: check: whole: {{.*}}: ok
! CHECK-DAG: check: planes: {{.*}}: ok
! CHECK-DAG: check: transposed: {{.*}}: ok
! CHECK-DAG: check: rest: {{.*}}: ok
! CHECK-DAG: check: both: {{.*}}: ok
! CHECK-DAG: check: work: {{.*}}: ok
! CHECK-NOT: FAILED
#ifndef REAL
#define REAL real(8)
#endif

! IR-LABEL: KERNEL: whole
! IR: a: {{.*}}shape: (m*n)
! IR: {{i.*}}: g.0
! IR: a[{{.*}}] = 2{{.*}}*a[
! HEADER: the declared [i0, i1] is at [i0 + i1*n]
subroutine whole(n, m, a)
  integer n, m
  REAL a(n, m)
  call double_all(a, n*m)
end
subroutine double_all(x, k)
  integer k, i
  REAL x(k)
  do i = 1, k
    x(i) = 2*x(i) + i
  end do
end

! Planes are apart, where the source has three dimensions: no dependence is left
! but that on their size, which the host computes; the axis in it is spread.
! IR-LABEL: KERNEL: planes
! IR: i_inner: l.0
! IR-NEXT: i_outer: g.0
! IR-NEXT: j: g.1
! IR: DEPENDENCIES:
! IR-NEXT: flow product_0 -> a_0
! IR-NEXT: ---
subroutine planes(n, m, l, a, b)
  integer n, m, l
  REAL a(n, m, 0:l), b(n, m, 0:l)
  call add_planes(n*m, l + 1, a, b)
end
subroutine add_planes(k, l, x, y)
  integer k, l, i, j
  REAL x(k, l), y(k, *)
  do j = 1, l
    do i = 1, k
      x(i, j) = x(i, j) + j*y(i, j)
    end do
  end do
end

subroutine transposed(n, m, a)
  integer n, m
  REAL a(n, m)
  call number(a, m, n)
end
subroutine number(x, m, n)
  integer m, n, i, j
  REAL x(m, n)
  do j = 1, n
    do i = 1, m
      x(i, j) = 10*i + j
    end do
  end do
end

! From an element on, over the ends of columns.
subroutine rest(n, m, a)
  integer n, m
  REAL a(n, m)
  call double_all(a(n, 1), n*m - n + 1)
end

! The caller has it in its own shape, and the procedure passes on a part.
subroutine both(n, m, a, b)
  integer n, m, i, j
  REAL a(n, m), b(n, m)
  do j = 1, m
    do i = 1, n
      a(i, j) = i - j*b(i, j)
    end do
  end do
  call halves(a, n*m)
  do j = 1, m
    do i = 1, n
      b(i, j) = a(i, j)
    end do
  end do
end
subroutine halves(x, k)
  integer k
  REAL x(k)
  call double_all(x(k/2 + 1), k - k/2)
end

! A local array, too.
subroutine work(n, m, a)
  integer n, m, i, j
  REAL a(n, m), t(n, m)
  do j = 1, m
    do i = 1, n
      t(i, j) = a(i, j)
    end do
  end do
  call double_all(t, n*m)
  do j = 1, m
    do i = 1, n
      a(i, j) = t(n + 1 - i, m + 1 - j)
    end do
  end do
end
