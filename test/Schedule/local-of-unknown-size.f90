! Local memory has a size of its own at compile time. What the work-items of a
! group share and has none, staged or of the source, goes elsewhere, with a
! warning.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set HOW=staged --emit=device -o %t 2>&1 | FileCheck %s --check-prefix=STAGED
! RUN: %loopyc %s --set HOW=staged --check --target=opencl,c 2>/dev/null | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set HOW=tiled --emit=device -o - | FileCheck %s --check-prefix=TILED
! RUN: %loopyc %s --set HOW=tiled --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set HOW=own --emit=device -o %t 2>&1 | FileCheck %s --check-prefix=OWN
! RUN: %loopyc %s --set HOW=own -Wno-local-memory --emit=device -o %t 2>&1 | count 0
! RUN: not %loopyc %s --set HOW=own -Werror=local-memory -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
! RUN: %loopyc %s --set HOW=own --check --target=opencl,c 2>/dev/null | FileCheck %s --check-prefix=OK
! STAGED: warning: kernel 'rows': the work-items of a group share 'x_{{[a-z]*}}', but its size, m elements, is not known at compile time{{.*}} split the inames that it is swept over
! TILED: __local float x_
! OWN: warning: kernel 'scratch': the work-items of a group share 't', but its size, m elements, is not known at compile time, as local memory wants it: it lies in global memory, with a part for each work-group; {{.*}}[-Wlocal-memory]
! ERROR: error: kernel 'scratch': {{.*}}[-Wlocal-memory]
! OK: opencl: ok
! OK: c: ok
subroutine rows(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m), x(m)
  real, intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine

subroutine scratch(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: x(m, n)
  real, intent(out) :: y(m, n)
  real :: t(m)
  integer :: i, j, k
  do i = 1, n
    do j = 1, m
      t(j) = 2*x(j, i)
    end do
    do k = 1, m
      y(k, i) = t(m - k + 1)
    end do
  end do
end subroutine
!$loopy begin
! rows, scratch = lp.parse_fortran(SOURCE, FILENAME)
! if HOW == "own":
!     for iname in ("j", "k"):
!         scratch = lp.split_iname(scratch, iname, 8, inner_tag="l.0")
!     RESULT = lp.tag_inames(scratch, "i:g.0")
! else:
!     rows = lp.split_iname(rows, "i", 16, outer_tag="g.0", inner_tag="l.0")
!     if HOW == "staged":
!         rows = lp.add_prefetch(rows, "x", "j", default_tag="l.auto")
!     else:
!         rows = lp.split_iname(rows, "j", 16)
!         rows = lp.add_prefetch(rows, "x", "j_inner", default_tag="l.auto")
!     RESULT = rows
!$loopy end
