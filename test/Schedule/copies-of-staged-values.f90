! A value staged for each iteration of a loop, whose producer then leaves the
! loop: several live at once. A constant number of copies stays, 1024 at most;
! where there are more, or their number is not known, the script is refused.
! RUN: not %loopyc %s -o %t 2>&1 | FileCheck %s --check-prefix=REFUSED
! RUN: not %loopyc %s --set WHO=producer -o %t 2>&1 | FileCheck %s --check-prefix=REFUSED
! RUN: not %loopyc %s --set FIXED=1025 -o %t 2>&1 | FileCheck %s --check-prefix=REFUSED
! RUN: %loopyc %s --set FIXED=1024 --target=c --emit=device -o - | FileCheck %s --check-prefix=MOST
! RUN: %loopyc %s --set FIXED=1025 --set SWEEP=i --target=c --emit=device -o - | FileCheck %s --check-prefix=SWEPT
! RUN: %loopyc %s --set FIXED=10 --target=c --emit=device -o - | FileCheck %s --check-prefix=COPIES
! RUN: %loopyc %s --set ILP=1 --target=c --emit=device -o - | FileCheck %s --check-prefix=ILP
! REFUSED: copies-of-staged-values.f90:[[#@LINE+20]]:5: error: kernel 'twice': each iteration of 'i' has its own value of 'a_fetch', but its storage cannot hold all that live at once: 'd_0' reads that of i = {{[0-9]+}}, 'a_fetch_rule' writes that of i = {{[0-9]+}}, and no loop around both keeps the two apart; give both the same loops
! REFUSED: note: the other instruction
! MOST: double a_fetch[1024];
! SWEPT: double a_fetch[1025];
! COPIES: double a_fetch[10];
! COPIES: for (int [[P:[a-z0-9_]+]] = 0; {{.*}} < 10;
! COPIES: a_fetch{{\[}}[[P]]] = a{{\[}}[[P]]];
! COPIES: for (int [[C:[a-z0-9_]+]] = 0; {{.*}} < 10;
! COPIES: = 2.0 * a_fetch{{\[}}[[C]]];
! Of an iteration of the loop around, the interleaved ones only.
! ILP: double a_fetch[4];
! ILP: a_fetch[i_inner] = a[i_inner + 4 * i_outer];
! ILP-COUNT-4: = 2.0 * a_fetch[{{[0-3]}}];
subroutine twice(n, a, d)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: d(n)
  integer :: i
  do i = 1, n
    d(i) = 2*a(i)
  end do
end subroutine twice
!$loopy begin
! given = globals()
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if "FIXED" in given:
!     knl = lp.fix_parameters(knl, n=given["FIXED"])
! knl = lp.split_iname(knl, "i", 4) if "ILP" in given else knl
! knl = lp.add_prefetch(knl, "a", given.get("SWEEP", []), default_tag=None)
! who = "id:d_0" if given.get("WHO") != "producer" else "not id:d_0"
! if "ILP" in given:
!     knl = lp.duplicate_inames(knl, ["i_inner"], who, tags={"i_inner": "ilp"})
! else:
!     knl = lp.duplicate_inames(knl, ["i"], who)
! RESULT = knl
!$loopy end
