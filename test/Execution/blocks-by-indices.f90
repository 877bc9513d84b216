! Blocks of columns, of which a procedure says where each begins and ends, by
! branches: columns of a block are side by side in memory, and go to the
! work-items of a group, which has a copy of a block's scratch. One pair of
! scalars serves all loops over blocks.
!
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=opencl --print-script -Werror=serial -Wno-local-memory | FileCheck %s
! CHECK: knl = t["tendencies"]
! CHECK-NEXT: lp.tag_inames(knl, "jb:g.0")
! CHECK-NEXT: lp.split_iname(knl, "jc", 128, inner_tag="l.0")
! CHECK-NEXT: lp.split_iname(knl, "jc_1", 128, inner_tag="l.0")
! CHECK-NEXT: lp.split_iname(knl, "jc_2", 128, inner_tag="l.0")
! CHECK-NEXT: lp.tag_inames(knl, "jb_1:g.0")
! CHECK-NEXT: lp.split_iname(knl, "jc_3", 128, inner_tag="l.0")
! CHECK-NEXT: lp.split_iname(knl, "jc_4", 128, inner_tag="l.0")
! CHECK-NEXT: kernels.append(knl)
!
! DEFINE: %{check} = %loopyc %s --check -Wno-serial -Wno-branches
! RUN: %{check} --target=c,opencl --param nproma=7 --param nlev=5 --param nblks=4 --param start=2 --param finish=4 --param first=3 --param last=5
! RUN: %{check} --target=c --param nproma=1 --param nlev=2 --param nblks=3 --param start=2 --param finish=2 --param first=1 --param last=1
! RUN: %{check} --target=c --param nproma=5 --param nlev=1 --param nblks=2 --param start=1 --param finish=2 --param first=5 --param last=0
module blocks
  implicit none
  private
  public :: tendencies
contains
  subroutine indices(jb, start, finish, is, ie, first, last, nproma)
    integer, intent(in) :: jb, start, finish, first, last, nproma
    integer, intent(out) :: is, ie
    if (jb == start) then
      is = first
      ie = nproma
      if (jb == finish) ie = last
    else if (jb == finish) then
      is = 1
      ie = last
    else
      is = 1
      ie = nproma
    end if
  end subroutine

  subroutine tendencies(nproma, nlev, nblks, start, finish, first, last, w, vn, dw)
    integer, intent(in) :: nproma, nlev, nblks, start, finish, first, last
    real(8), intent(in) :: w(nproma, nlev, nblks)
    real(8), intent(inout) :: vn(nproma, nlev, nblks), dw(nproma, nlev, nblks)
    real(8) :: z(nproma, nlev)
    integer :: jb, jk, jc, is, ie
    if (nlev > 1) then
      do jb = start, finish
        call indices(jb, start, finish, is, ie, first, last, nproma)
        do jk = 2, nlev
          do jc = is, ie
            vn(jc, jk, jb) = w(jc, jk, jb) + w(jc, jk - 1, jb)
          end do
        end do
        do jc = is, ie
          vn(jc, 1, jb) = w(jc, 1, jb)
        end do
        do jk = 1, nlev - 1
          do jc = is, ie
            dw(jc, jk, jb) = vn(jc, jk + 1, jb) - vn(jc, jk, jb)
          end do
        end do
      end do
    end if
    do jb = start, finish
      call indices(jb, start, finish, is, ie, first, last, nproma)
      do jk = 1, nlev
        do jc = is, ie
          z(jc, jk) = 2*w(jc, jk, jb)
        end do
      end do
      do jk = 1, nlev - 1
        do jc = is, ie
          dw(jc, jk, jb) = dw(jc, jk, jb) + z(jc, jk + 1)*z(jc, jk)
        end do
      end do
    end do
  end subroutine
end module
