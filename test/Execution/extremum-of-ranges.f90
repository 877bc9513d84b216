! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl --param nb=5 --param np=13 2>&1 | FileCheck %s --implicit-check-not=warning:
! RUN: %unoptimised %loopyc %s --check --target=c --map-parallel --param nb=3 --param np=1 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=c --map-parallel --param nb=41 --param np=7 2>&1 | FileCheck %s --implicit-check-not=FAILED
! An extremum with its places, over rows whose ranges are in arrays: of equal
! values the first, or the last, in Fortran's order.
! CHECK-COUNT-2: ok
subroutine first(nb, np, i1, i2, f, fmax, row, col)
  integer, intent(in) :: nb, np, i1(nb), i2(nb)
  real(8), intent(in) :: f(np, nb)
  real(8), intent(out) :: fmax
  integer, intent(out) :: row, col
  integer :: jb, jc, is, ie
  real(8) :: v
  fmax = -huge(1d0)
  row = 0
  col = 0
  do jb = 1, nb
    is = max(i1(jb), 1)
    ie = min(i2(jb), np)
    do jc = is, ie
      v = anint(f(jc, jb)*4)
      if (v > fmax) then
        fmax = v
        row = jb
        col = jc
      end if
    end do
  end do
end subroutine

subroutine last(nb, np, i1, i2, f, fmin, value)
  integer, intent(in) :: nb, np, i1(nb), i2(nb)
  real(8), intent(in) :: f(np, nb)
  real(8), intent(out) :: fmin, value
  integer :: jb, jc
  real(8) :: v
  fmin = huge(1d0)
  value = 0
  do jb = nb, 1, -1
    do jc = max(i1(jb), 1), min(i2(jb), np)
      v = anint(f(jc, jb)*4)
      if (v <= fmin) then
        fmin = v
        value = f(jc, jb)
      end if
    end do
  end do
end subroutine
