! lp.copy_rows: what it makes of a fetch, and what it refuses.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --target=opencl -o %t/x | FileCheck %s --check-prefix=REFUSED
! RUN: FileCheck %s < %t/x.cl
! RUN: %loopyc %s --target=opencl --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: not %loopyc %s --target=opencl --set EXACT=1 -o %t/y 2>&1 | FileCheck %s --check-prefix=EXACT
! RUN: not ls %t/y.cl
! RUN: %loopyc %s --target=c -o %t/x
! RUN: FileCheck %s --check-prefix=C < %t/x.c

! IR: u_fetch: {{.*}}dim_tags: (stride:1, stride:40){{.*}}aspace: local
! All work-items share the pieces, however many there are.
! CHECK: copy_rows_float(__local float *to, __global const float *from,
! CHECK: *(__local uint4 *) (to + to_at) = *(__global const uint4 *)
! CHECK-SAME: ((size_t) (there + at) & ~(size_t) 15)
! CHECK: __local __attribute__((aligned(16))) float u_fetch[400];
! CHECK: u_fetch_shift = copy_rows_float(u_fetch + 0,
! CHECK-SAME: u, 32 * gid(0) + n * (8 * gid(1)), m * n,
! CHECK: barrier(CLK_LOCAL_MEM_FENCE);
! CHECK: u_fetch[((u_fetch_shift + lid(1) * n) & 3) + lid(0) + 40 * lid(1) + 1]
! One thread runs a loop, and its rows are where they would be without.
! C: for (int u_dim_{{[01]}} = 0;
! C-NOT: copy_rows
! EXACT: error: kernel 'star': copy_rows cannot copy rows by 'u_fetch_rule': the elements that it copies at once are no rectangle; fetch_bounding_box=True loads all between them
subroutine star(n, m, u, v, w)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: u(n, m), w(n)
  real, intent(inout) :: v(n, m)
  integer :: i, j
  do j = 2, m - 1
    do i = 2, n - 1
      v(i, j) = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1) + w(i)
    end do
  end do
end subroutine

!$loopy begin
! def refused(why, knl, *given, **named):
!     try:
!         lp.copy_rows(knl, *given, **named)
!     except lp.LoopyError as error:
!         if why in str(error):
!             print("refused:", why)
!         else:
!             print("another error:", error)
!     else:
!         print("not refused:", why)
!
! [knl] = lp.parse_fortran(SOURCE, FILENAME)
! refused("has no temporary 'u'", knl, "u")
! knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "j", 8, outer_tag="g.1", inner_tag="l.1")
! fetched = lp.add_prefetch(knl, "u", ["i_inner", "j_inner"])
! refused("must be in local memory, but it is private", lp.set_temporary_scope(fetched, "u_fetch", "private"), "u_fetch")
! refused("is tagged 'unr'; leave it untagged or l.auto", lp.add_prefetch(knl, "u", ["i_inner", "j_inner"], default_tag="unr", temporary_address_space="local"), "u_fetch")
! refused("is tagged 'sep', and rows are of single elements", lp.tag_array_axes(fetched, "u_fetch", "N0,sep"), "u_fetch")
! summed = lp.extract_subst(knl, "sum", "u[a, b] + u[c, d]", "a, b, c, d")
! refused("it must set elements to those of an array argument", lp.precompute(summed, "sum", ["i_inner", "j_inner"], temporary_name="s"), "s")
! fetched = lp.copy_rows(fetched, "u_fetch")
! refused("rows of 'u_fetch' are copied so already", fetched, "u_fetch")
! if "EXACT" in globals():
!     fetched = lp.copy_rows(lp.add_prefetch(knl, "u", ["i_inner", "j_inner"], fetch_bounding_box=False), "u_fetch")
! RESULT = fetched
!$loopy end
! REFUSED: refused: has no temporary 'u'
! REFUSED-NEXT: refused: must be in local memory, but it is private
! REFUSED-NEXT: refused: is tagged 'unr'; leave it untagged or l.auto
! REFUSED-NEXT: refused: is tagged 'sep', and rows are of single elements
! REFUSED-NEXT: refused: it must set elements to those of an array argument
! REFUSED-NEXT: refused: rows of 'u_fetch' are copied so already
! REFUSED-NOT: refused
