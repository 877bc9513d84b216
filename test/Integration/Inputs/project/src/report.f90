module report
  use kinds, only: wp
  use diffuse, only: total
  implicit none
contains
  subroutine show(name, u)
    character(*), intent(in) :: name
    real(wp), intent(in) :: u(:)
    print '(a, f12.6)', name, total(u)
  end subroutine show
end module report
