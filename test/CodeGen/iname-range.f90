! Launchers refuse sizes with which an iname leaves its 32 bits; plain loops
! need no such check.
! RUN: %loopyc %s --target=c -o %t.out
! RUN: FileCheck %s --input-file=%t.out.c
! RUN: %cc -std=c11 -fopenmp %t.out.c %S/Inputs/iname_range.c -include %t.out.h -lm -o %t.exe
! RUN: %t.exe | FileCheck %s --check-prefix=RAN
! RAN: shifted 1000: 0
! RAN-NEXT: shifted 147483648: 2
! RAN-NEXT: shifted 2147483647: 2
! RAN-NEXT: joined 1000: 0
! RAN-NEXT: joined 268435456: 2
! CHECK-LABEL: static int shifted_prepare
! CHECK: if (n + 1999999999LL >= 2147483647)
! CHECK-NEXT: return LOOPYC_ERROR_INDEX_RANGE;
! CHECK-LABEL: static int joined_prepare
! CHECK: if (8LL * n - 1LL >= 2147483647)
! CHECK-LABEL: static int plain_prepare
! CHECK-NOT: return LOOPYC_ERROR_INDEX_RANGE
subroutine shifted(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(m)
  integer :: i
  do i = 1, n
    a(mod(i, m) + 1) = i
  end do
end subroutine shifted
subroutine joined(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(8)
  integer :: i, j
  do i = 1, n
    do j = 1, 8
      a(j) = i
    end do
  end do
end subroutine joined
subroutine plain(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = i
  end do
end subroutine plain
!$loopy begin
! s, j, p = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.affine_map_inames(s, "i", "ii", "ii = i + 2000000000"),
!           lp.join_inames(j, "i, j"), lp.split_iname(p, "i", 16)]
!$loopy end
