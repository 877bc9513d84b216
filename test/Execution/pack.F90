! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial -Wno-branches --param n=150 --param m=3 -o %t | FileCheck %s --check-prefixes=CHECK,OPENCL
! RUN: %loopyc %s --check --verify --target=c -Wno-serial -Wno-branches --param n=11 --param m=5 -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches --param n=0 --param m=3 --init k=1 -o %t | FileCheck %s
! RUN: %loopyc %s --no-map-parallel --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s -fsyntax-only -DREFUSED 2>&1 | FileCheck %s --check-prefix=REFUSED
! What a mask lets through, in array element order, and the way back.
! OPENCL-DAG: check: lists: opencl: ok
! CHECK-DAG: check: lists: c: ok
! OPENCL-DAG: check: planes: opencl: ok
! CHECK-DAG: check: planes: c: ok
! OPENCL-DAG: check: overlaps: opencl: ok
! CHECK-DAG: check: overlaps: c: ok
! OPENCL-DAG: check: back: opencl: ok
! CHECK-DAG: check: back: c: ok
! OPENCL-DAG: check: inside: opencl: ok
! CHECK-DAG: check: inside: c: ok
! IR-LABEL: KERNEL: lists
! IR: k[packed] =
! IR-NEXT: packed = packed + 1
subroutine lists(n, m, a, k, b, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  integer, intent(inout) :: k(n), c
  real(8), intent(inout) :: b(n)
  integer :: i
  c = count(a(:, 1) > 0.5d0)
  k(1:c) = pack([(i, i=1, n)], a(:, 1) > 0.5d0)
  do i = 1, c
    b(i) = 2*a(k(i), 2)
  end do
end subroutine
subroutine planes(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(n*m), c(n*m + 3)
  c = pack(a, a > 0.3d0, [b, 1d0, 2d0, 3d0])
  b = pack(a(:, m:1:-1), .true.)
end subroutine
! The statement reads what it assigns.
subroutine overlaps(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  integer :: c
  c = count(a > 0.4d0)
  a(n - c + 1:n) = pack(a, a > 0.4d0)
  b = unpack(b(n:1:-1), b > 0.6d0, 1 - b)
  b = pack(b, b > 0.5d0, b(n:1:-1))
end subroutine
subroutine back(n, m, a, b, v)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), v(n*m)
  real(8), intent(inout) :: b(n, m)
  b = unpack(v, a > 0.5d0, a)
  b(:, 2) = unpack(real(v(:n)), b(:, 1) > a(:, 2), 0.)
end subroutine
! Lists of each column.
subroutine inside(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(n, m)
  integer :: i, j, c, list(n)
  do j = 1, m
    c = count(a(:, j) > 0.5d0)
    list(1:c) = pack([(i, i=1, n)], a(:, j) > 0.5d0)
    do i = 1, c
      b(list(i), j) = b(list(i), j) + i
    end do
  end do
end subroutine
#ifdef REFUSED
! REFUSED: pack.F90:[[#@LINE+9]]:{{[0-9]+}}: warning: {{.*}}: not supported: allocation of 'list' by what 'pack' returns; give it its size before, and assign to a part: list(1:count(mask)) = pack(a, mask)
! REFUSED: pack.F90:[[#@LINE+9]]:{{[0-9]+}}: note: and here: not supported: intrinsic 'pack' in an expression
! REFUSED: pack.F90:[[#@LINE+9]]:{{[0-9]+}}: note: and here: not supported: intrinsic 'unpack' in an expression
subroutine refused(n, a, list, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  real(8), allocatable, intent(inout) :: list(:)
  list = pack(a, a > 0)
  b(1) = sum(pack(a, a > 0))
  b = 2*unpack(a, a > 0, 0d0)
end subroutine
#endif
