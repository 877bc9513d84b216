! Storage that temporaries share: its size checked, or the sharing ended.
! RUN: %loopyc %s --set N=8 --set ARGS="{}" --emit=ir -o - | FileCheck %s --check-prefix=SHARED
! RUN: %loopyc %s --set N=8 --set ARGS="{'only_address_space': 'local', 'max_nbytes': 64}" --emit=ir -o - | FileCheck %s --check-prefix=SHARED
! RUN: %loopyc %s --set N=8 --set ARGS="{'aliased': False, 'max_nbytes': 96}" --emit=ir -o - | FileCheck %s --check-prefix=APART
! RUN: %loopyc %s --set N=8 --set ARGS="{'aliased': False}" --emit=schedule -o - | FileCheck %s --check-prefix=FREE
! RUN: %loopyc %s --set N=8 --set ARGS="{}" --emit=schedule -o - | FileCheck %s --check-prefix=ORDERED
! RUN: not %loopyc %s --set N=8 --set ARGS="{'max_nbytes': 63}" --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=LARGE
! RUN: not %loopyc %s --set N=8 --set ARGS="{'aliased': False, 'max_nbytes': 95}" --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=TOGETHER
! Nothing to do is no error.
! RUN: %loopyc %s --set N=8 --set ARGS="{'only_address_space': 'private', 'max_nbytes': 1}" --emit=ir -o - | FileCheck %s --check-prefix=SHARED
! RUN: %loopyc %s --set N=8 --set ARGS="{}" --set ALIAS=False --emit=ir -o - | FileCheck %s --check-prefix=APART
! RUN: not %loopyc %s --set N=8 --set ARGS="{'only_address_space': 'here'}" --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=SPACE
! RUN: not %loopyc %s --set N=None --set ARGS="{}" --emit=ir -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
subroutine s(n, a, b)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(inout) :: b(n)
  real :: t(n)
  real(8) :: u(n)
  integer :: i
  do i = 1, n
    t(i) = sin(a(i))
  end do
  do i = 1, n
    b(i) = t(n + 1 - i)
  end do
  do i = 1, n
    u(i) = cos(a(i))
  end do
  do i = 1, n
    b(i) = b(i) + real(u(n + 1 - i))
  end do
end subroutine s
! SHARED: t: {{.*}} base_storage: t_storage
! SHARED: u: {{.*}} base_storage: t_storage
! APART: t: {{.*}} aspace: local{{$}}
! APART: u: {{.*}} aspace: local{{$}}
! A barrier for each value that is handed on; one more until t is read, where u
! takes its place.
! ORDERED-COUNT-3: barrier local
! FREE: SCHEDULE
! FREE-COUNT-2: barrier local
! FREE-NOT: barrier
! LARGE: what shares storage 't_storage' takes 64 bytes, but max_nbytes is 63
! TOGETHER: what shared storage 't_storage' takes 96 bytes, but max_nbytes is 95
! SPACE: 'here' is no address space of temporaries
! UNKNOWN: 't', in storage 't_storage', must have a constant size, but its shape is (n); fix its parameters

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if N:
!     knl = lp.fix_parameters(knl, n=N)
!     knl = lp.tag_inames(knl, "i:l.0, i_1:l.0, i_2:l.0, i_3:l.0")
! knl = lp.set_temporary_scope(knl, "t,u", "local")
! if globals().get("ALIAS", True):
!     knl = lp.alias_temporaries(knl, ["t", "u"])
! RESULT = lp.allocate_temporaries_for_base_storage(knl, **ARGS)
!$loopy end
