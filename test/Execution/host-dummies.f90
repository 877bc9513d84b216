! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Wno-serial | FileCheck %s %}
! RUN: %loopyc %s --no-map-parallel --emit=ir -o - | FileCheck %s --check-prefix=IR
! Array statements on dummy arguments of the host, in internal procedures that
! are inlined into it.
! CHECK-DAG: check: bands: {{.*}}: ok
! CHECK-DAG: check: slices: {{.*}}: ok
! IR-LABEL: KERNEL: bands
! IR: flux[i1_1, klev] = flux[i1_1, klev] + up[i1_1]
module radiation
contains
  elemental real(8) function emitted(t, w)
    real(8), intent(in) :: t, w
    emitted = w/(1 + t)
  end function
  subroutine bands(kproma, kbdim, klev, t, flux)
    integer, intent(in) :: kproma, kbdim, klev
    real(8), intent(in) :: t(kbdim, klev)
    real(8), intent(inout) :: flux(kbdim, klev + 1)
    integer :: ib
    do ib = 1, 3
      call band(0.5d0*ib)
    end do
  contains
    subroutine band(w)
      real(8), intent(in) :: w
      real(8) :: up(kbdim)
      up(1:kproma) = emitted(t(1:kproma, klev), w)
      flux(1:kproma, klev + 1) = flux(1:kproma, klev + 1) + up(1:kproma)
    end subroutine
  end subroutine
  subroutine slices(n, a, b, total)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(-2:n), total
    real(8), intent(in) :: b(:, :)
    call shift(2)
    total = total + mean()
  contains
    subroutine shift(by)
      integer, intent(in) :: by
      a = cshift(a, by)
      where (a > 1) a = b(1, 1)*a
    end subroutine
    real(8) function mean()
      mean = sum(b)/size(b) + maxval(a)
    end function
  end subroutine
end module
