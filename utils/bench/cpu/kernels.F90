! Kernels for CPUs: as loopyc takes them, with the script below, and, with HAND, as
! one writes them for gfortran: the same loops with directives.
#ifdef HAND
module hand
contains
#endif
subroutine saxpy(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a, x(n)
  real, intent(inout) :: y(n)
  integer :: i
  !$omp parallel do simd
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine

subroutine transposed(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m)
  real, intent(out) :: b(m, n)
  integer :: i, j
#ifdef HAND
  integer :: it, jt
  !$omp parallel do collapse(2) private(i, j)
  do jt = 1, m, 16
    do it = 1, n, 16
      do i = it, min(it + 15, n)
        do j = jt, min(jt + 15, m)
          b(j, i) = a(i, j)
        end do
      end do
    end do
  end do
#else
  do j = 1, m
    do i = 1, n
      b(j, i) = a(i, j)
    end do
  end do
#endif
end subroutine

subroutine laplacian(n, m, l, c, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real(8), intent(in) :: c, u(n, m, l)
  real(8), intent(inout) :: v(n, m, l)
  integer :: i, j, k
  !$omp parallel do private(i, j)
  do k = 2, l - 1
    do j = 2, m - 1
      !$omp simd
      do i = 2, n - 1
        v(i, j, k) = c*u(i, j, k) + u(i - 1, j, k) + u(i + 1, j, k) &
          + u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1)
      end do
    end do
  end do
end subroutine

subroutine wave(n, m, l, c, u, v, speed)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: c(0:4), u(n, m, l), speed(n, m, l)
  real, intent(inout) :: v(n, m, l)
  integer :: i, j, k
  !$omp parallel do private(i, j)
  do k = 5, l - 4
    do j = 5, m - 4
      !$omp simd
      do i = 5, n - 4
        v(i, j, k) = 2*u(i, j, k) - v(i, j, k) + speed(i, j, k)*(3*c(0)*u(i, j, k) &
          + c(1)*(u(i-1, j, k) + u(i+1, j, k) + u(i, j-1, k) + u(i, j+1, k) + u(i, j, k-1) + u(i, j, k+1)) &
          + c(2)*(u(i-2, j, k) + u(i+2, j, k) + u(i, j-2, k) + u(i, j+2, k) + u(i, j, k-2) + u(i, j, k+2)) &
          + c(3)*(u(i-3, j, k) + u(i+3, j, k) + u(i, j-3, k) + u(i, j+3, k) + u(i, j, k-3) + u(i, j, k+3)) &
          + c(4)*(u(i-4, j, k) + u(i+4, j, k) + u(i, j-4, k) + u(i, j+4, k) + u(i, j, k-4) + u(i, j, k+4)))
      end do
    end do
  end do
end subroutine

subroutine coulomb(n, x, y, z, q, p)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n), y(n), z(n), q(n)
  real, intent(out) :: p(n)
  integer :: i, j
  real :: s
  !$omp parallel do private(j, s)
  do i = 1, n
    s = 0
    !$omp simd reduction(+: s)
    do j = 1, n
      s = s + q(j)/sqrt((x(i) - x(j))**2 + (y(i) - y(j))**2 + (z(i) - z(j))**2 + 0.01)
    end do
    p(i) = s
  end do
end subroutine

subroutine sparse(n, nnz, start, column, a, x, y)
  implicit none
  integer, intent(in) :: n, nnz, start(n + 1), column(nnz)
  real(8), intent(in) :: a(nnz), x(n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  real(8) :: s
  !$omp parallel do private(k, s)
  do i = 1, n
    s = 0
    !$omp simd reduction(+: s)
    do k = start(i), start(i + 1) - 1
      s = s + a(k)*x(column(k))
    end do
    y(i) = s
  end do
end subroutine

subroutine products(m, a, b, c)
  implicit none
  integer, intent(in) :: m
  real, intent(in) :: a(8, 8, m), b(8, 8, m)
  real, intent(out) :: c(8, 8, m)
  integer :: e, i, j, k
  !$omp parallel do private(i, j, k)
  do e = 1, m
    do j = 1, 8
      do i = 1, 8
        c(i, j, e) = 0
      end do
      do k = 1, 8
        !$omp simd
        do i = 1, 8
          c(i, j, e) = c(i, j, e) + a(i, k, e)*b(k, j, e)
        end do
      end do
    end do
  end do
end subroutine

subroutine sgemm(n, m, l, a, b, c)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: a(n, l), b(l, m)
  real, intent(inout) :: c(n, m)
  integer :: i, j, k
  !$omp parallel do private(i, k)
  do j = 1, m
    do k = 1, l
      !$omp simd
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

subroutine dgemm(n, m, l, a, b, c)
  implicit none
  integer, intent(in) :: n, m, l
  real(8), intent(in) :: a(n, l), b(l, m)
  real(8), intent(inout) :: c(n, m)
  integer :: i, j, k
  !$omp parallel do private(i, k)
  do j = 1, m
    do k = 1, l
      !$omp simd
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine
#ifdef HAND
end module
#endif

!$loopy begin
! names = "saxpy transposed laplacian wave coulomb sparse products sgemm dgemm"
! t = lp.parse_fortran(SOURCE, FILENAME)
! knl = {name: t[name] for name in names.split()}
!
! # Groups are what threads share; loops tagged "vec" are vectors.
! knl["saxpy"] = lp.split_iname(knl["saxpy"], "i", 65536, outer_tag="g.0")
! knl["sparse"] = lp.split_iname(knl["sparse"], "i", 64, outer_tag="g.0")
! for name in ["laplacian", "wave"]:
!     knl[name] = lp.tag_inames(knl[name], "k:g.0")
!
! # Sums of neighbours side by side, each in its order.
! p = lp.split_iname(knl["coulomb"], "i", 16, outer_tag="g.0", slabs=(0, 1))
! knl["coulomb"] = lp.tag_inames(p, "i_inner:vec")
! p = lp.split_iname(knl["products"], "e", 256, outer_tag="g.0")
! p = lp.buffer_array(p, "c", ["i", "i_1", "k"], temporary_address_space="private", default_tag=None)
! knl["products"] = lp.tag_inames(p, "i:vec, i_1:vec, c_store_0:vec")
!
! # Blocks of both arrays stay in the cache.
! p = lp.split_iname(knl["transposed"], "j", 16, outer_tag="g.1", slabs=(0, 1))
! p = lp.split_iname(p, "i", 16, outer_tag="g.0", slabs=(0, 1))
! knl["transposed"] = lp.prioritize_loops(p, "i_inner, j_inner")
!
! # Tiles of the result, in blocks of two vectors by `columns` sums that stay in
! # registers, `deep` terms at a time: as many columns of `a` and rows of `b` lie
! # in the order in which they are read, and in the cache.
! def blocked(knl, columns, lanes, rows=128, width=60, deep=512):
!     knl = lp.split_iname(knl, "j", width, outer_tag="g.0", slabs=(0, 1))
!     knl = lp.split_iname(knl, "j_inner", columns, outer_iname="j_block", inner_iname="jr")
!     knl = lp.split_iname(knl, "i", rows, outer_tag="g.1", slabs=(0, 1))
!     knl = lp.split_iname(knl, "i_inner", lanes, outer_iname="i_block", inner_iname="ir")
!     knl = lp.split_iname(knl, "k", deep)
!     knl = lp.prioritize_loops(knl, "k_outer, j_block, i_block, k_inner, jr, ir")
!     knl = lp.buffer_array(knl, "c", ["k_inner", "jr", "ir"], init_expression="0", store_expression="base + buffer",
!                           default_tag=None, temporary_address_space="private")
!     knl = lp.add_prefetch(knl, "a", ["i_block", "ir", "k_inner"], default_tag=None, dim_arg_names=["ia", "ka"],
!                           temporary_address_space="private")
!     knl = lp.split_array_axis(knl, ("a_fetch", 0), lanes)
!     knl = lp.tag_array_axes(knl, "a_fetch", "N2,N0,N1")
!     knl = lp.split_iname(knl, "ia", lanes, inner_tag="vec")
!     knl = lp.prioritize_loops(knl, "ka, ia_outer")
!     knl = lp.add_prefetch(knl, "b", ["j_block", "jr", "k_inner"], default_tag=None, dim_arg_names=["kb", "jb"],
!                           temporary_address_space="private")
!     knl = lp.split_array_axis(knl, ("b_fetch", 1), columns)
!     knl = lp.tag_array_axes(knl, "b_fetch", "N1,N2,N0")
!     knl = lp.split_iname(knl, "jb", columns, inner_tag="unr")
!     knl = lp.prioritize_loops(knl, "jb_outer, kb")
!     return lp.tag_inames(knl, "ir:vec, jr:unr, c_init_0:vec, c_init_1:unr, c_store_0:vec, c_store_1:unr")
! # Of 16 registers, or of 32 wider ones.
! columns, vector = (12, 64) if AVX512 else (6, 32)
! knl["sgemm"] = blocked(knl["sgemm"], columns, vector//2)
! knl["dgemm"] = blocked(knl["dgemm"], columns, vector//4)
! RESULT = list(knl.values())
!$loopy end
