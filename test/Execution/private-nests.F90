! Nests inside of a loop whose iterations have arrays of their own.
! REQUIRES: opencl, gfortran
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c -Wno-serial --param n=0 --param m=3 --param l=2 --init kmt='i0 - 1' | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c -Wno-serial --param n=1 --param m=1 --param l=1 --init kmt='i0 - 1' | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c -Wno-serial --param n=131 --param m=5 --param l=3 --init kmt='mod(3*i0, 7) - 1' | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-22: ok
! RUN: %loopyc %s -DRK=8 --print-script > %t.py 2> %t.err && FileCheck %s --check-prefix=SCRIPT < %t.py
! RUN: %loopyc %s -DRK=8 --emit=device -o - | FileCheck %s --check-prefix=CODE
! RUN: FileCheck %s --check-prefix=SERIAL --allow-empty < %t.err
! SERIAL-NOT: warning

! Work arrays of columns: each work-item has a column, of one array for all.
! Conditions whose values are overwritten later.
! SCRIPT-LABEL: t["columns"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "jl", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "jb:g.1")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "jl_1", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "jl_2", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "jl_3", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "jl_4", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.set_options(knl, fit_groups=True)
! SCRIPT-NEXT: kernels.append
! CODE-LABEL: void columns(
! CODE: double flux = 0.0;
! CODE: cond[128 * gid(0) + lid(0) + n * (jk + m * gid(1))] =
subroutine columns(n, m, l, pt, pq, rain)
  implicit none
  integer, intent(in) :: n, m, l
  real(RK), intent(inout) :: pt(n,m,l), pq(n,m,l)
  real(RK), intent(inout) :: rain(n,l)
  real(RK) :: qs(n), flux(n), cond(n,m)
  integer :: jb, jk, jl
  do jb = 1, l
    do jl = 1, n
      flux(jl) = 0
    end do
    do jk = 1, m
      do jl = 1, n
        qs(jl) = 0.25*pt(jl,jk,jb)
      end do
      do jl = 1, n
        if (pq(jl,jk,jb) > qs(jl)) then
          cond(jl,jk) = pq(jl,jk,jb) - qs(jl)
        else
          cond(jl,jk) = 0.5*qs(jl)
        end if
      end do
      do jl = 1, n
        pq(jl,jk,jb) = pq(jl,jk,jb) - cond(jl,jk)
        pt(jl,jk,jb) = pt(jl,jk,jb) + cond(jl,jk)
        flux(jl) = 0.5*flux(jl) + 0.125*pt(jl,jk,jb)
      end do
    end do
    do jl = 1, n
      rain(jl,jb) = flux(jl) + cond(jl,1)
    end do
  end do
end subroutine

! Of the two parallel loops of the first nest, the others have one alone.
! SCRIPT-LABEL: t["implicit"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "jl", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "jb:g.1")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "jl_1", 128, outer_tag="g.0", inner_tag="l.0")
subroutine implicit(n, m, l, t, k)
  implicit none
  integer, intent(in) :: n, m, l
  real(RK), intent(inout) :: t(n,m,l)
  real(RK), intent(in) :: k(n,m,l)
  real(RK) :: b(n,m), d(n,m), w
  integer :: jb, jk, jl
  do jb = 1, l
    do jk = 1, m
      do jl = 1, n
        b(jl,jk) = 4 + abs(k(jl,jk,jb))
        d(jl,jk) = t(jl,jk,jb)
      end do
    end do
    do jk = 2, m
      do jl = 1, n
        w = 1/b(jl,jk-1)
        b(jl,jk) = b(jl,jk) - w
        d(jl,jk) = d(jl,jk) + w*d(jl,jk-1)
      end do
    end do
    do jl = 1, n
      t(jl,m,jb) = d(jl,m)/b(jl,m)
    end do
    do jk = m-1, 1, -1
      do jl = 1, n
        t(jl,jk,jb) = (d(jl,jk) + t(jl,jk+1,jb))/b(jl,jk)
      end do
    end do
  end do
end subroutine

! Neighbours in a row: a group has it, with barriers between the nests.
! SCRIPT-LABEL: t["rows"]
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "j:g.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_1", 128, inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_2", 128, inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_3", 128, inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
! CODE-LABEL: void rows(
! CODE: q += (size_t) gid(0) * (n + 2);
! CODE: barrier(CLK_GLOBAL_MEM_FENCE)
subroutine rows(n, m, u)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: u(0:n+1,m,2)
  real(RK) :: q(0:n+1), dq(0:n+1), f(0:n+1,2), slope
  integer :: i, j, iv
  do j = 1, m
    do i = 0, n+1
      q(i) = u(i,j,1) + 0.5*u(i,j,2)
    end do
    do i = 1, n
      slope = q(i+1) - q(i-1)
      if (slope > 0) then
        dq(i) = min(slope, u(0,j,1))
      else
        dq(i) = max(slope, u(0,j,2))
      end if
    end do
    dq(0) = 0
    dq(n+1) = 0
    do i = 0, n
      f(i,1) = 0.5*(q(i) + q(i+1)) + 0.25*(dq(i) - dq(i+1))
      f(i,2) = 0.5*(q(i) - q(i+1))
    end do
    do iv = 1, 2
      do i = 1, n
        u(i,j,iv) = u(i,j,iv) + 0.25*(f(i-1,iv) - f(i,iv))
      end do
    end do
  end do
end subroutine

! A plane of each slab, and sums over one of its axes.
! SCRIPT-LABEL: t["slab"]
! SCRIPT: knl = lp.tag_inames(knl, "k:g.1")
subroutine slab(n, m, l, a, b)
  implicit none
  integer, intent(in) :: n, m, l
  real(RK), intent(in) :: a(n,m,l)
  real(RK), intent(inout) :: b(n,m,l)
  real(RK) :: w(n,m), x(n)
  integer :: i, j, k
  do k = 1, l
    do j = 1, m
      do i = 1, n
        w(i,j) = a(i,j,k)**2
      end do
    end do
    do i = 1, n
      x(i) = 0
    end do
    do j = 1, m
      do i = 1, n
        x(i) = x(i) + w(i,j)
      end do
    end do
    do j = 1, m
      do i = 1, n
        b(i,j,k) = w(i,j) - x(i)
      end do
    end do
  end do
end subroutine

! A recurrence along the private array: whole columns for work-items.
! SCRIPT-LABEL: t["recurrences"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine recurrences(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n,m), b(n,m)
  real(RK) :: t(m), s
  integer :: i, k
  do i = 1, n
    do k = 1, m
      t(k) = a(i,k)*2
    end do
    do k = 2, m
      t(k) = t(k) + 0.5*t(k-1)
    end do
    s = 0
    do k = 1, m
      s = s + t(k)
    end do
    do k = 1, m
      b(i,k) = b(i,k) + s*t(k)
    end do
  end do
end subroutine

! The same arrays in lines of one direction, then of the other.
! SCRIPT-LABEL: t["lines"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "j", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i_2", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.insert_global_barriers(knl)
subroutine lines(n, u)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: u(n,n)
  real(RK) :: c(n), d(n)
  integer :: i, j
  do j = 1, n
    c(1) = 0.125
    d(1) = u(1,j)
    do i = 2, n
      c(i) = 1/(4 - c(i-1))
      d(i) = (u(i,j) + d(i-1))*c(i)
    end do
    u(n,j) = d(n)
    do i = n-1, 1, -1
      u(i,j) = d(i) + c(i)*u(i+1,j)
    end do
  end do
  do i = 1, n
    c(1) = 0.25
    d(1) = u(i,1)
    do j = 2, n
      c(j) = 1/(4 - c(j-1))
      d(j) = (u(i,j) + d(j-1))*c(j)
    end do
    do j = n-1, 1, -1
      d(j) = d(j) + c(j)*d(j+1)
    end do
    do j = 1, n
      u(i,j) = d(j)
    end do
  end do
end subroutine

! What one work-item computes for all of the group, from a private array.
! SCRIPT-LABEL: t["blocks"]
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "ib:g.0")
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, inner_tag="l.0")
subroutine blocks(n, m, a, c)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n+1,n+1,m)
  real(RK), intent(inout) :: c(n+1,n+1,m)
  real(RK) :: s(n+1), d
  integer :: ib, i, j
  do ib = 1, m
    do i = 1, n+1
      s(i) = a(i,i,ib)
    end do
    d = s(1)
    do j = 1, n+1
      do i = 1, n+1
        c(i,j,ib) = a(i,j,ib)*s(i) + s(j)*d
      end do
    end do
    do j = 2, n+1
      do i = 1, n+1
        c(i,j,ib) = c(i,j,ib) + 0.125*c(i,j-1,ib)
      end do
    end do
  end do
end subroutine

! Small matrices, with the place of a pivot.
! SCRIPT-LABEL: t["batch"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "s", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: kernels.append
subroutine batch(n, a, b)
  implicit none
  integer, parameter :: k = 3
  integer, intent(in) :: n
  real(RK), intent(in) :: a(k,k,n)
  real(RK), intent(inout) :: b(k,n)
  real(RK) :: w(k,k), r(k), t, big
  integer :: s, i, j, q, p
  do s = 1, n
    do j = 1, k
      do i = 1, k
        w(i,j) = a(i,j,s)
      end do
      w(j,j) = w(j,j) + 4
      r(j) = b(j,s)
    end do
    do q = 1, k
      big = abs(w(q,q))
      p = q
      do i = q+1, k
        if (abs(w(i,q)) > big) then
          big = abs(w(i,q))
          p = i
        end if
      end do
      t = r(q); r(q) = r(p); r(p) = t
      do j = 1, k
        t = w(q,j); w(q,j) = w(p,j); w(p,j) = t
      end do
      do i = q+1, k
        t = w(i,q)/w(q,q)
        do j = q, k
          w(i,j) = w(i,j) - t*w(q,j)
        end do
        r(i) = r(i) - t*r(q)
      end do
    end do
    do j = 1, k
      b(j,s) = r(j)
    end do
  end do
end subroutine

! As much of a column as the data say.
! SCRIPT-LABEL: t["depths"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT-NEXT: knl = lp.tag_inames(knl, "j:g.1")
subroutine depths(n, m, l, kmt, t, h)
  implicit none
  integer, intent(in) :: n, m, l, kmt(n,m)
  real(RK), intent(inout) :: t(n,m,l)
  real(RK), intent(inout) :: h(n,m)
  real(RK) :: col(l), s
  integer :: i, j, k, kb
  do j = 1, m
    do i = 1, n
      kb = min(max(kmt(i,j), 1), l)
      do k = 1, kb
        col(k) = 1 + 0.125*t(i,j,k)
      end do
      s = 0
      do k = 1, kb
        s = s + col(k)
        t(i,j,k) = col(k)
      end do
      h(i,j) = s
      do k = kb+1, l
        t(i,j,k) = 0
      end do
    end do
  end do
end subroutine

! A value in some branches, read in the same ones.
! SCRIPT-LABEL: t["branches"]
! SCRIPT-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
subroutine branches(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n), y(n)
  real(RK), intent(inout) :: z(n)
  real(RK) :: a, b, c, d
  integer :: i
  do i = 1, n
    if (x(i) > 0) then
      a = x(i)
      if (y(i) > 0) then
        b = a*y(i)
      else if (y(i) > -1) then
        b = a - y(i)
        c = b*b
      end if
    else
      a = -x(i)
      d = a*3
    end if
    z(i) = a
    if (x(i) > 0) then
      if (y(i) > 0) then
        z(i) = z(i) + b
      else if (y(i) > -1) then
        z(i) = z(i) + b + c
      end if
    else
      z(i) = z(i) + d
    end if
  end do
end subroutine

! Work-items in two dimensions, then in one: the groups that the second nest
! does not need read nothing for it.
! SCRIPT-LABEL: t["plane_then_row"]
! SCRIPT-NOT: barrier
! CODE-LABEL: void plane_then_row(
! CODE: if (gid(1) == 0 &&
! CODE: t = {{.*}}c[
subroutine plane_then_row(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n, m), c(m)
  real(RK), intent(in) :: b(n, m)
  real(RK) :: t
  integer :: i, j
  do j = 1, m
    do i = 1, n
      t = b(i, j)*2
      a(i, j) = a(i, j) + t
    end do
  end do
  do j = 1, m
    t = c(j)
    if (t > 0.5) t = t*2
    c(j) = t + 1
  end do
end subroutine
