! What set_options(fast_math=...) makes of roots, quotients, sums and powers on
! each target; and what is written without it.
! RUN: %loopyc %s --set FAST=False --emit=device --target=opencl,cuda,c -o - | FileCheck %s --check-prefix=PLAIN
! RUN: %loopyc %s --set FAST=True --emit=device --target=opencl -o - | FileCheck %s --check-prefixes=FAST,CL
! RUN: %loopyc %s --set FAST=True --emit=device --target=cuda -o - | FileCheck %s --check-prefixes=FAST,CUDA
! RUN: %loopyc %s --set FAST=True --emit=device --target=c -o - | FileCheck %s --check-prefix=C
! RUN: %loopyc %s --set FAST=rsqrt --emit=device --target=cuda -o - | FileCheck %s --check-prefix=ROOTS
! RUN: %loopyc %s --set FAST=reciprocal --emit=device --target=c -o - | FileCheck %s --check-prefix=RECIPROCAL
! RUN: %loopyc %s --set FAST=True --emit=host --target=opencl -o - | FileCheck %s --check-prefix=HOST
! RUN: %loopyc %s --set FAST=rsqrt --emit=host --target=opencl -o - | FileCheck %s --check-prefix=ROUNDED

! What rounds once needs no word: x**0.5 is a root, x**2.0 a square.
! PLAIN-NOT: fast math
! PLAIN-NOT: rsqrt
! PLAIN: sqrt(x[
! PLAIN: x[{{.*}}] *{{$}}
! PLAIN: pow(x[{{.*}}], 1.5f)

! CUDA: Compiler options: -fmad=true -ftz=true -prec-div=false -prec-sqrt=false
! CL: float pow_3_2_f32(float x) {
! CL-NEXT: const float root = sqrt(x);
! CL-NEXT: return x * root;
! CL: float pow_neg3_2_f32(float x) {
! CL-NEXT: const float root = rsqrt(x);
! CL-NEXT: return root * root * root;

! FAST: fast math: reciprocal, rsqrt, division, denormals, contraction
! CL: y[{{.*}}] = rsqrt(x[
! CUDA: y[{{.*}}] = rsqrtf(x[
! FAST: = a[{{.*}}] * rsqrt{{f?}}(x[
! FAST: = rsqrt{{f?}}(x[
! FAST: = pow_3_2_f32(x[
! FAST: = pow_5_2_f32(x[
! FAST: = cbrt{{f?}}(x[
! FAST: = pow_neg3_2_f32(x[
! The root that a scalar holds is one in quotients, too.
! FAST: r = sqrt
! FAST: rsqrt{{f?}}(x[{{.*}}] + 1.0f)
! CL: native_divide(a[{{.*}}], x[
! CUDA: __fdividef(a[{{.*}}], x[
! CL: mad(a[{{.*}}], x[{{.*}}], b)
! CUDA: fmaf(a[{{.*}}], x[{{.*}}], b)
! CL: mad(-a[{{.*}}], x[{{.*}}], b)
! CUDA: fmaf(-a[{{.*}}], x[{{.*}}], b)
! CUDA: sincosf(a[{{.*}}], &sine, &cosine);
! CL: sine = sincos(a[{{.*}}], &cosine);
! FAST: = sine + cosine;
! FAST: = a[{{.*}}] * 0.33333334f;

! ROOTS: fast math: rsqrt
! ROOTS: = rsqrtf(x[
! ROOTS: = a[{{.*}}] / x[

! C has no reciprocal root; a fused operation is the machine's if it is fast.
! C: Compiler options: -fno-math-errno -ffp-contract=fast
! C: float fused_f32(float a, float b, float c) {
! C-NEXT: #ifdef FP_FAST_FMAF
! C: 1.0f / sqrtf(x[
! C: fused_f32(a[
! C: = a[{{.*}}] * (1.0f / b);

! The same in all iterations, and beside others.
! RECIPROCAL: = a[{{.*}}] / x[
! RECIPROCAL: = a[{{.*}}] * 0.33333334f;
! RECIPROCAL: = a[{{.*}}] * (1.0f / b);

! HOST: return "-cl-std=CL1.2 -cl-denorms-are-zero -cl-mad-enable";
! ROUNDED: "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt"
subroutine fast(n, b, a, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: b, a(n), x(n)
  real, intent(out) :: y(n, 15)
  real :: r
  integer :: i
  do i = 1, n
    y(i, 1) = x(i)**0.5 + x(i)**2.0
    y(i, 2) = 1/sqrt(x(i))
    y(i, 3) = a(i)/sqrt(x(i))
    y(i, 4) = x(i)**(-0.5)
    y(i, 5) = x(i)**1.5
    y(i, 6) = x(i)**2.5
    y(i, 7) = x(i)**(1.0/3)
    y(i, 8) = 1/(x(i)*sqrt(x(i)))
    r = sqrt(x(i) + 1)
    y(i, 9) = a(i)/r
    y(i, 10) = a(i)/x(i)
    y(i, 11) = a(i)*x(i) + b
    y(i, 12) = b - a(i)*x(i)
    y(i, 13) = sin(a(i)) + cos(a(i))
    y(i, 14) = a(i)/3
    y(i, 15) = a(i)/b
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.set_options(knl, fast_math=FAST)
! if globals().get("SPECIAL"):
!     knl = lp.specialize(knl, "n")
! RESULT = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
!$loopy end
