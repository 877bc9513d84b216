! A subroutine is cut around what only the host executes; regions of it are the
! kernels.
! RUN: %loopyc %s --emit=ir -o - 2>%t | FileCheck %s
! RUN: FileCheck %s --check-prefix=WARN < %t
! RUN: not %loopyc -Werror=cut %s -o %t.werror 2>/dev/null || true
module m
  implicit none
  real(8) :: elapsed
  integer :: n_read
contains
  ! WARN: host-cuts.f90:[[#@LINE+8]]:5: warning: 'timed' is cut into kernel 'timed' around what the host executes: not supported: call of {{.*}}'cpu_time' [-Wcut]
  ! One kernel has the name; scalars at the ends are the host's.
  ! CHECK-LABEL: KERNEL: timed
  subroutine timed(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8) :: start, stop
    integer :: i
    call cpu_time(start)
    do i = 1, n
      a(i) = 2*a(i)
    end do
    call cpu_time(stop)
    elapsed = stop - start
  end subroutine

  ! CHECK-LABEL: KERNEL: guarded_1
  ! CHECK: a[{{.*}}] = a[{{.*}}] + dt
  ! CHECK-LABEL: KERNEL: guarded_2
  ! CHECK: a[{{.*}}] = a[{{.*}}]*dt
  ! WARN: warning: 'guarded' is cut into kernels 'guarded_1', 'guarded_2' around what the host executes: not supported: write statement [-Wcut]
  subroutine guarded(n, a, dt)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), dt
    integer :: i
    do i = 1, n
      a(i) = a(i) + dt
    end do
    if (dt < 1d-10) then
      write (*, *) 'too small', dt
      stop 1
    end if
    if (n < 3) return
    do i = 1, n
      a(i) = a(i)*dt
    end do
  end subroutine

  ! Conditions of the host; a local array that is allocated.
  ! CHECK-LABEL: KERNEL: chosen_1
  ! CHECK: TEMPORARIES
  ! CHECK: w: type: float64, shape: (w_size_1)
  ! CHECK-LABEL: KERNEL: chosen_2
  subroutine chosen(scheme, n, a)
    character(len=*), intent(in) :: scheme
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), allocatable :: w(:)
    integer :: i
    select case (scheme)
    case ('smooth')
      allocate (w(0:n))
      do i = 1, n
        w(i) = a(i)
      end do
      w(0) = 1
      do i = 1, n
        a(i) = w(i) + w(i - 1)
      end do
      deallocate (w)
    case default
      do i = 1, n
        a(i) = -a(i)
      end do
    end select
  end subroutine

  ! What the host has of arrays that kernels have, too, in conditions as well; not
  ! what only asks for bounds, nor what no caller can keep on the device.
  ! WARN: warning: 'shared' is cut into kernels 'shared_1', 'shared_2'
  ! WARN: host-cuts.f90:[[#@LINE+14]]:13: note: the host has 'rho' here, kernel 'shared_1' on the device: where it is kept there (!$loopy enter data), mark the loops as regions (!$loopy begin kernel: NAME), and put '!$loopy update host: rho' in front of what reads it, '!$loopy update device: rho' behind what assigns it
  ! WARN-NOT: the host has '{{[pqw]}}'
  ! WARN: host-cuts.f90:[[#@LINE+18]]:25: note: the host has 'p' here, kernel 'shared_2'
  ! WARN-NOT: the host has '{{q|w|rho}}'
  subroutine shared(n, rho, p, q)
    integer, intent(in) :: n
    real(8), intent(inout) :: rho(:), p(n)
    real(8), intent(in) :: q(n)
    real(8) :: w(n)
    integer :: i
    do i = 1, n
      rho(i) = rho(i) - q(i)
      w(i) = q(i)
    end do
    if (any(rho < 0)) then
      print *, 'negative', rho(1), q(1), w(1), size(p)
    end if
    do i = 1, n
      p(i) = 2*rho(i)*w(i)
    end do
    read (*, *) n_read, p(2)
  end subroutine

  ! A construct around loops that is the host's, and nothing else.
  ! WARN: host-cuts.f90:[[#@LINE+6]]:{{[0-9]+}}: warning: 'around' is cut into kernels 'around_1', 'around_2' around what the host executes: {{.*}}[-Wcut]
  subroutine around(word, n, a)
    character(len=*), intent(in) :: word
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    if (word == 'x') then
      do i = 1, n
        a(i) = 2*a(i)
      end do
    end if
    do i = 1, n
      a(i) = 3*a(i)
    end do
  end subroutine

  ! Not inside of loops.
  ! WARN: host-cuts.f90:[[#@LINE+12]]:25: warning: a loop of 'inside' stays on the host: not supported: print statement inside a loop; move it in front of the loop or behind it{{.*}}[-Wuntranslated]
  ! CHECK-LABEL: KERNEL: inside
  ! CHECK-NOT: KERNEL
  subroutine inside(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = sqrt(a(i))
    end do
    do i = 1, n
      if (a(i) > 1d10) then
        if (i > 1)      print *, i
      end if
    end do
  end subroutine
end module
