! Blocks of columns, the last of which is not full: what the host knows of the
! bound is the axis, the rest is looked at by each work-item.
! REQUIRES: opencl, gfortran
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -Wno-serial --param columns=0 --param nproma=3 --param blocks=2 --param levels=2 --param nlev=2 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param columns=17 --param nproma=5 --param blocks=4 --param levels=3 --param nlev=3 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param columns=300 --param nproma=131 --param blocks=3 --param levels=7 --param nlev=7 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -Wno-serial --param columns=262 --param nproma=131 --param blocks=2 --param levels=1 --param nlev=1 | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-14: ok
! RUN: %loopyc %s --print-after=schedule -o %t 2>&1 | FileCheck %s --check-prefix=LAUNCH
!
! One launch, a column on each work-item.
! LAUNCH-LABEL: SCHEDULE: scheme
! LAUNCH-NEXT: gid(0): {{.*}}nproma
! LAUNCH-NEXT: gid(1): {{.*}}blocks
! LAUNCH-NOT: gbarrier
! LAUNCH-NOT: parallel
! LAUNCH: last = min(nproma, columns
! LAUNCH: for jk
subroutine scheme(columns, nproma, levels, blocks, t, q, rain)
  implicit none
  integer, intent(in) :: columns, nproma, levels, blocks
  real(8), intent(inout) :: t(nproma, levels, blocks), q(nproma, levels, blocks)
  real(8), intent(inout) :: rain(nproma, blocks)
  real(8) :: fall(nproma), limit(nproma)
  integer :: jb, jk, jl, last
  do jb = 1, blocks
    last = min(nproma, columns - (jb - 1)*nproma)
    do jl = 1, last
      fall(jl) = 0
    end do
    do jk = 1, levels
      do jl = 1, last
        limit(jl) = 0.5d0*t(jl, jk, jb)
      end do
      do jl = 1, last
        if (q(jl, jk, jb) > limit(jl)) then
          fall(jl) = fall(jl) + q(jl, jk, jb) - limit(jl)
          q(jl, jk, jb) = limit(jl)
        end if
      end do
    end do
    do jl = 1, last
      rain(jl, jb) = rain(jl, jb) + fall(jl)
    end do
  end do
end subroutine

! The bound in the loop itself; the axes are the three loops.
! LAUNCH-LABEL: SCHEDULE: forcing
! LAUNCH-NEXT: gid(0): {{.*}}nproma
! LAUNCH-NEXT: gid(1): {{.*}}levels
! LAUNCH-NEXT: gid(2): {{.*}}blocks
subroutine forcing(columns, nproma, levels, blocks, t)
  implicit none
  integer, intent(in) :: columns, nproma, levels, blocks
  real(8), intent(inout) :: t(nproma, levels, blocks)
  integer :: jb, jk, jl
  do jb = 1, blocks
    do jk = 1, levels
      do jl = 1, min(nproma, columns - (jb - 1)*nproma)
        t(jl, jk, jb) = t(jl, jk, jb) - 0.25d0*jl
      end do
    end do
  end do
end subroutine

! From where it is not known, to where it is; and the other way round.
! LAUNCH-LABEL: SCHEDULE: ends
! LAUNCH-NEXT: gid(0): {{.*}}n
! LAUNCH-NOT: gbarrier
! LAUNCH: a[128*gid(0) + lid(0)] =
! LAUNCH-NEXT: b[128*gid(0) + lid(0)] =
subroutine ends(n, nproma, columns, a, b)
  implicit none
  integer, intent(in) :: n, nproma, columns
  real(8), intent(inout) :: a(n), b(n)
  integer :: i, first, last
  first = max(1, mod(columns*nproma, 7) - 2)
  last = min(n, mod(columns*nproma, 2*n + 1)) - 1
  do i = first, n
    a(i) = a(i) + i
  end do
  do i = 2, last
    b(i) = b(i) - i
  end do
end subroutine

! All of it is affine: nothing is left to compute.
! LAUNCH-LABEL: SCHEDULE: known
! LAUNCH: for i
! LAUNCH-NEXT: a[i, 128*gid(0) + lid(0)] =
subroutine known(n, blocks, a)
  implicit none
  integer, intent(in) :: n, blocks
  real(8), intent(inout) :: a(8, blocks)
  integer :: i, jb, last
  do jb = 1, blocks
    last = min(8, n - (jb - 1)*8)
    do i = 1, last
      a(i, jb) = a(i, jb) + i
    end do
  end do
end subroutine

! Levels in a launch of their own, though what they compute for themselves might
! be every work-item's as long as they share one with the nests around.
! LAUNCH-LABEL: SCHEDULE: levels
! LAUNCH-NOT: gbarrier
! LAUNCH: gid(1): {{.*}}nlev{{.*}} groups
! LAUNCH: gbarrier
! LAUNCH-NEXT: CALL KERNEL levels_0(
! LAUNCH-NEXT: gid(0)
! LAUNCH-NEXT: lid(0)
! LAUNCH-NOT: gbarrier
! LAUNCH: for jk_1
! LAUNCH-NOT: gbarrier
! LAUNCH: RETURN FROM KERNEL levels_0
subroutine levels(n, nlev, t, cover, rain)
  implicit none
  integer, intent(in) :: n, nlev
  real(8), intent(inout) :: t(n, nlev), cover(n, nlev), rain(n)
  real(8) :: w(n, nlev), clear(n), fall(n), part
  integer :: jk, jl
  do jk = 1, nlev
    do jl = 1, n
      w(jl, jk) = 2*t(jl, jk)
    end do
  end do
  do jl = 1, n
    fall(jl) = 0
  end do
  do jk = 1, nlev
    do jl = 1, n
      w(jl, jk) = 1.5d0*w(jl, jk)
      cover(jl, jk) = 0
      if (w(jl, jk) > 1) cover(jl, jk) = 1/w(jl, jk)
      clear(jl) = 1 - cover(jl, jk)
    end do
    do jl = 1, n
      part = clear(jl)*w(jl, jk)
      w(jl, jk) = w(jl, jk) - part
      fall(jl) = fall(jl) + part
    end do
  end do
  do jk = 1, nlev
    do jl = 1, n
      t(jl, jk) = w(jl, jk)
    end do
  end do
  do jl = 1, n
    rain(jl) = rain(jl) + fall(jl)
  end do
end subroutine

! Sums over the three loops, side by side in memory on work-items.
! LAUNCH-LABEL: SCHEDULE: totals
! LAUNCH: CALL KERNEL totals(
! LAUNCH-NEXT: gid(0): {{.*}}nproma
! LAUNCH-NEXT: gid(1): {{.*}}levels
! LAUNCH-NEXT: gid(2): {{.*}}blocks
subroutine totals(columns, nproma, levels, blocks, t, mass, warmest)
  implicit none
  integer, intent(in) :: columns, nproma, levels, blocks
  real(8), intent(in) :: t(nproma, levels, blocks)
  real(8), intent(inout) :: mass, warmest
  real(8) :: part
  integer :: jb, jk, jl
  do jb = 1, blocks
    do jk = 1, levels
      do jl = 1, min(nproma, columns - (jb - 1)*nproma)
        part = 0.5d0*t(jl, jk, jb)
        mass = mass + part
        warmest = max(warmest, t(jl, jk, jb))
      end do
    end do
  end do
end subroutine

! What a block leaves of an array is not its own where its bound changes before
! it is read: blocks stay in order.
! LAUNCH-LABEL: SCHEDULE: stale
! LAUNCH-NOT: gid(1)
! LAUNCH: for jb
subroutine stale(nproma, levels, blocks, t, rain)
  implicit none
  integer, intent(in) :: nproma, levels, blocks
  real(8), intent(in) :: t(nproma, levels, blocks)
  real(8), intent(inout) :: rain(nproma, blocks)
  real(8) :: w(nproma)
  integer :: jb, jk, jl, last, most
  do jl = 1, nproma
    w(jl) = 0
  end do
  do jb = 1, blocks
    do jk = 1, levels
      last = min(nproma, mod(jk*jb, nproma + 1))
      do jl = 1, last
        w(jl) = t(jl, jk, jb)
      end do
    end do
    most = min(nproma, mod(jb*jb, nproma + 1))
    do jl = 1, most
      rain(jl, jb) = rain(jl, jb) + w(jl)
    end do
  end do
end subroutine
