program main
  use fields
  implicit none
  real :: total, p(12)
  p = 0.5
  call run(4, total, p(2:12:2))
  print '(f12.3, f12.3)', total, sum(h)
  print '(12f6.1)', p
end program
