! Two outputs, each with helpers and several kernels, link together; their
! headers can be included together, also from C++.
! REQUIRES: opencl
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s -DNAME=first --target=opencl,c -o %t/first
! RUN: %loopyc %s -DNAME=second --target=opencl,c -o %t/second
! RUN: echo '#include "first.h"' > %t/main.cpp
! RUN: echo '#include "second.h"' >> %t/main.cpp
! RUN: echo 'int main() { return first_launch_c(0, 0) + second_launch_c(0, 0); }' >> %t/main.cpp
! RUN: c++ -Wall -Wextra -Werror -I %t -c %t/main.cpp -o %t/main.o
! RUN: %cc -std=c11 -fopenmp -I %t -c %t/first.c -o %t/1.o
! RUN: %cc -std=c11 -fopenmp -I %t -c %t/second.c -o %t/2.o
! RUN: %cc -std=c11 -I %t -c %t/first_host.c -o %t/3.o
! RUN: %cc -std=c11 -I %t -c %t/second_host.c -o %t/4.o
! RUN: c++ %t/main.o %t/1.o %t/2.o %t/3.o %t/4.o -fopenmp -lOpenCL -lm -o %t/run
! RUN: %t/run
subroutine NAME(n, x)
  integer, intent(in) :: n
  integer, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = modulo(x(i), 7)**2
  end do
end subroutine
