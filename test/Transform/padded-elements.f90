! Splitting the 7 fields by 4 leaves a place that is no element: what is taken
! as a whole, or as a box, leaves it out.
! RUN: %loopyc %s --set COUNT=4 --emit=ir -o - | FileCheck %s
! RUN: %loopyc %s --set COUNT=7 --emit=ir -o - | FileCheck %s --check-prefix=WHOLE
subroutine s(n, q, r)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: q(n, 7)
  real, intent(inout) :: r(n, 7)
  integer :: i, k
  do i = 1, n
    do k = 1, 5
      r(i, 1) = r(i, 1) + q(i, k)*q(i, 7)
      r(i, 7) = r(i, 7) - q(i, k)
      r(i, k + 1) = r(i, k + 1) + 1
    end do
  end do
end subroutine s
! CHECK-LABEL: KERNEL: s
! CHECK: q_fetch: {{.*}} shape: (4, 2)
! CHECK: r_buf: {{.*}} shape: (4, 2)
! CHECK: [q_dim_field_inner, q_dim_field_outer] : 0 <= q_dim_field_inner <= 3 and q_dim_field_outer >= 0 and 4q_dim_field_outer <= 6 - q_dim_field_inner
! CHECK: [r_init_field_inner, r_init_field_outer] : {{.*}} and 4r_init_field_outer <= 6 - r_init_field_inner
! CHECK: [r_store_field_inner, r_store_field_outer] : {{.*}} and 4r_store_field_outer <= 6 - r_store_field_inner
! CHECK-LABEL: KERNEL: upper
! CHECK: q_fetch: {{.*}} shape: (3)
! CHECK: { [part] : 0 <= part <= 2 }
! WHOLE: { [q_dim_field_inner] : 0 <= q_dim_field_inner <= 6 }
! WHOLE: { [r_init_field_inner] : 0 <= r_init_field_inner <= 6 }

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! for name in "qr":
!     knl = lp.set_array_dim_names(knl, name, "i,field")
!     knl = lp.split_array_dim(knl, (name, "field", "F"), COUNT,
!                              auto_split_inames=False)
! last = (7 - 1)//COUNT
! upper = lp.add_prefetch(knl, f"q[i, :, {last}]", default_tag=None,
!                         dim_arg_names=["", "part"])
! knl = lp.add_prefetch(knl, "q[i, :, :]", default_tag=None)
! knl = lp.buffer_array(knl, "r", "k", default_tag=None,
!                       fetch_bounding_box=True)
! RESULT = [knl, upper.copy(name="upper")]
!$loopy end
