! Fortran that calls kernels of the kernel language: a subroutine of a module, a
! subroutine without an interface, a region. Arguments are whole arrays, sections,
! elements, scalars in and out; the oracle calls the kernels as plain C.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial | FileCheck %s
! RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial --param n=1 --param nz=3 | FileCheck %s
! RUN: %loopyc %s -o %t --target=opencl,c --check -Wno-serial --param n=13 --param nz=0 | FileCheck %s
! RUN: FileCheck %s --check-prefix=C < %t.c
! RUN: FileCheck %s --check-prefix=CL < %t.cl
! RUN: %loopyc %s --target=c --emit=host,stub -M -MF %t.d -MT x -Wno-serial -o %t
! RUN: FileCheck %s --check-prefix=DEP --implicit-check-not=smooth.f90 < %t.d
! DEP: called-by-fortran.f90
module columns
  implicit none
  interface
    subroutine smooth(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(inout) :: y(n)
    end subroutine
  end interface
contains
  subroutine work(n, nz, a, b)
    integer, intent(in) :: n, nz
    real(8), intent(in) :: a(n, nz)
    real(8), intent(inout) :: b(n, nz)
    integer :: j
    do j = 1, nz
      call smooth(n, a(:, j), b(:, j))
      b(1, j) = 2*b(1, j)
    end do
  end subroutine
end module

subroutine whole(n, nz, a, s, most)
  implicit none
  integer, intent(in) :: n, nz
  real(4), intent(inout) :: a(n, nz), s(n)
  integer, intent(out) :: most
  real(4) :: half
  half = 0.5
  call sums(n, nz, half, a, s)
  call count_over(n, 0.25, s, most)
end subroutine

subroutine marked(n, nz, c)
  implicit none
  integer, intent(in) :: n, nz
  complex(8), intent(inout) :: c(0:n + 1, nz)
  integer :: j
  !$loopy begin kernel: turn
  do j = 1, nz
    if (mod(j, 2) == 0) call rotate(n, c(1, j), (0d0, 1d0))
  end do
  !$loopy end kernel: turn
end subroutine

! C: work_group(
! C: for (int k_outer
! C-NEXT: /* <smooth>:2 */
! C-NEXT: b[{{.*}}] =
! C-NEXT: (a[{{.*}}] + a[{{.*}}]) / 2.0
! CL: void work(
! CL: gid(0)
! CL-NOT: smooth(
! CHECK-NOT: FAILED
! CHECK: check: work: opencl: ok
! CHECK: check: work: c: ok
! CHECK: check: whole: opencl: ok
! CHECK: check: whole: c: ok
! CHECK: check: turn: opencl: ok
! CHECK: check: turn: c: ok

!$loopy begin
! smooth = lp.make_function(
!     "{ [k]: 1 <= k < n - 1 }",
!     "y[k] = (x[k - 1] + x[k + 1])/2",
!     [lp.ValueArg("n", np.int32), lp.GlobalArg("x", np.float64, shape="n"),
!      lp.GlobalArg("y", np.float64, shape="n")], name="smooth")
! # Reductions, a temporary of each row, names that differ from Fortran's.
! sums = lp.make_function(
!     ["{ [i]: 0 <= i < n }", "{ [Sign, J]: 0 <= Sign, J < nz }"], """
!     <> most = max(Sign, a[i, Sign])      {id=most}
!     S[i] = scale*sum(J, a[i, J] - most) + floor(a[i, 0]) {if=nz > 0}
!     """,
!     [lp.ValueArg("n, nz", np.int32), lp.ValueArg("scale", np.float32),
!      lp.GlobalArg("a", np.float32, shape="n, nz"),
!      lp.GlobalArg("S", np.float32, shape="n")],
!     name="sums", default_order="F")
! # A scalar out; conditions; every second element.
! counting = lp.make_function(
!     "{ [i]: 0 <= i < n and i mod 2 = 1 }", """
!     number = 0                              {id=zero}
!     for i
!       if x[i] > limit or x[i] < -limit
!         number = number + 1                 {dep=zero}
!       end
!     end
!     """,
!     [lp.ValueArg("n", np.int32), lp.ValueArg("limit", np.float32),
!      lp.GlobalArg("x", np.float32, shape="n"),
!      lp.GlobalArg("number", np.int32, shape=())], name="count_over",
!     seq_dependencies=True)
! rotate = lp.make_function(
!     "{ [i]: 0 <= i < n }", "z[i] = w*z[i]",
!     [lp.ValueArg("n", np.int32), lp.GlobalArg("z", np.complex128, shape="n"),
!      lp.ValueArg("w", np.complex128)], name="rotate")
! unit = lp.parse_fortran(SOURCE, FILENAME,
!                         functions=[smooth, sums, [counting, rotate]])
! work, whole, turn = unit
! print(work)
! work = lp.tag_inames(work, {"j": "g.0"})
! work = lp.split_iname(work, "k", 4, inner_tag="l.0")
! whole = lp.split_iname(whole, "i", 4, outer_tag="g.0", inner_tag="l.0")
! whole = lp.insert_global_barriers(whole)
! RESULT = [work, whole, turn]
!$loopy end
