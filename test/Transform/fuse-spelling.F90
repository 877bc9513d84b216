! REQUIRES: gfortran
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
! RUN: %loopyc %s --check --target=c --param p_r=1.5 --param NE=9 | FileCheck %s --check-prefix=OK
! RUN: not %loopyc %s --check --target=c --param P_S=1 2>&1 | FileCheck %s --check-prefix=PARAM
! Kernels share what has one name in Fortran, under the first one's spelling;
! the suffixed P of one is not the p_R of both, and names that only case tells
! apart are found if they are spelled exactly.
! CHECK-LABEL: KERNEL: fluxR_and_fluxS
! CHECK: ARGUMENTS:
! CHECK-NEXT: Ne: ValueArg, type: int32
! CHECK-NEXT: p_R: ValueArg, type: float64
! CHECK-NEXT: Q: type: float64
! CHECK-NEXT: OUT: type: float64
! CHECK-NEXT: other: type: float64
! CHECK: TEMPORARIES:
! CHECK-NEXT: P_r: type: float64
! CHECK-NEXT: p_s: type: float64
! CHECK: DOMAINS:
! CHECK-NEXT: [Ne] -> { [E_outer, E_inner] :
! CHECK: P_r = p_R*Q[E_inner + 4*E_outer]  {id=P_0, tags=argument:first}
! CHECK: p_s = p_R + Q[E_inner + 4*E_outer]  {id=p_0, tags=argument}
! CHECK: other[E_inner + 4*E_outer] = p_s  {id=other_0, tags=second}
! OK: check: fluxR_and_fluxS: c: ok
! PARAM: error: --param P_S: no subroutine has an argument of this name
subroutine fluxR(Ne, p_R, Q, OUT)
  implicit none
  integer Ne, E
  real(8) p_R, Q(Ne), OUT(Ne), P
  do E = 1, Ne
    P = p_R*Q(E)
    OUT(E) = P
  end do
end subroutine
subroutine fluxS(NE, P_R, q, other)
  implicit none
  integer NE, e
  real(8) P_R, q(NE), other(NE), p
  do e = 1, NE
    p = P_R + q(e)
    other(e) = p
  end do
end subroutine
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! assert "FLUXR" in t and t["FLUXr"].name == "fluxR"
! f = lp.fuse_kernels([t["fluxr"], t["fluxS"]], suffixes=["_r", "_s"])
!
! f = lp.tag_instructions(f, "first", within="writes:P_r")
! f = lp.tag_instructions(f, "argument", within="reads:p_R")
! f = lp.tag_instructions(f, "second", within="reads:P_S")
!
! f = lp.split_iname(f, "e", 4, outer_tag="g.0", inner_tag="l.0")
! assert f.iname_tags("E_OUTER") == {"g.0"}
! RESULT = f
!$loopy end
