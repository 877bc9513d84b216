! Statements leave a loop for one of their own, and come together again in
! another: rename_iname as level 5 of seed 000 uses it.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
! RUN: %loopyc %s --set CASE=errors -fsyntax-only
! RUN: not %loopyc %s --set CASE=order --emit=device -o - 2>&1 | FileCheck %s --check-prefix=ORDER
subroutine sums(n, m, x, y, z)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: x(n, m)
  real, intent(inout) :: y(n), z(n)
  real :: t, u
  integer :: i, k
  do i = 1, n
    do k = 1, m
      t = x(i, k)
      u = 2*x(i, k)
      y(i) = y(i) + t
      z(i) = z(i)*u
      y(i) = y(i) - u
    end do
  end do
end subroutine sums
! The last to leave takes the tag with it; the others' loops are plain.
! CHECK-LABEL: KERNEL: sums
! CHECK: [n] -> { [i] : 0 <= i < n }
! CHECK-DAG: [m] -> { [k_y] : 0 <= k_y < m }
! CHECK-DAG: [m] -> { [k_z] : 0 <= k_z < m }
! CHECK: k_y: None
! CHECK-NEXT: k_z: unr_hint
! Rules follow their uses.
! CHECK: t_subst := x[i, k_y]
! CHECK-DAG: u_subst{{.*}} := 2.0*x[i, k_y]
! CHECK-DAG: u_subst{{.*}} := 2.0*x[i, k_z]
! CHECK: for i
! CHECK-NEXT: for k_y
! CHECK-NEXT: y[i] = y[i] + t_subst()
! CHECK-NEXT: end k_y
! CHECK-NEXT: for k_z
! CHECK-NEXT: z[i] = z[i]*u_subst
! CHECK: for k_y
! CHECK-NEXT: y[i] = y[i] - u_subst
! CHECK-LABEL: KERNEL: together
! CHECK-NOT: k_z
! CHECK: for k_y
! CHECK-NEXT: y[i] = y[i] + t_subst()
! CHECK-NEXT: z[i] = z[i]*u_subst
! CHECK-NEXT: y[i] = y[i] - u_subst
! CHECK-NEXT: end k_y
! A value of which there is one for all iterations cannot be used elsewhere.
! ORDER: error: kernel 'sums': {{.*}} dependence on 't' from reading t ('y_0') to writing t ('t_0'), for example from (i = 0, k_y = {{[0-9]}}) to (i = 0, k = {{[0-9]}})

!$loopy begin
! import loopy.match as m
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! CASE = globals().get("CASE")
!
! def refused(message, *args, **kwargs):
!     try:
!         lp.rename_iname(*args, **kwargs)
!     except lp.LoopyError as error:
!         assert message in str(error), str(error)
!     else:
!         assert False, "accepted"
!
! if CASE == "order":
!     RESULT = lp.rename_iname(knl, "k", "k_y", within="id:y_0")
! else:
!     knl = lp.tag_inames(knl, "k:unr_hint")
!     for name in "tu":
!         knl = lp.assignment_to_subst(knl, name)
!     for name in "yz":
!         knl = lp.rename_iname(knl, "k", "k_" + name, within=m.Writes(name))
!     together = lp.rename_iname(knl, "k_z", "k_y", existing_ok=True)
!     RESULT = [knl, together.copy(name="together")]
! if CASE == "errors":
!     refused("iname 'k_z' exists already; pass existing_ok=True", knl, "k_y",
!             "k_z")
!     refused("iname 'i' must have the range of 'k_y', "
!             "[m] -> { [i] : 0 <= i < m }, but it has "
!             "[n] -> { [i] : 0 <= i < n }", knl, "k_y", "i", existing_ok=True)
!     refused("'within' selects no instruction of kernel 'sums' within iname "
!             "'k_y'", knl, "k_y", "q", within="writes:z")
!     refused("the new iname 'x' is already a name", knl, "k_y", "x")
!     refused("has no iname 'kk'; there are i, k_", knl, "kk", "q")
!     square = lp.rename_argument(knl, "m", "n", existing_ok=True)
!     refused("is within both 'k_y' and 'i'", square, "k_y", "i",
!             existing_ok=True)
!$loopy end
