program main
  use parts
  implicit none
  type(state) :: s
  type(state) :: many(2)
  real :: b(7) = 1
  s%g%n = 4
  allocate (s%g%h(0:5, 0:2), s%u(6), current%u(5))
  s%g%h = 2; s%u = 4; current%u = 8
  call components(s)
  many(2) = s
  print *, s%g%h, s%total
  call associated_names(b, s)
  call associated_names(b(1:7:2), s)
  print *, b, s%g%h, s%total
  call elements(many, 2)
  print *, many(2)%g%h
  print *, inner(5, b), b
  call tried(7, b)
  print *, b
end program
