! Rows that are summed up: work-items side by side go through one together, some
! rows in a group, or each group has one, if more is done with it. Arrays with
! unit stride along two loops are gone through in tiles, by way of local memory
! where they are read so. A nest that wants groups of another shape is a launch
! of its own.
! REQUIRES: opencl, gfortran
! RUN: %unoptimised %loopyc %s -DRK=8 --check --map-parallel --target=opencl,c --param n=0 --param m=3 --param l=2 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 --check --map-parallel --target=opencl,c --param n=1 --param m=1 --param l=1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --check --map-parallel --target=opencl,c --param n=131 --param m=37 --param l=5 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=4 --check --map-parallel --target=c --param n=17 --param m=130 --param l=3 | FileCheck %s --check-prefix=HOST --implicit-check-not=FAILED
! CHECK-COUNT-26: ok
! HOST-COUNT-13: ok
! RUN: %loopyc %s -DRK=8 --print-script | FileCheck %s --check-prefix=SCRIPT

! SCRIPT: knl = t["norms"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 8, outer_tag="g.0", inner_tag="l.1")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 16, inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine norms(n, m, a, s)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: s(m)
  real(RK) :: t
  integer :: i, j
  do j = 1, m
    t = 0
    do i = 1, n
      t = t + a(i,j)**2
    end do
    s(j) = sqrt(t)
  end do
end subroutine

! SCRIPT: knl = t["variances"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 8, outer_tag="g.0", inner_tag="l.1")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 16, inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_1", 16, inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine variances(n, m, a, v)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: v(m)
  real(RK) :: mean, squares
  integer :: i, j
  do j = 1, m
    mean = 0
    do i = 1, n
      mean = mean + a(i,j)
    end do
    mean = mean/max(n, 1)
    squares = 0
    do i = 1, n
      squares = squares + (a(i,j) - mean)**2
    end do
    v(j) = squares/max(n, 1)
  end do
end subroutine

! SCRIPT: knl = t["softmax"]
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "j:g.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_1", 128, inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_2", 128, inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine softmax(n, m, a)
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n,m)
  real(RK) :: largest, s
  integer :: i, j
  do j = 1, m
    largest = -huge(largest)
    do i = 1, n
      largest = max(largest, a(i,j))
    end do
    s = 0
    do i = 1, n
      a(i,j) = exp(a(i,j) - largest)
      s = s + a(i,j)
    end do
    do i = 1, n
      a(i,j) = a(i,j)/s
    end do
  end do
end subroutine

! SCRIPT: knl = t["places"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 8, outer_tag="g.0", inner_tag="l.1")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 16, inner_tag="l.0")
subroutine places(n, m, a, p, q)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m)
  integer, intent(inout) :: p(m)
  real(RK), intent(inout) :: q(m)
  integer :: i, j
  do j = 1, m
    q(j) = -huge(q)
    p(j) = 0
    do i = 1, n
      if (a(i,j) > q(j)) then
        q(j) = a(i,j)
        p(j) = i
      end if
    end do
  end do
end subroutine

! SCRIPT: knl = t["product"]
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "j:g.1")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.1")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "k", 16, inner_tag="l.0")
subroutine product(n, m, l, a, b, c)
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(n,m), b(n,l)
  real(RK), intent(inout) :: c(m,l)
  integer :: i, j, k
  do j = 1, l
    do i = 1, m
      do k = 1, n
        c(i,j) = c(i,j) + a(k,i)*b(k,j)
      end do
    end do
  end do
end subroutine

! A condition on a sum in memory, in a loop over sweeps of groups, leaves sums to
! work-items: PoCL's optimiser loses parts of them else.
! SCRIPT: knl = t["clamped"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "j:g.1")
! SCRIPT-NEXT: knl = lp.set_options(knl, fit_groups=True)
! SCRIPT-NEXT: kernels.append
subroutine clamped(n, m, l, a, b, c)
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(n,m), b(n,l)
  real(RK), intent(inout) :: c(m,l)
  integer :: i, j, k
  do j = 1, l
    do i = 1, m
      c(i,j) = 0
      do k = 1, n
        c(i,j) = c(i,j) + a(k,i)*b(k,j)
      end do
      if (c(i,j) > 1) c(i,j) = 1/c(i,j)
    end do
  end do
end subroutine

! Sums of which data say how long they are, are each work-item's, as are those
! along columns beside other nests.
! SCRIPT: knl = t["lists"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine lists(n, m, length, a, s)
  integer, intent(in) :: n, m, length(m)
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: s(m)
  integer :: i, j
  do j = 1, m
    do i = 1, length(j)
      s(j) = s(j) + a(i,j)
    end do
  end do
end subroutine

! SCRIPT: knl = t["columns"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 4, inner_tag="l.1")
! SCRIPT-NEXT: kernels.append
subroutine columns(n, m, a, s)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: s(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      s(i) = s(i) + a(i,j)
    end do
  end do
end subroutine

! SCRIPT: knl = t["swept"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 4, inner_tag="l.1")
! SCRIPT-NEXT: kernels.append
subroutine swept(n, m, a, x, s)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m), x(m)
  real(RK), intent(inout) :: s(n)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      s(i) = s(i) + a(i,j)*x(j)
    end do
  end do
end subroutine

! SCRIPT: knl = t["scaled"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_1", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine scaled(n, m, a, s)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: s(n)
  real(RK) :: t(n)
  integer :: i, j
  do i = 1, n
    t(i) = 0
    do j = 1, m
      t(i) = t(i) + a(i,j)
    end do
  end do
  do i = 1, n
    s(i) = s(i)*t(i)
  end do
end subroutine

! SCRIPT: knl = t["turned"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "k", 32, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 32, outer_tag="g.2")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_inner", 8, outer_tag="ilp", inner_tag="l.1")
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "j:g.1")
! SCRIPT-NEXT: knl = lp.add_prefetch(knl, "a", ["k_inner", "i_inner_outer", "i_inner_inner"])
! SCRIPT-NEXT: knl = lp.tag_array_axes(knl, "a_fetch", "stride:1,stride:33")
! SCRIPT-NEXT: kernels.append
subroutine turned(n, m, l, a, b)
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(n,m,l)
  real(RK), intent(inout) :: b(l,m,n)
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      do i = 1, n
        b(k,j,i) = a(i,j,k)
      end do
    end do
  end do
end subroutine

! What is read in both ways stays where it is.
! SCRIPT: knl = t["symmetric"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 16, outer_tag="g.1", inner_tag="l.1")
! SCRIPT-NEXT: kernels.append
subroutine symmetric(n, a, b)
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n,n)
  real(RK), intent(inout) :: b(n,n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      b(i,j) = (a(i,j) + a(j,i))/2
    end do
  end do
end subroutine

! SCRIPT: knl = t["shapes"]
! SCRIPT: knl = lp.add_barrier(knl, "id:y_0", "id:b_0")
! SCRIPT-NEXT: knl = lp.add_barrier(knl, "id:b_0", "id:s_0")
! SCRIPT-NEXT: kernels.append
subroutine shapes(n, m, a, b, s, x, y)
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n,m), x(n)
  real(RK), intent(inout) :: b(m,n), s(m), y(n)
  integer :: i, j
  do i = 1, n
    y(i) = 2*x(i)
  end do
  do j = 1, m
    do i = 1, n
      b(j,i) = a(i,j)
    end do
  end do
  do j = 1, m
    do i = 1, n
      s(j) = s(j) + a(i,j)
    end do
  end do
end subroutine
