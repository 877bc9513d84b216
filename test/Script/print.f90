! print(knl) shows the kernel's sections; print goes to standard output.
! RUN: %loopyc -fsyntax-only %s | FileCheck %s
subroutine axpy(n, a, x, y)
  integer, intent(in) :: n
  real, intent(in) :: a, x(n)
  real, intent(inout) :: y(n)
  real :: t
  integer :: i
  do i = 1, n
!$loopy begin tagged: prep
    t = a*x(i)
!$loopy end tagged: prep
    y(i) = y(i) + t
  end do
end subroutine axpy
! CHECK: KERNEL: axpy
! CHECK: ARGUMENTS:
! CHECK: x: {{.*}}float32
! CHECK: TEMPORARIES:
! CHECK: t: {{.*}}float32
! CHECK: DOMAINS:
! CHECK: 0 <= i < n
! CHECK: INAME IMPLEMENTATION TAGS:
! CHECK: i: None
! CHECK: INSTRUCTIONS:
! CHECK: tags=prep
! CHECK: DEPENDENCIES:
! CHECK: flow {{.*}} t
! CHECK: prepared ['t']
! CHECK: {'i': 'g.0'}
! CHECK: ["tag_inames('i:g.0')"]
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! print(knl)
! found = lp.find_instructions(knl,
!                              "tag:prep and iname:i")
! print("prepared", [insn.assignee_name for insn in found])
! knl = lp.tag_inames(knl, "i:g.0")
! print(knl.inames)
! print(knl.history)
! RESULT = knl
!$loopy end
