! Elements of a few that are compared with constants have them all at once in
! one run, and in turn in others: chance would leave branches out.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --check 2>&1 | FileCheck %s
! CHECK: check: halo: c: ok
! CHECK: check: halo: {{[789]|10}} of 10 branches taken
! CHECK: check: tile: c: ok
! CHECK: check: tile: 2 of 2 branches taken
subroutine halo(n, m, neigh, fields, depth, d)
  integer, intent(in) :: n, m, depth
  integer, intent(in) :: neigh(4), fields(2)
  real(8), intent(inout) :: d(-1:n + 2, -1:m + 2)
  integer :: j, k
  if (fields(1) == 1) then
    if (neigh(1) == -1) then
      do j = 1 - depth, n + depth
        do k = 1, depth
          d(j, 1 - k) = d(j, k)
        end do
      end do
    end if
    if (neigh(2) == -1) then
      do j = 1 - depth, n + depth
        do k = 1, depth
          d(j, m + k) = d(j, m + 1 - k)
        end do
      end do
    end if
    if (neigh(3) == -1) then
      do j = 1 - depth, m + depth
        do k = 1, depth
          d(1 - k, j) = d(k, j)
        end do
      end do
    end if
    if (neigh(4) == -1) then
      do j = 1 - depth, m + depth
        do k = 1, depth
          d(n + k, j) = d(n + 1 - k, j)
        end do
      end do
    end if
  end if
end subroutine
! Bounds that are the tighter of many, for which few sizes leave anything to do.
subroutine tile(f, t, periodic, ids, ide, ims, ime, its, ite)
  logical, intent(in) :: periodic
  integer, intent(in) :: ids, ide, ims, ime, its, ite
  real(8), intent(in) :: f(ims:ime)
  real(8), intent(inout) :: t(ims:ime)
  integer :: i, first, last
  first = its
  last = min(ite, ide - 1)
  if (.not. periodic) then
    first = max(its, ids + 2)
    last = min(ite, ide - 3)
  end if
  do i = first, last
    t(i) = t(i) - 0.5d0*(f(i + 1) - f(i - 2))
  end do
end subroutine
