! Loops ask which arguments are there: the stub tells the kernel. --check calls
! the original with all of them, with none, and with some.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 -Werror=branches -Werror=cut --check --target=opencl,c | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 -Wno-branches --check --target=opencl --param n=1 | FileCheck %s
! RUN: %loopyc %s -DRK=4 -Wno-branches --check --target=c --param n=0
! RUN: %loopyc %s -DRK=8 --target=opencl,c -o %t
! RUN: FileCheck %s --check-prefix=STUB --input-file=%t_stub.f90
! RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h
! Called without some of them, by way of stub and launchers.
! RUN: rm -rf %t.dir && mkdir -p %t.dir && cd %t.dir && gfortran -cpp -DRK=8 %s %inputs/presence_main.f90 -o original && ./original > expected
! RUN: cd %t.dir && env LOOPYC_FLAGS="--target=opencl,c" %build/tools/loopyc/loopyc-fc -cpp -DRK=8 -DTRANSLATED %s %inputs/presence_main.f90 -o run
! RUN: cd %t.dir && env LOOPYRT_DEVICE=opencl ./run > found && diff expected found
! RUN: cd %t.dir && env LOOPYRT_DEVICE=c ./run > found && diff expected found
! RUN: cd %t.dir && env LOOPYRT_DEVICE=cuda LOOPYRT_FALLBACK=host ./run > found && diff expected found
! A script may fetch what is not there, and may say what is.
! RUN: %loopyc %s -DRK=8 --transform=%inputs/presence_fetched.py --check --target=opencl,c | FileCheck %s --check-prefix=FETCH
! RUN: %loopyc %s -DRK=8 --transform=%inputs/presence_fetched.py --emit=device -o - --target=opencl | FileCheck %s --check-prefix=FETCHED
! FETCH-DAG: check: chain: {{.*}}: ok
! FETCH-DAG: check: with_b: {{.*}}: ok
! FETCHED-LABEL: void chain(
! FETCHED: if (b_present {{.*}}
! FETCHED-NEXT: b(i)
! FETCHED-NEXT: b_fetch[{{.*}} = b[
! CHECK-DAG: check: chain: {{.*}}: ok
! CHECK-DAG: check: columns: {{.*}}: ok
! CHECK-DAG: check: added: {{.*}}: ok
! CHECK-DAG: check: passed_on: {{.*}}: ok
! CHECK-DAG: check: counted: {{.*}}: ok

! STUB: real(RK), intent(in), optional :: b(*)
! STUB: if (present(b)) loopyc_asked
! STUB: call {{.*}}merge(1, 0, present(b))
! HEADER: b {{.*}}; may be null where b_present is 0
! HEADER: s {{.*}}; any value where s_present is 0
module presence
  implicit none
contains
  subroutine chain(n, a, b, s, k)
    integer, intent(in) :: n
    real(RK), intent(inout) :: a(n)
    real(RK), intent(in), optional :: b(n), s
    integer, intent(in), optional :: k
    integer :: i
    do i = 1, n
      if (present(b)) then
        a(i) = a(i) + b(i)
      else if (present(s)) then
        a(i) = a(i)*s
      else
        a(i) = a(i) - 1
      end if
      if (present(k)) a(i) = a(i)*k
      if (.not. (present(s) .or. present(k))) a(i) = a(i)/2
    end do
  end subroutine

  ! Strided arrays, one that is set where it is there, and a mask.
  subroutine columns(t, q, dt, rain, mask, factor)
    real(RK), intent(inout) :: t(:, :), q(:, :)
    real(RK), intent(in) :: dt
    real(RK), intent(out), optional :: rain(:)
    logical, intent(in), optional :: mask(:)
    real(RK), intent(in), optional :: factor
    real(RK) :: f, total
    integer :: i, k
    logical :: skip
    do i = 1, size(t, 1)
      skip = .false.
      if (present(mask)) skip = .not. mask(i)
      total = 0
      if (.not. skip) then
        do k = 1, size(t, 2)
          f = 1
          if (present(factor)) f = factor
          q(i, k) = q(i, k) - f*dt*t(i, k)
          total = total + f*q(i, k)
        end do
      end if
      if (present(rain)) rain(i) = total
    end do
  end subroutine

  ! One line, of whole arrays.
  subroutine added(a, b)
    real(RK), intent(inout) :: a(:)
    real(RK), intent(in), optional :: b(:)
    if (present(b)) a = a + b
    a = 2*a
  end subroutine

  ! One line, of what is made of arrays, and of a call.
  subroutine counted(a, many, total, b)
    real(RK), intent(inout) :: a(:)
    integer, intent(out), optional :: many
    real(RK), intent(inout), optional :: total, b(:)
    a = 2*a - 1
    if (present(many)) many = count(abs(a) > 1)
    if (present(total)) total = total + sum(a)/max(1, size(a))
    if (present(b)) call halve(b)
  contains
    pure subroutine halve(x)
      real(RK), intent(inout) :: x(:)
      x = x/2
    end subroutine
  end subroutine

  ! What is called gets what its caller got.
  subroutine passed_on(a, w, v)
    real(RK), intent(inout) :: a(:)
    real(RK), intent(in), optional :: w, v(:)
    integer :: i
    do i = 1, size(a)
      call weigh(a(i), w)
      if (present(v)) call weigh(a(i), v(i))
    end do
  contains
    pure subroutine weigh(x, by)
      real(RK), intent(inout) :: x
      real(RK), intent(in), optional :: by
      if (present(by)) then
        x = x*by
      else
        x = x + 1
      end if
    end subroutine
  end subroutine
end module
#ifdef TRANSLATED
!$loopy begin
!$loopy end
#endif
