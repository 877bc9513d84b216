! Times the kernels of loopyc beside those by hand, by turns: the medians of both
! and of their ratios, and the largest difference of results.
module turns
  implicit none
  abstract interface
    subroutine action()
    end subroutine
    function difference()
      real(8) :: difference
    end function
  end interface
  integer :: rounds = 15
contains
  function seconds() result(s)
    real(8) :: s
    integer(8) :: count, rate
    call system_clock(count, rate)
    s = real(count, 8)/rate
  end function

  function median(values) result(m)
    real(8), intent(in) :: values(:)
    real(8) :: m, sorted(size(values)), one
    integer :: i, j
    sorted = values
    do i = 2, size(sorted)
      one = sorted(i)
      j = i - 1
      do while (j > 0)
        if (sorted(j) <= one) exit
        sorted(j + 1) = sorted(j)
        j = j - 1
      end do
      sorted(j + 1) = one
    end do
    m = sorted((size(sorted) + 1)/2)
  end function

  ! `work`: operations or bytes of one call.
  subroutine row(name, work, unit, hand, own, differ)
    character(*), intent(in) :: name, unit
    real(8), intent(in) :: work
    procedure(action) :: hand, own
    procedure(difference) :: differ
    real(8) :: first(rounds), second(rounds), begin
    integer :: r, k, calls
    begin = seconds()
    call hand()
    call own()
    ! Calls of a turn: about 20 ms of them.
    calls = max(1, int(0.04d0/max(seconds() - begin, 1d-6)))
    do r = 1, rounds
      begin = seconds()
      do k = 1, calls
        call hand()
      end do
      first(r) = (seconds() - begin)/calls
      begin = seconds()
      do k = 1, calls
        call own()
      end do
      second(r) = (seconds() - begin)/calls
    end do
    print '(a14, f10.3, a, f10.3, a, f8.2, 1x, a, f8.2, a, es9.1)', name, &
      1d3*median(first), ' ms by hand', 1d3*median(second), ' ms loopyc', &
      1d-9*work/median(second), unit, median(first/second), ' of its speed', differ()
  end subroutine
end module

program cpu
  use turns
  use hand, only: hand_saxpy => saxpy, hand_transposed => transposed, &
    hand_laplacian => laplacian, hand_wave => wave, hand_coulomb => coulomb, &
    hand_sparse => sparse, hand_products => products, hand_sgemm => sgemm, &
    hand_dgemm => dgemm
  use hand4, only: hand_volume4 => volume4
  use hand8, only: hand_volume8 => volume8
  use hand12, only: hand_volume12 => volume12
  use hand16, only: hand_volume16 => volume16
  implicit none
  external :: saxpy, transposed, laplacian, wave, coulomb, sparse, products, &
    sgemm, dgemm, volume4, volume8, volume12, volume16
#ifdef BLAS
  external :: blas_dgemm
#endif
  integer, parameter :: streams = 20000000, edge = 3001, cube = 201
  integer, parameter :: charges = 8000, grid = 60, small = 60000, points = 220000
  character(20) :: word
  real, allocatable :: s1(:), s2(:), s3(:), s4(:), c(:)
  real(8), allocatable :: d1(:), d2(:), d3(:), d4(:)
  integer, allocatable :: start(:), column(:)
  integer :: n, nnz, which
  if (command_argument_count() > 0) then
    call get_command_argument(1, word)
    read (word, *) rounds
  end if

  n = streams
  call singles(n, n, n, n)
  call row('saxpy', 12d0*n, 'GB/s', a_hand, a_own, of_singles)

  n = edge
  call singles(n*n, 1, n*n, n*n)
  call row('transpose', 8d0*n*n, 'GB/s', t_hand, t_own, of_singles)

  n = cube
  call doubles(n**3, 1, n**3, n**3)
  call row('7 points', 16d0*n**3, 'GB/s', l_hand, l_own, of_doubles)

  call singles(n**3, n**3, n**3, n**3)
  c = [1.0, 0.5, -0.25, 0.125, -0.0625]
  call row('wave', 16d0*n**3, 'GB/s', w_hand, w_own, of_singles)

  n = charges
  call singles(4*n, 1, n, n)
  call row('Coulomb', 1d0*n*n, 'Gpairs/s', c_hand, c_own, of_singles)

  call matrix(grid)
  n = grid**3
  call doubles(nnz, n, n, n)
  call row('sparse', 12d0*nnz, 'GB/s', s_hand, s_own, of_doubles)

  n = small
  call singles(64*n, 64*n, 64*n, 64*n)
  call row('products', 3*256d0*n, 'GB/s', p_hand, p_own, of_singles)

  call volume(4, v4_hand, v4_own)
  call volume(8, v8_hand, v8_own)
  call volume(12, v12_hand, v12_own)
  call volume(16, v16_hand, v16_own)

  do which = 1, 3
    n = merge(1024, merge(1000, 509, which == 2), which == 1)
    write (word, '(i0)') n
    call singles(n*n, n*n, n*n, n*n)
    call row('sgemm '//word(1:4), 2d0*real(n, 8)**3, 'GF/s', g_hand, g_own, of_singles)
    call doubles(n*n, n*n, n*n, n*n)
    call row('dgemm '//word(1:4), 2d0*real(n, 8)**3, 'GF/s', h_hand, h_own, of_doubles)
#ifdef BLAS
    call doubles(n*n, n*n, n*n, n*n)
    call row('  OpenBLAS', 2d0*real(n, 8)**3, 'GF/s', b_hand, h_own, of_doubles)
#endif
  end do
contains
  ! Inputs are random, results begin alike.
  subroutine singles(n1, n2, n3, n4)
    integer, intent(in) :: n1, n2, n3, n4
    if (allocated(s1)) deallocate (s1, s2, s3, s4)
    allocate (s1(n1), s2(n2), s3(n3), s4(n4))
    call random_number(s1)
    call random_number(s2)
    s3 = 0
    s4 = 0
  end subroutine
  subroutine doubles(n1, n2, n3, n4)
    integer, intent(in) :: n1, n2, n3, n4
    if (allocated(d1)) deallocate (d1, d2, d3, d4)
    allocate (d1(n1), d2(n2), d3(n3), d4(n4))
    call random_number(d1)
    call random_number(d2)
    d3 = 0
    d4 = 0
  end subroutine
  function of_singles() result(d)
    real(8) :: d
    d = maxval(abs(s3 - s4))/max(maxval(abs(s3)), tiny(1.0))
  end function
  function of_doubles() result(d)
    real(8) :: d
    d = maxval(abs(d3 - d4))/max(maxval(abs(d3)), tiny(1d0))
  end function

  ! A cubic grid's points and their 26 neighbours.
  subroutine matrix(g)
    integer, intent(in) :: g
    integer :: i, j, k, x, y, z
    if (.not. allocated(start)) allocate (start(g**3 + 1), column(27*g**3))
    nnz = 0
    do k = 0, g - 1
      do j = 0, g - 1
        do i = 0, g - 1
          start(1 + i + g*(j + g*k)) = nnz + 1
          do z = max(k - 1, 0), min(k + 1, g - 1)
            do y = max(j - 1, 0), min(j + 1, g - 1)
              do x = max(i - 1, 0), min(i + 1, g - 1)
                nnz = nnz + 1
                column(nnz) = 1 + x + g*(y + g*z)
              end do
            end do
          end do
        end do
      end do
    end do
    start(g**3 + 1) = nnz + 1
  end subroutine

  ! As many points in all, with `nq` of them in an element's direction; s1 has
  ! the geometry and the matrix, s2 the unknowns.
  subroutine volume(nq, peer, own)
    integer, intent(in) :: nq
    procedure(action) :: peer, own
    n = points/nq**3
    write (word, '(i0)') nq
    call singles(4*n*nq**3 + nq**2, 8*n*nq**3, 8*n*nq**3, 8*n*nq**3)
    s2 = 1 + s2
    call row('volume '//word(1:2), 4d0*28*n*nq**3, 'GB/s', peer, own, of_singles)
  end subroutine

  subroutine a_hand()
    call hand_saxpy(n, 2.0, s1, s3)
  end subroutine
  subroutine a_own()
    call saxpy(n, 2.0, s1, s4)
  end subroutine
  subroutine t_hand()
    call hand_transposed(n, n, s1, s3)
  end subroutine
  subroutine t_own()
    call transposed(n, n, s1, s4)
  end subroutine
  subroutine l_hand()
    call hand_laplacian(n, n, n, 2d0, d1, d3)
  end subroutine
  subroutine l_own()
    call laplacian(n, n, n, 2d0, d1, d4)
  end subroutine
  subroutine w_hand()
    call hand_wave(n, n, n, c, s1, s3, s2)
  end subroutine
  subroutine w_own()
    call wave(n, n, n, c, s1, s4, s2)
  end subroutine
  subroutine c_hand()
    call hand_coulomb(n, s1, s1(n + 1), s1(2*n + 1), s1(3*n + 1), s3)
  end subroutine
  subroutine c_own()
    call coulomb(n, s1, s1(n + 1), s1(2*n + 1), s1(3*n + 1), s4)
  end subroutine
  subroutine s_hand()
    call hand_sparse(n, nnz, start, column, d1, d2, d3)
  end subroutine
  subroutine s_own()
    call sparse(n, nnz, start, column, d1, d2, d4)
  end subroutine
  subroutine p_hand()
    call hand_products(n, s1, s2, s3)
  end subroutine
  subroutine p_own()
    call products(n, s1, s2, s4)
  end subroutine
  subroutine v4_hand()
    call hand_volume4(n, s1, s1(4*n*4**3 + 1), s2, s3)
  end subroutine
  subroutine v4_own()
    call volume4(n, s1, s1(4*n*4**3 + 1), s2, s4)
  end subroutine
  subroutine v8_hand()
    call hand_volume8(n, s1, s1(4*n*8**3 + 1), s2, s3)
  end subroutine
  subroutine v8_own()
    call volume8(n, s1, s1(4*n*8**3 + 1), s2, s4)
  end subroutine
  subroutine v12_hand()
    call hand_volume12(n, s1, s1(4*n*12**3 + 1), s2, s3)
  end subroutine
  subroutine v12_own()
    call volume12(n, s1, s1(4*n*12**3 + 1), s2, s4)
  end subroutine
  subroutine v16_hand()
    call hand_volume16(n, s1, s1(4*n*16**3 + 1), s2, s3)
  end subroutine
  subroutine v16_own()
    call volume16(n, s1, s1(4*n*16**3 + 1), s2, s4)
  end subroutine
  subroutine g_hand()
    call hand_sgemm(n, n, n, s1, s2, s3)
  end subroutine
  subroutine g_own()
    call sgemm(n, n, n, s1, s2, s4)
  end subroutine
  subroutine h_hand()
    call hand_dgemm(n, n, n, d1, d2, d3)
  end subroutine
  subroutine h_own()
    call dgemm(n, n, n, d1, d2, d4)
  end subroutine
#ifdef BLAS
  subroutine b_hand()
    call blas_dgemm(n, d1, d2, d3)
  end subroutine
#endif
end program
