! What a procedure or a block construct declares comes anew, without a value,
! each time that it is entered, and so does what `do concurrent` makes local:
! iterations around have such variables of their own, whether or not it can be
! shown that each reads what it has written.
! REQUIRES: opencl, gfortran
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c -Werror=serial -Werror=clause --param nb=0 --param n=5 --param ntotal=0 --init p='mod(3*i0 + 3, 5)' | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param nb=3 --param n=1 --param ntotal=3 --init p='mod(3*i0 + 3, 5)' | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param nb=7 --param n=131 --param ntotal=900 --init p='i0 + 1' | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-12: ok
! RUN: %loopyc %s -DRK=8 -DLOCAL -Werror=serial --verify | FileCheck %s --check-prefix=VERIFY
! VERIFY-NOT: FAILED
! RUN: %loopyc %s -DRK=8 --emit=ir -o - | FileCheck %s --check-prefix=IR
! IR-LABEL: KERNEL: physics
! IR: lhs: {{.*}}, lifetime: one iteration of 1 loop
! IR-LABEL: KERNEL: blocks
! IR: w: {{.*}}, lifetime: one iteration of 1 loop
! IR-LABEL: KERNEL: fluxes
! IR: upwind_r: {{.*}}, lifetime: one iteration of 1 loop
! IR-LABEL: KERNEL: passed
! IR: values: {{.*}}, lifetime: one iteration of 2 loops

! RUN: %loopyc %s -DRK=8 -DKEPT -w -Wserial --check --target=opencl --param nb=5 --param n=7 --init p='i0 + 1' 2>&1 | FileCheck %s --check-prefix=KEPT
! KEPT: warning: kernel 'kept': the loop over 'ib' stays on one work-item
! KEPT: check: kept: opencl: ok

module columns
  implicit none
contains
  subroutine lu(n, p, a, b)
    integer, intent(in) :: n, p(4)
    real(RK), intent(in) :: a(:)
    real(RK), intent(inout) :: b(:)
    real(RK) :: lhs(n, 4, 4)
    integer :: i, j, k, l
    do k = 1, 4
      do j = 1, 4
        if (j == k) then
          do i = 1, n
            lhs(i, p(j), p(k)) = 2 + abs(a(i))
          end do
        else
          do i = 1, n
            lhs(i, p(j), p(k)) = a(i)/(4*j)
          end do
        end if
      end do
    end do
    do j = 1, 3
      do k = j + 1, 4
        do i = 1, n
          lhs(i, k, j) = lhs(i, k, j)/lhs(i, j, j)
        end do
        do l = j + 1, 4
          do i = 1, n
            lhs(i, k, l) = lhs(i, k, l) - lhs(i, k, j)*lhs(i, j, l)
          end do
        end do
      end do
    end do
    do i = 1, n
      b(i) = b(i) + lhs(i, 4, 4)
    end do
  end subroutine

  subroutine physics(nb, n, p, a, b)
    integer, intent(in) :: nb, n, p(4)
    real(RK), intent(in) :: a(n, nb)
    real(RK), intent(inout) :: b(n, nb)
    integer :: ib
    !$omp parallel do private(ib)
    do ib = 1, nb
      call lu(n, p, a(:, ib), b(:, ib))
    end do
  end subroutine

  ! As many blocks as it takes: the host knows how many.
  subroutine drive(ntotal, n, nb, p, a, b)
    integer, intent(in) :: ntotal, n, nb, p(4)
    real(RK), intent(in) :: a(n, nb)
    real(RK), intent(inout) :: b(n, nb)
    integer :: first, ib
    do first = 1, ntotal, n
      ib = (first - 1)/n + 1
      call lu(min(n, ntotal - first + 1), p, a(:, ib), b(:, ib))
    end do
  end subroutine

  ! All elements are assigned, but who knows that?
  subroutine blocks(nb, p, b)
    integer, intent(in) :: nb, p(4)
    real(RK), intent(inout) :: b(nb)
    integer :: ib
    do ib = 1, nb
      block
        real(RK) :: w(4)
        integer :: k
        do k = 1, 4
          w(p(k)) = k*b(ib)
        end do
        w(2) = w(2) + w(1)
        b(ib) = w(2) + w(4)
      end block
    end do
  end subroutine

  ! What a function returns comes anew with each call, too, and so does what is
  ! filled for a call with an expression.
  pure function upwind(a, b, kind) result(f)
    real(RK), intent(in) :: a(3), b(3)
    integer, intent(in) :: kind
    real(RK) :: f(3), s
    select case (kind)
    case (:0)
      f = (a + b)/2
      return
    case (1)
      s = 0.9d0
    case default
      s = 1.1d0
    end select
    if (a(1) > s) then
      f = a
    else if (b(1) < 0.7d0*s) then
      f = b
    else
      f = a*b
    end if
  end function

  subroutine fluxes(nb, kinds, q, g)
    integer, intent(in) :: nb, kinds(nb + 1)
    real(RK), intent(in) :: q(3, 0:nb + 1)
    real(RK), intent(out) :: g(3, nb + 1)
    integer :: ib
    do ib = 1, nb + 1
      g(:, ib) = upwind(q(:, ib - 1), q(:, ib), kinds(ib))
    end do
  end subroutine

  pure subroutine weigh(w, p, t)
    real(RK), intent(in) :: w(4)
    integer, intent(in) :: p(4)
    real(RK), intent(inout) :: t
    t = t + w(p(1)) - w(p(3))/2
  end subroutine

  subroutine passed(nb, n, p, a, b)
    integer, intent(in) :: nb, n, p(4)
    real(RK), intent(in) :: a(4, nb, n)
    real(RK), intent(inout) :: b(nb, n)
    integer :: i, ib
    do i = 1, n
      do ib = 1, nb
        call weigh(abs(a(:, ib, i)), p, b(ib, i))
      end do
    end do
  end subroutine

#ifdef LOCAL // gfortran 12 does not know it
  subroutine local(nb, p, b)
    integer, intent(in) :: nb, p(2)
    real(RK), intent(inout) :: b(nb)
    real(RK) :: w(2)
    integer :: ib
    do concurrent (ib = 1:nb) local(w)
      w(p(1)) = b(ib)
      w(p(2)) = 2*b(ib)
      b(ib) = w(1) + w(2)
    end do
  end subroutine
#endif

  ! A variable of the procedure itself lives on.
#ifdef KEPT
  subroutine kept(nb, p, b)
    integer, intent(in) :: nb, p(2)
    real(RK), intent(inout) :: b(nb)
    real(RK) :: w(2)
    integer :: ib
    do ib = 1, nb
      w(p(1)) = b(ib)
      w(p(2)) = 2*b(ib)
      b(ib) = w(1) + w(2)
    end do
  end subroutine
#endif
end module
