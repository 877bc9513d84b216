! A present array that was deallocated lies where others do later: the error says
! which one it is, by its name or by its shape.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t && %fc -J %t -c %runtime/loopyrt_mod.f90 -o %t/module.o
! RUN: %fc -std=f2018 -I %t %s %t/module.o -o %t/run %runtime/libloopyrt.a -ldl -lpthread
! RUN: env LOOPYRT_DEVICE=opencl not %t/run 2>&1 | FileCheck %s --check-prefix=SHAPE
! RUN: env LOOPYRT_DEVICE=opencl not %t/run name 2>&1 | FileCheck %s --check-prefix=NAME
! SHAPE: loopyrt: error: loopyrt_enter_data: the array (4000 bytes at 0x{{.*}}) lies partly in an array of shape (20,5) (400 bytes at 0x{{.*}}), which is present, and partly outside; arrays enter whole, and leave before they are deallocated
! NAME: loopyrt: error: loopyrt_enter_data: the array (4000 bytes at 0x{{.*}}) lies partly in halo (400 bytes
program deallocated
  use loopyrt
  implicit none
  ! What the allocator does with the memory, in a way that can be relied on.
  real, target :: memory(1000)
  real, pointer :: halo(:, :), field(:)

  halo(1:20, 1:5) => memory(1:100)
  if (command_argument_count() > 0) then
    call loopyrt_enter_data(halo, name="halo")
  else
    call loopyrt_enter_data(halo)
  end if
  field => memory
  call loopyrt_enter_data(field)
end program
