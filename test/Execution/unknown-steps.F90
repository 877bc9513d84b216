! Loops whose step is an argument: parallel in every launch, for the step is not
! zero.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=17 --param nb=4 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param nb=7 -DREAL=real | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --verify --target=opencl --param n=130 --param nb=3 | FileCheck %s %}
! RUN: %loopyc %s --target=opencl --emit=ir -o - 2> %t.err | FileCheck %s --check-prefix=IR
! RUN: FileCheck %s --check-prefix=SERIAL < %t.err
! SERIAL-NOT: around_sum
! CHECK-NOT: FAILED
! CHECK-DAG: check: around_sum: {{.*}}: ok
! CHECK-DAG: check: blocks: {{.*}}: ok
! CHECK-DAG: check: columns: {{.*}}: ok
! CHECK-NOT: FAILED
#ifndef REAL
#define REAL real(8)
#endif

! IR-LABEL: KERNEL: around_sum
! IR-NOT: KERNEL
! IR: ASSUMPTIONS
subroutine around_sum(n, nb, x, y, s)
  implicit none
  integer, intent(in) :: n, nb
  REAL, intent(inout) :: x(n), y(n), s
  integer :: i
  do i = 1, n, nb
    x(i) = 2*x(i)
  end do
  do i = 1, n
    s = s + x(i)
  end do
  do i = n, 1, -nb
    y(i) = s*x(i)
  end do
end subroutine

! Where a loop may not be reached nothing is known of its step.
! IR-LABEL: KERNEL: blocks
! SERIAL: kernel 'blocks': the loop over 'j' stays on one work-item
subroutine blocks(n, nb, x)
  implicit none
  integer, intent(in) :: n, nb
  REAL, intent(inout) :: x(n)
  integer :: i, j
  if (nb > 0) then
    do j = 1, n, nb
      do i = j, min(n, j + nb - 1)
        x(i) = x(i) + i - j
      end do
    end do
  end if
end subroutine

! Blocks of columns, as weather codes number them: ibl is the loop's own count,
! so that no two iterations share a block, and the host counts the groups.
! SERIAL-NOT: kernel 'columns'
! RUN: %loopyc %s -w --target=opencl --emit=host -o - | FileCheck %s --check-prefix=HOST
! HOST-LABEL: static int columns_part_prepare
! HOST: groups[{{[0-2]}}] = {{.*}}jkglo_trips
! HOST-LABEL: int columns_launch_opencl
! HOST: status = columns_prepare
! HOST: ((int64_t) ngptot + (int64_t) nproma - 1LL) / (int64_t) nproma
subroutine columns(ngptot, nproma, klev, nblocks, t)
  implicit none
  integer, intent(in) :: ngptot, nproma, klev, nblocks
  REAL, intent(inout) :: t(nproma, klev, nblocks)
  integer :: jkglo, ibl, icend, jk, jl
  do jkglo = 1, ngptot, nproma
    ibl = (jkglo - 1)/nproma + 1
    icend = min(nproma, ngptot - jkglo + 1)
    do jk = 1, klev
      do jl = 1, icend
        t(jl, jk, ibl) = 2*t(jl, jk, ibl) + jk
      end do
    end do
  end do
end subroutine
