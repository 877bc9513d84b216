! Arrays of an iteration that are small, but too large together for a work-item: a
! work-group has them, and its work-items share the short loops.
! REQUIRES: opencl, gfortran
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -Wno-serial --param ne=0 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param ne=13 | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-6: ok
! RUN: %loopyc %s --target=opencl --print-script -o %t | FileCheck %s --check-prefix=SCRIPT
! RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t.cl
!
! SCRIPT-LABEL: t["elements"]
! SCRIPT-NEXT: lp.tag_inames(knl, "e:g.0")
! SCRIPT-NEXT: lp.tag_inames(knl, "i:l.0")
! SCRIPT-NEXT: lp.tag_inames(knl, "j:l.1")
! SCRIPT-NEXT: lp.split_iname(knl, "k", 6, inner_tag="l.2")
! SCRIPT-NEXT: lp.tag_inames(knl, "i_1:l.0")
! SCRIPT-NEXT: lp.tag_inames(knl, "j_1:l.1")
! SCRIPT-NEXT: lp.split_iname(knl, "k_1", 6, inner_tag="l.2")
! KERNEL: __kernel
! KERNEL: void elements(
! KERNEL-COUNT-3: __local {{.*}}double {{u[rst]}}[
subroutine elements(ne, d, u, r)
  implicit none
  integer, intent(in) :: ne
  real(8), intent(in) :: d(7, 7), u(7, 6, 8, ne)
  real(8), intent(inout) :: r(7, 6, 8, ne)
  real(8) :: ur(7, 6, 8), us(7, 6, 8), ut(7, 6, 8)
  integer :: e, i, j, k, l
  do e = 1, ne
    do k = 1, 8
      do j = 1, 6
        do i = 1, 7
          ur(i, j, k) = 0
          us(i, j, k) = 0
          do l = 1, 7
            ur(i, j, k) = ur(i, j, k) + d(i, l)*u(l, j, k, e)
          end do
          do l = 1, 6
            us(i, j, k) = us(i, j, k) + d(j, l)*u(i, l, k, e)
          end do
          ut(i, j, k) = ur(i, j, k) - us(i, j, k)
        end do
      end do
    end do
    do k = 1, 8
      do j = 1, 6
        do i = 1, 7
          do l = 1, 7
            r(i, j, k, e) = r(i, j, k, e) + d(l, i)*ur(l, j, k)
          end do
          r(i, j, k, e) = r(i, j, k, e) + us(i, 7 - j, k) + ut(8 - i, j, 9 - k)
        end do
      end do
    end do
  end do
end subroutine

! Together they fit: as before, an iteration is a work-item.
! SCRIPT-LABEL: t["cells"]
! SCRIPT-NEXT: lp.split_iname(knl, "e", 128, outer_tag="g.0", inner_tag="l.0")
! KERNEL: void cells(
! KERNEL: double v[64], w[64];
subroutine cells(ne, u, r)
  implicit none
  integer, intent(in) :: ne
  real(8), intent(in) :: u(ne, 8, 8)
  real(8), intent(inout) :: r(ne, 8, 8)
  real(8) :: v(8, 8), w(8, 8)
  integer :: e, i, j
  do e = 1, ne
    do j = 1, 8
      do i = 1, 8
        v(i, j) = u(e, i, j)
        w(j, i) = 2*u(e, i, j)
      end do
    end do
    do j = 1, 8
      do i = 1, 8
        r(e, i, j) = r(e, i, j) + v(j, i) + w(9 - i, j)
      end do
    end do
  end do
end subroutine

! Neither: with the unit stride in `e`, each work-item has all of them all the same,
! for none is large.
! SCRIPT-LABEL: t["strided"]
! SCRIPT-NEXT: lp.split_iname(knl, "e", 128, outer_tag="g.0", inner_tag="l.0")
subroutine strided(ne, u, r)
  implicit none
  integer, intent(in) :: ne
  real(8), intent(in) :: u(ne, 200)
  real(8), intent(inout) :: r(ne, 200)
  real(8) :: a(200), b(200), c(200)
  integer :: e, i
  do e = 1, ne
    a(1) = 0; b(1) = 0; c(1) = 0
    do i = 2, 200
      a(i) = u(e, i) + 0.5d0*a(i - 1)
      b(i) = u(e, i) - 0.5d0*b(i - 1)
      c(i) = a(i) + b(i) + 0.25d0*c(i - 1)
    end do
    do i = 2, 200
      r(e, i) = r(e, i) + a(202 - i) + b(i) + c(202 - i)
    end do
  end do
end subroutine
