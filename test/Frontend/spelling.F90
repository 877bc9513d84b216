! Names keep the spelling of their declaration, whatever the case of their
! other uses: kernels, arguments, temporaries, inames, and what is made of them.
! A name that loopyc makes differs from all others in any case.
! RUN: %loopyc --no-map-parallel --emit=ir -o - %s 2>&1 | FileCheck %s
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: %loopyc --target=opencl,cuda,c -o f %s 2> warnings
! RUN: FileCheck %s --check-prefix=HEADER < f.h
! RUN: FileCheck %s --check-prefix=DEVICE < f.cl
! HEADER-DAG: int refFluxR_launch_opencl({{.*}}int32_t Ne, cl_mem GEO, cl_mem rhs
! HEADER-DAG: int refFluxR_launch_cuda({{.*}}int32_t Ne, const float *GEO, float *rhs
! HEADER-DAG: int refFluxR_launch_c(int32_t Ne
! HEADER-DAG: shape (11, Ne)
! DEVICE: refFluxR(int Ne, __global const float *restrict GEO

! CHECK: warning: 'hostWork' stays on the host: not supported: call of 'otherWork'

! CHECK-LABEL: KERNEL: refFluxR
! CHECK: Ne: ValueArg, type: int32
! CHECK: GEO: type: float32, shape: (11, Ne)
! CHECK: rhs: type: float32
! CHECK: Jinv: type: float32
! CHECK: COND: type: float32
! CHECK: cond_1: type: logical32
! CHECK: [Ne] -> { [Ic] : 0 <= Ic < Ne }
! CHECK: [Ne] -> { [Ic_1] : 0 <= Ic_1 < Ne }
! CHECK: Jinv = GEO[9, Ic]  {id=Jinv_0}
! CHECK: rhs[Ic] = rhs[Ic] - Jinv*fluxU  {id=rhs_0}
! CHECK-LABEL: KERNEL: sumUp
! CHECK: Total: type: float32, shape: () inout
module Fluxes
  implicit none
  real :: Total
contains
  subroutine refFluxR(nE, geo, RHS)
    integer Ne, Ic
#define FLUX fluxU
    real GEO(11, ne), rhs(NE), J&
      &inv, FLUX, COND
    do ic = 1, nE
      JINV = geo(10, IC)
      FLUXu = GEO(1, ic)
      RHS(Ic) = rhs(iC) - jInv*fluxu
    end do
    cond = 0
    do ic = 1, NE
      if (rhs(ic) > cond) then
        rhs(ic) = 0
      end if
    end do
  end subroutine refFluxR

  subroutine hostWork(x)
    real :: x
    call otherWork(x)
  end subroutine

  subroutine sumUp(x)
    real :: x
    total = total + x
  end subroutine
end module

! Without a declaration the first mention counts.
! CHECK-LABEL: KERNEL: IMPLICITLY
! CHECK: Xs: type: float32, shape: (Nx)
! CHECK: jShift: type: int32
! CHECK: Kl_hi: type: int32
! CHECK: for Kl
! CHECK: Xs[Kl] = float32(jShift + Last[Kl])  {id=Xs_0}
SUBROUTINE IMPLICITLY(Nx, Xs, LAST)
  REAL Xs(NX)
  INTEGER Last(NX)
  jShift = NX
  DO Kl = 1, LAST(1)
    XS(KL) = JSHIFT + LAST(KL)
  END DO
END SUBROUTINE
