! Where nests with work-items along one axis alone are tried and are no better,
! the code is that of the mapping that is kept, as --print-script shows it.
! RUN: %loopyc %s --map-parallel --verify -Wno-serial | FileCheck %s --check-prefix=VERIFY
! RUN: %loopyc %s --print-script -Wno-serial | FileCheck %s --check-prefix=SCRIPT
! RUN: %loopyc %s --emit=device --target=opencl -o - -Wno-serial | FileCheck %s
! VERIFY: verify: kept: ok
! SCRIPT: outer_tag="g.1", inner_tag="l.1")
! CHECK: reqd_work_group_size(16, 16, 1)
subroutine kept(n, m, l, a, b, p, q, o, s)
  integer, intent(in) :: n, m, l
  real(8), intent(in) :: a(n,m), b(n,m,l), p(n,m)
  real(8), intent(inout) :: q(m,n), o(n,m,l), s
  real(8) :: w(n)
  integer :: i, j, k
  if (n > m) then
    do k = 1, l
      do i = 1, n
        w(i) = 0.25
      end do
      do j = 1, m
        do i = 1, n
          o(i,j,k) = w(i) - p(i,j)
        end do
      end do
    end do
  end if
  do j = 1, m
    do i = 1, n
      if (a(i,j) > 0.4) q(j,i) = max(0.25d0, q(j,i))
    end do
  end do
  do j = 1, m
    s = s + 0.25
  end do
  do k = 1, l
    do j = 1, m
      do i = 1, n
        w(i) = q(j,i) + b(i,j,k)
      end do
    end do
  end do
  do j = 1, m
    do i = 1, n
      if (i < n) q(j,i) = max(q(j,i), w(i))
    end do
  end do
end subroutine
