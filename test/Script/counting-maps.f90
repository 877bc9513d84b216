! What a map of counts offers, and what it refuses.
! RUN: %loopyc -fsyntax-only %s | FileCheck %s
subroutine axpy(n, a, x, y, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a, x(n)
  real, intent(inout) :: y(n), s(n)
  integer :: i
  real :: r
  r = 1.0/a
  do i = 1, n
    y(i) = y(i) + r*x(i)
    if (x(i) > 0.0) s(i) = s(i) + sqrt(x(i))
  end do
end subroutine axpy

subroutine rows(n, first, x, y)
  implicit none
  integer, intent(in) :: n, first(n+1)
  real, intent(in) :: x(*)
  real, intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = first(i), first(i+1) - 1
      y(i) = y(i) + x(j)
    end do
  end do
end subroutine rows
!$loopy begin
! unit = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = unit
! axpy = lp.split_iname(unit["axpy"], "i", 64, outer_tag="g.0",
!                       inner_tag="l.0")
! ops = lp.get_op_map(axpy, count_granularity="workitem",
!                     count_within_subscripts=False)
!
! # CHECK: 4 kinds
! print(len(ops), "kinds")
! # CHECK: 401 operations, 401 operations
! print(ops.eval_and_sum({"n": 100}), "operations,",
!       ops.sum().eval_with_dict({"n": 100}), "operations")
! # CHECK: the same True
! print("the same", sum(ops.values()) == ops.sum())
! # CHECK: renamed "other"
! print("renamed", str(list(ops.with_set_attributes(kernel_name="other")
!                           .keys())[0])[-8:-1])
! # CHECK: twice 802
! print("twice", (2*ops).eval_and_sum({"n": 100}))
! # CHECK: both 802
! print("both", (ops + ops).eval_and_sum({"N": 100}))
! # CHECK: absent None
! print("absent", ops.get(lp.Op(np.float64, "add")))
! # CHECK: contains True 4
! print("contains", list(ops.keys())[0] in ops, len(list(ops.items())))
! # CHECK: copy 401
! print("copy", ops.copy().eval_and_sum({"n": 100}))
! # The division of each work-item: two groups of 64.
! # CHECK: redundant 128
! again = lp.get_op_map(axpy, count_granularity="workitem",
!                       count_redundant_work=True)
! print("redundant", again.filter_by(name=["div"]).eval_and_sum({"n": 100}))
! # CHECK: remark {{.*}}as if {{.*}}x[{{.*}}] > 0{{.*}}depends on data
! print("remark", *ops.remarks)
! # CHECK: read 400 written 400
! touched = lp.gather_access_footprint_bytes(axpy)
! print("read", touched["x", "read"].eval_with_dict({"n": 100}), "written",
!       touched["y", "write"].eval_with_dict({"n": 100}))
!
! def refused(what):
!     try:
!         what()
!     except Exception as error:
!         print(type(error).__name__, error)
! # CHECK: KeyError {{.*}}nothing was counted under Op(np:dtype('float64'), add, None)
! refused(lambda: ops[lp.Op(np.float64, "add")])
! # CHECK: LoopyError {{.*}}depends on 'n'
! refused(lambda: ops.eval_and_sum({"m": 100}))
! # CHECK: TypeError {{.*}}'n' must have an integer value, found 1.5
! refused(lambda: ops.eval_and_sum({"n": 1.5}))
! # CHECK: AttributeError Op has no field 'nam'; did you mean 'name'
! refused(lambda: ops.group_by("nam"))
! # CHECK: TypeError Op: field 'dtype' must be a type such as np.float32, found 3
! refused(lambda: lp.Op(dtype=3))
! # CHECK: LoopyError {{.*}}has no dtype
! refused(lambda: ops.group_by("name").to_bytes())
! # CHECK: LoopyError {{.*}}'workitem', 'subgroup' or 'workgroup', found 'warp'
! refused(lambda: lp.get_op_map(axpy, count_granularity="warp"))
! # CHECK: LoopyError {{.*}}subgroup_size must be at least 1, found 0
! refused(lambda: lp.get_op_map(axpy, subgroup_size=0))
! # CHECK: LoopyError {{.*}}no kernel 'axp'; did you mean 'axpy'
! refused(lambda: lp.get_op_map(unit, entrypoint="axp"))
! # CHECK: LoopyError instruction '{{.*}}' of kernel 'rows' runs as often as
! refused(lambda: lp.get_op_map(unit, entrypoint="rows"))
!$loopy end
