! Kernels that are compiled for values of arguments when the program runs: one
! variant for each, up to the limit, then the general kernel; the results are
! right. LOOPYRT_LOG says what is compiled.
! REQUIRES: gfortran, opencl
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: %loopyc %s --target=opencl -o special
! RUN: FileCheck %s --check-prefix=TEXT < special.cl
! RUN: FileCheck %s --check-prefix=HOST < special_host.c
! RUN: %fc -c special_stub.f90
! RUN: %cc -std=c11 -Wall -Wextra -Werror -c special_host.c
! RUN: %fc special_stub.o special_host.o %runtime/libloopyrt.a -lOpenCL -lpthread -ldl -lm -o special
! RUN: env LOOPYRT_DEVICE=opencl LOOPYRT_LOG=1 ./special 2>&1 | FileCheck %s

! NVRTC compiles variants; what is linked has none.
! RUN: %loopyc %s --target=cuda --cuda-kernels=loaded --emit=device,host -o loaded
! RUN: FileCheck %s --check-prefix=CUDA < loaded_cuda.c
! RUN: %loopyc %s --target=cuda,c --emit=device -o - | FileCheck %s --check-prefix=LINKED
! CUDA: struct CUfunc_st *chosen = choose_variant(device_functions[0], &variants, compiled,
! LINKED-NOT: LOOPYC_scale
! LINKED: specialized for values of n, shift, where it is loaded
! LINKED-NOT: LOOPYC_scale
! TEXT: specialized for values of n, shift, where it is loaded (2 variants at most)
! TEXT: #ifndef LOOPYC_scale__n
! TEXT-NEXT: #define LOOPYC_scale__n n_given
! TEXT-NEXT: #endif
! TEXT: void scale(int n_given, int shift_given,
! TEXT: const int n = LOOPYC_scale__n;
! HOST: choose_variant(&launched, &variants, compiled, variant_values)
! CHECK: scale{{.*}}: compiled for n = 100, shift = 3 (variant 1)
! CHECK-NOT: compiled for n = 100, shift = 3 (variant
! CHECK: scale{{.*}}: compiled for n = 37, shift = -2 (variant 2)
! CHECK: scale{{.*}}: there are 2 variants: other values run the general kernel
! CHECK-NOT: compiled for
! CHECK-NOT: there are 2
! CHECK: right
subroutine scale(n, shift, x, y)
  implicit none
  integer, intent(in) :: n, shift
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = 2*x(i) + shift
  end do
end subroutine

program main
  implicit none
  integer, parameter :: sizes(7) = [100, 37, 100, 64, 37, 0, 1]
  integer, parameter :: shifts(7) = [3, -2, 3, 3, -2, 5, 1]
  real(8) :: x(100), y(100)
  integer :: call, i, wrong
  wrong = 0
  do call = 1, 7
    x = [(i*0.5d0 + call, i = 1, 100)]
    y = -1
    call scale(sizes(call), shifts(call), x, y)
    wrong = wrong + count(y(:sizes(call)) /= 2*x(:sizes(call)) + shifts(call))
    wrong = wrong + count(y(sizes(call) + 1:) /= -1)
  end do
  print '(a)', merge('right', 'wrong', wrong == 0)
end program
!$loopy begin
! knl = lp.parse_fortran(SOURCE, FILENAME)["scale"]
! knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! knl = lp.specialize(knl, "n", variants=2)
! RESULT = lp.specialize(knl, "shift", variants=2)
!$loopy end
