! The forms in which the seeds give names, tags and axes.
! RUN: %loopyc --emit=ir -o - %s | FileCheck %s
subroutine s(n, q, d)
  integer, intent(in) :: n
  real, intent(inout) :: q(n, 8, n), d(n, n)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      q(i, 3, j) = d(j, i)
    end do
  end do
end subroutine s
! CHECK: q: {{.*}}vec
! CHECK: i: g.0
! CHECK: j: l.0
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME, free_form=True, seq_dependencies=True)
! knl = lp.add_dtypes(knl, {"q,d": np.float32, "n": "int32"})
! for name in ["q", "D"]:
!     knl = lp.set_array_dim_names(knl, name, "i,field,e" if name == "q" else ["i", "j"])
! knl = lp.tag_data_axes(knl, "d", {"i": "N0", "j": "N1"})
! knl = lp.split_array_dim(knl, ("q", 1, "F"), 4, auto_split_inames=False)
! knl = lp.tag_data_axes(knl, "q", "N0,vec,N2,N1")
! knl = lp.set_loop_priority(knl, "i,j")
! knl = lp.fix_parameters(knl, N=16)
! knl = lp.tag_inames(knl, {"i": "g.0"})
! knl = lp.tag_inames(knl, [("j", "l.0")])
! assert knl.arg_dict["q"].dim_tags[1] == "vec"
! assert knl.arg_dict["d"].shape == (16, 16)
! RESULT = knl
!$loopy end
