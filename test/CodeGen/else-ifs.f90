! A chain of conditions on data is one in the output, too, at one depth; of
! integers the opposite of a comparison is a comparison.
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s
subroutine chain(n, c, y, x)
  implicit none
  integer, intent(in) :: n, c(n)
  real(8), intent(in) :: y(n)
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (c(i) == 1) then
      x(i) = 1
    else if (y(i) < 0) then
      x(i) = 2
    else if (c(i) < 5) then
      x(i) = 3
    else
      x(i) = 4
    end if
  end do
  ! CHECK: {{^ +}}if (c[i] == 1) {
  ! CHECK: x[i] = 1.0;
  ! CHECK: {{^    }}} else if ({{.*}}) {
  ! CHECK: x[i] = 2.0;
  ! CHECK: {{^    }}} else if (c[i] < 5) {
  ! CHECK: x[i] = 3.0;
  ! CHECK: {{^    }}} else {
  ! CHECK: x[i] = 4.0;
  ! CHECK-NEXT: {{^    }}}
end subroutine chain

! Of sizes, what another condition implies is left out: m == 7 says m /= 6.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
subroutine cases(n, m, x)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (m == 6) then
      x(i) = 1
    else if (m == 7) then
      x(i) = 2
    else if (m < 9) then
      x(i) = 3
    else
      x(i) = 4
    end if
  end do
  ! IR-LABEL: KERNEL: cases
  ! IR: {{^  }}if m == 6{{$}}
  ! IR: {{^  }}if m == 7{{$}}
  ! IR: {{^  }}if (m != 6) and (m != 7) and (m < 9){{$}}
  ! IR: {{^  }}if m >= 9{{$}}
end subroutine cases
