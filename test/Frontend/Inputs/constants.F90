! Found by name, not by file name; preprocessed.
#define WIDTH 8
module Sizes
  integer, parameter :: width = WIDTH
end module
