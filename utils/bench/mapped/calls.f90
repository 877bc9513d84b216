! The nests with their arrays.
module calls
  use nests
  implicit none
  integer, parameter :: n = 322, cells = 160000, edges = 3*cells, levels = 60
  integer, parameter :: thin_levels = 5, thin_cells = 12*cells, thin_edges = 3*thin_cells
  real(wp), allocatable :: a(:), b(:), c(:), d(:), x(:)
  real(4), allocatable :: f(:), g(:), s(:,:)
  integer, allocatable :: one(:), other(:), few(:), around(:), near(:), far(:)
  real(wp) :: square(8,8), total, largest
contains
  subroutine run(number)
    integer, intent(in) :: number
    select case (number)
    case (1); call copied(n**3, a, x)
    case (2); call diffuse(320, a, x, 0.1d0)
    case (3); call box(n, a, x)
    case (4); call solve_columns(n, n, n, a, b, c, d, x)
    case (5); call solve_rows(n, n, n, a, b, c, d, x)
    case (6); call transpose_of(5760, a, x)
    case (7); call row_sums(5760, 5760, a, x)
    case (8); call row_sums(300000, 100, a, x)
    case (9); call column_sums(5760, 5760, a, x)
    case (10); call column_sums(100, 300000, a, x)
    case (11); call column_sums(300000, 100, a, x)
    case (12); call norms(n, a, total, largest)
    case (13); call softmax(5760, 5760, x)
    case (14); call gradient(edges, cells, levels, one, other, a, b, x)
    case (15); call divergence(edges, cells, levels, 6, few, around, a, b, x)
    case (16); call advect(n, n, n, 0.01d0, a, b, c, d, a, x)
    case (17); call condense(800, 256, 137, b, x, a, c)
    case (18); call operator(9000, square, a, b, x)
    case (19); call components(184, a, x, 0.1d0)
    case (20); call collide(224, f, g)
    case (21); call product_of_transposed(2048, f, f, g)
    case (22); call stress(384, 0.1, 0.2, 0.3, s(:,1), s(:,2), s(:,3), s(:,4), s(:,5), s(:,6), s(:,7), s(:,8), s(:,9))
    case (23); call gradient(thin_edges, thin_cells, thin_levels, near, far, a, b, x)
    end select
  end subroutine
end module
