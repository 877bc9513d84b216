! Where the host runs the original, an early return does not leave out what the
! runtime has to be told behind it.
! REQUIRES: gfortran
! RUN: %loopyc -Wno-serial %s --target=c -o %t && FileCheck %s --input-file=%t_stub.f90
! RUN: rm -rf %t.mod && mkdir %t.mod && gfortran -c %t_stub.f90 -J %t.mod -o %t.o
! RUN: %loopyc -Wno-serial %s --target=c --check --param n=7 | FileCheck %s --check-prefix=SAME
! CHECK: loopyc_original: block
! CHECK: if (limit < 0) exit loopyc_original
! CHECK: end block loopyc_original
! CHECK: call loopyrt_host_done(loopyc_call)
! CHECK: loopyc_original: block
! CHECK: exit loopyc_original
! CHECK: call loopyrt_host_done(loopyc_call)
! SAME: check: plain: {{.*}}: ok
! SAME: check: inner: {{.*}}: ok
module m
contains
  subroutine plain(n, a, limit)
    integer, intent(in) :: n, limit
    real, intent(inout) :: a(n)
    integer :: i
    if (limit < 0) return
    do i = 1, n
      a(i) = 2*a(i)
    end do
  end subroutine
  subroutine outer(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    print *, n
    call inner()
  contains
    subroutine inner()
      integer :: i
      if (a(1) > 0.5) then
        a(1) = 0
        return
      end if
      do i = 1, n
        a(i) = a(i) + 1
      end do
    end subroutine
  end subroutine
end module
