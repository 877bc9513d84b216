! Temporaries that share storage lie in one memory: a value of each work-item is
! not kept where a group keeps one for all.
! RUN: not %loopyc %s -o %t 2>&1 | FileCheck %s
! CHECK: error: kernel 'mixed': 'w' and 's2' share storage 'w_storage', but by where their values flow the one is local, the other private;
! RUN: %loopyc %s --set APART=1 --target=opencl --emit=device -o - | FileCheck %s --check-prefix=APART
! APART: double s2 = 
subroutine mixed(n, a, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(8, n)
  real(8), intent(inout) :: o(8, n)
  real(8) :: w(8), s(8)
  integer :: i, j
  do j = 1, n
    do i = 1, 8
      w(i) = a(i, j)
    end do
    do i = 1, 8
      o(i, j) = w(9 - i)
    end do
    do i = 1, 8
      s(i) = 2*a(i, j)
      o(i, j) = o(i, j) + s(i)*s(i)
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.tag_inames(k, {"i": "l.0", "i_1": "l.0", "i_2": "l.0", "j": "g.0"})
! k = lp.assignment_to_subst(k, "s")
! k = lp.precompute(k, "s_subst", [], default_tag=None, temporary_name="s2")
! RESULT = k if "APART" in globals() else lp.alias_temporaries(k, ["w", "s2"])
!$loopy end
