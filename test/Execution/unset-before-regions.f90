! Scratch of a subroutine that is cut has no value where the kernel begins, if
! nothing before assigns it: whatever data decide of what an iteration reads, it
! is its own. Bounds that are the same element of an array are one number.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-cut --param nlev=3 --param nb=5 --param nproma=7 --init 'lo=1+i0%%3' --init 'hi=2+i0' 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=warning
! RUN: %loopyc %s --check --target=c -w --param nlev=1 --param nb=1 --param nproma=1 --init 'lo=1' --init 'hi=i0' --init 'level=1' 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --target=opencl --print-script -w | FileCheck %s --check-prefix=SCRIPT
! CHECK-DAG: check: blocks: c: ok
! CHECK-DAG: check: chosen: c: ok
! CHECK-DAG: check: bounded: c: ok
! SCRIPT: knl = t["bounded"]
! SCRIPT-NEXT: tag_inames(knl, "jb:g.0")
! SCRIPT-NEXT: split_iname(knl, "jc", 128, inner_tag="l.0")
! SCRIPT: knl = t["blocks"]
! SCRIPT-NEXT: tag_inames(knl, "jb:g.0")
! SCRIPT-NEXT: split_iname(knl, "jc", 128, inner_tag="l.0")
! SCRIPT: knl = t["chosen"]
! SCRIPT-NEXT: tag_inames(knl, "jb:g.0")
! SCRIPT-NEXT: split_iname(knl, "jk", 128, inner_tag="l.0")
subroutine bounded(nproma, nb, lo, hi, a, b)
  implicit none
  integer, intent(in) :: nproma, nb, lo(nb), hi(nb)
  real(8), intent(in) :: a(nproma, nb)
  real(8), intent(inout) :: b(nproma, nb)
  real(8) :: z(nproma)
  integer :: jb, jc
  do jb = 1, nb
    do jc = lo(jb), hi(jb)
      z(jc) = 2*a(jc, jb)
    end do
    do jc = lo(jb), hi(jb)
      b(jc, jb) = b(jc, jb) + z(jc)
    end do
  end do
end subroutine
module sizes
  implicit none
  integer :: nproma = 8
contains
  subroutine blocks(nlev, nb, lo, hi, a, b)
    integer, intent(in) :: nlev, nb
    integer, intent(in) :: lo(nb), hi(nb)
    real, intent(in) :: a(nproma, nlev, nb)
    real, intent(inout) :: b(nproma, nlev, nb)
    real :: z(nproma, nlev)
    integer :: jb, jk, jc
    print *, 'blocks'
    do jb = 1, nb
      do jk = 1, nlev
        do jc = lo(jb), hi(jb)
          z(jc, jk) = a(jc, jk, jb)
        end do
      end do
      do jk = 1, nlev
        do jc = lo(jb), hi(jb)
          b(jc, jk, jb) = z(jc, jk) + b(jc, jk, jb)
        end do
      end do
    end do
  end subroutine
  ! What of the scratch is read before it is set depends on data.
  subroutine chosen(nlev, nb, level, a, b)
    integer, intent(in) :: nlev, nb, level(nb)
    real(8), intent(in) :: a(nlev, nb)
    real(8), intent(inout) :: b(nlev, nb)
    real(8) :: z(nlev)
    integer :: jb, jk
    print *, 'chosen'
    !$omp parallel do private(z)
    do jb = 1, nb
      do jk = 1, level(jb)
        z(jk) = a(jk, jb)
      end do
      z(nlev) = 1
      b(level(jb), jb) = z(level(jb))
    end do
  end subroutine
end module
