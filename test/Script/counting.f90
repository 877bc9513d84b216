! The counting example of the tutorial (seed 004), on Fortran's array order.
! RUN: %loopyc -fsyntax-only %s | FileCheck %s
subroutine stats_knl(n, m, l, a, b, c, e, g, h)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: a(m,l,n), b(m,l,n)
  real, intent(out) :: c(m,l,n)
  double precision, intent(in) :: g(m,n), h(m+1,n)
  double precision, intent(out) :: e(m,n)
  integer :: i, j, k
  do i = 1, n
    do k = 1, m
      do j = 1, l
        c(k,j,i) = a(k,j,i)*b(k,j,i)/3.0 + a(k,j,i)
      end do
      e(k,i) = g(k,i)*(2 + h(k+1,i))
    end do
  end do
end subroutine stats_knl
!$loopy begin
! from loopy.statistics import CountGranularity as CG
! RESULT = knl = lp.parse_fortran(SOURCE, FILENAME)
! params = {"n": 256, "m": 256, "l": 8}
! op_map = lp.get_op_map(knl, subgroup_size=32)
!
! # CHECK: Op(np:dtype('float32'), add, subgroup, "stats_knl") : [{{.*}}] -> { {{.*}} }
! print(lp.stringify_stats_mapping(op_map))
! def ops(dtype, name):
!     return op_map[lp.Op(dtype, name, CG.SUBGROUP, "stats_knl")
!                   ].eval_with_dict(params)
! # CHECK: counted 524288 524288 524288 65536 65536 65536
! print("counted", ops(np.float32, "add"), ops(np.float32, "div"),
!       ops(np.float32, "mul"), ops(np.float64, "add"),
!       ops(np.float64, "mul"), ops(np.int32, "add"))
! # CHECK: single 1572864
! print("single", op_map.filter_by(dtype=[np.float32]).eval_and_sum(params))
! by_type = op_map.group_by("dtype")
! # CHECK: Op(np:dtype('float32'), None, None) : [{{.*}}] -> { 3 * n * m * l :
! print(lp.stringify_stats_mapping(by_type))
! # CHECK: grouped 1572864
! print("grouped", by_type[lp.Op(dtype=np.float32)].eval_with_dict(params))
! # CHECK: without subscripts 0
! plain = lp.get_op_map(knl, count_within_subscripts=False)
! print("without subscripts", len(plain.filter_by(dtype=[np.int32])))
!
! mem_map = lp.get_mem_access_map(knl, subgroup_size=32)
! # CHECK: MemAccess(global, np:dtype('float32'), {}, {}, load, a, None, subgroup, 'stats_knl') : [{{.*}}] -> { 2 * n * m * l :
! print(lp.stringify_stats_mapping(mem_map))
! in_bytes = mem_map.to_bytes()
! by_direction = in_bytes.filter_by(mtype=["global"]).group_by("direction")
! # CHECK: MemAccess(None, None, None, None, load, None, None, None, None) :
! print(lp.stringify_stats_mapping(by_direction))
! # CHECK: loaded 7340032 stored 2621440
! print("loaded", by_direction[lp.MemAccess(direction="load")
!                              ].eval_with_dict(params),
!       "stored", by_direction[lp.MemAccess(direction="store")
!                              ].eval_with_dict(params))
!
! consecutive = lp.split_iname(knl, "k", 128, outer_tag="l.1",
!                              inner_tag="l.0")
! consecutive = lp.get_mem_access_map(consecutive)
! # CHECK: consecutive 1048576
! key = lp.MemAccess("global", np.float32, {0: 1, 1: 128}, {}, "load", "a",
!                    variable_tags=None, count_granularity=CG.WORKITEM,
!                    kernel_name="stats_knl")
! print("consecutive", consecutive[key].eval_with_dict(params))
! far = lp.split_iname(knl, "k", 128, outer_tag="l.0", inner_tag="l.1")
! def wide(key):
!     from loopy.types import to_loopy_type
!     return (key.dtype == to_loopy_type(np.float32)
!             and key.lid_strides[0] > 1)
! # CHECK: wide 2097152
! print("wide", lp.get_mem_access_map(far).filter_by_func(wide)
!       .eval_and_sum(params))
!
! sync_map = lp.get_synchronization_map(knl)
! # CHECK: Sync(kernel_launch, stats_knl) : { 1 }
! print(lp.stringify_stats_mapping(sync_map))
! # CHECK: launches 1
! print("launches", sync_map[lp.Sync("kernel_launch", "stats_knl")
!                            ].eval_with_dict({}))
!$loopy end
