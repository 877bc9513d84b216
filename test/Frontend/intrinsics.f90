! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s
! Functions with a counterpart on a device, under their generic and specific
! names.
! CHECK-LABEL: KERNEL: real_functions
! CHECK: a[i] = sqrt(exp(log(abs(a[i]))))
! CHECK: a[i] = sin(a[i]) + cos(a[i]) + tan(a[i])
! CHECK: a[i] = asin(a[i]) + acos(a[i]) + atan(a[i]) + atan2(a[i], 2.0d0)
! CHECK: a[i] = sinh(a[i]) + cosh(a[i]) + tanh(a[i])
! CHECK: a[i] = max(a[i], 0.0d0, min(a[i], 1.0d0))
! CHECK: a[i] = sign(a[i], -1.0d0) + dim(a[i], 1.0d0)
! CHECK: a[i] = if(a[i] > 0.0d0, a[i], 1.0d0)
! CHECK: a[i] = mod(a[i], 2.0d0)
! CHECK: a[i] = a[i] % 2.0d0
! CHECK: a[i] = abs(a[i])
! CHECK: a[i] = a[i]**2 + a[i]**0.5d0
! CHECK: a[i] = anint(a[i]) + aint(a[i])
subroutine real_functions(n, a)
  implicit none
  integer :: n, i
  real(8) :: a(n)
  do i = 1, n
    a(i) = sqrt(exp(log(abs(a(i)))))
    a(i) = sin(a(i)) + cos(a(i)) + tan(a(i))
    a(i) = asin(a(i)) + acos(a(i)) + atan(a(i)) + atan2(a(i), 2d0)
    a(i) = sinh(a(i)) + cosh(a(i)) + tanh(a(i))
    a(i) = max(a(i), 0d0, min(a(i), 1d0))
    a(i) = sign(a(i), -1d0) + dim(a(i), 1d0)
    a(i) = merge(a(i), 1d0, a(i) > 0)
    a(i) = mod(a(i), 2d0)
    a(i) = modulo(a(i), 2d0)
    a(i) = dabs(a(i))
    a(i) = a(i)**2 + a(i)**0.5d0
    a(i) = anint(a(i)) + aint(a(i))
  end do
end subroutine

! CHECK-LABEL: KERNEL: integer_functions
! CHECK: k[i] = mod(k[i], 3) + k[i] % 3
! CHECK: k[i] = floor(x[i]) + ceiling(x[i]) + nint(x[i])
! CHECK: k[i] = int32(x[i])
! CHECK: k[i] = k[i] / 2
! CHECK: k[i] = k[i]**2
! CHECK: k[i] = max(k[i], 1, i + 1)
! CHECK: k[i] = iand(k[i], 7)
! CHECK: x[i] = float32(float64(k[i]))
! CHECK: k[i] = abs(k[i])
! CHECK: k[i] = n
! CHECK: k[i] = 2147483647
subroutine integer_functions(n, k, x)
  implicit none
  integer :: n, i, k(n)
  real :: x(n)
  do i = 1, n
    k(i) = mod(k(i), 3) + modulo(k(i), 3)
    k(i) = floor(x(i)) + ceiling(x(i)) + nint(x(i))
    k(i) = int(x(i))
    k(i) = k(i)/2
    k(i) = k(i)**2
    k(i) = max(k(i), 1, i)
    k(i) = iand(k(i), 7)
    x(i) = dble(k(i))
    k(i) = iabs(k(i))
    k(i) = size(k, 1)
    k(i) = huge(i)
  end do
end subroutine

! CHECK-LABEL: KERNEL: logical_operations
! CHECK: l[i] = p and q or not p
! CHECK: l[i] = if(p, q, not q)
! CHECK: l[i] = if(p, not q, q)
subroutine logical_operations(n, p, q, l)
  implicit none
  integer :: n, i
  logical :: p, q, l(n)
  do i = 1, n
    l(i) = p .and. q .or. .not. p
    l(i) = p .eqv. q
    l(i) = p .neqv. q
  end do
end subroutine

! CHECK-LABEL: KERNEL: complex_functions
! CHECK: z[i] = conjg(z[i])*cmplx(x[i], 1.0)
! CHECK: x[i] = abs(z[i]) + aimag(z[i])
subroutine complex_functions(n, x, z)
  implicit none
  integer :: n, i
  real :: x(n)
  complex :: z(n)
  do i = 1, n
    z(i) = conjg(z(i))*cmplx(x(i), 1.0)
    x(i) = abs(z(i)) + aimag(z(i))
  end do
end subroutine
