program main
  use cells
  use loopyrt
  implicit none
  type(grid) :: g
  type(cell), allocatable :: none(:)
  type(plain), allocatable :: p(:)
  integer :: i, j
  allocate (g%list(0:4, 3), none(0))
  g%n = 7
  do j = 1, 3
    do i = 0, 4
      allocate (g%list(i, j)%own(7))
      g%list(i, j)%own = i - j
      write (g%list(i, j)%name, '(2i1)') i, j
      g%list(i, j)%u = [1, 2, 3]*i
      g%list(i, j)%corners(1)%x = 0.5d0*j
    end do
  end do
  call fill(g)
  call move(-2, g%list(:, 2), 0.25d0)
  call move(3, g%list(4:0:-2, 1), 0.5d0)
  call move(1, none, 0.5d0)
  call grow(g, 2, 3)
  allocate (p(7))
  do i = 1, 7
    p(i) = plain(i, -i)
  end do
  call loopyrt_enter_data(p, name="p") ! what is present is up to date behind it
  call scale(p, 2d0)
  call scale(p(6:1:-2), 3d0)
  call loopyrt_exit_data(p)
  print '(7f8.2)', p%x, p%q
  do j = 1, 3
    do i = 0, 4
      associate (c => g%list(i, j))
        print '(a, 4f8.2, f8.2, i4, 3f8.2, 4f8.2, 2f8.2)', c%name, c%at%x, c%at%y, c%v%x, &
            c%v%y, c%charge(), c%kind, c%u, c%corners(1)%x, c%corners(1)%y, c%corners(2)%x, &
            c%corners(2)%y, c%own(1), c%own(7)
      end associate
    end do
  end do
end program
