// Which elements of a variable an array is: of a dummy argument, those of its
// actual argument. Inlining puts these in its place.
//
//   call f(a(:, 2:n:2))          x[s, t] = a[s, 1 + 2*t]
//   call f(w(1)); real x(n, m)   x[s, t] = w[s + n*t]
#ifndef LOOPYC_LIB_FRONTEND_ARRAYVIEWS_H
#define LOOPYC_LIB_FRONTEND_ARRAYVIEWS_H

#include "Program.h"
#include "loopyc/IR/Array.h"
#include "loopyc/IR/Expr.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {
namespace frontend {

// Integer arithmetic on operands of any kinds, folded.
Expr indexSum(const Expr &a, const Expr &b);
Expr indexDifference(const Expr &a, const Expr &b);
Expr indexProduct(const Expr &a, const Expr &b);

// x[s_0, s_1, ...] = variable[origin + sum of s_k*stride_k along axis_k]
struct StridedView {
  struct Dimension {
    size_t axis = 0; // of the variable
    Expr stride;
    Expr extent; // as declared; null: unknown
    Expr size;   // as Fortran's `size` gives it: not negative
    // Of a vector subscript: what stands for s_k, which is vectorPosition().
    //   call f(a(ix))            x[s] = a[ix[s] - 1]
    Expr index = {};

    Expr offset(const Expr &subscript) const; // from the origin
  };
  std::string variable;
  Type type;
  std::vector<Expr> origin; // zero-based
  std::vector<Dimension> dimensions;
  // Is what lies behind the last dimension no element of the variable? Then
  // whoever conforms to the standard goes no further.
  bool endsWithVariable = true;
  // Of a sequence of elements: the array whose elements it is, in array element
  // order. Strides are numbers of elements then, from the position `first` on,
  // and axes those of the grid.
  //   call f(a, 64); real a(8, 8)    x[s] = a[s mod 8, s div 8]
  std::vector<Dimension> grid;
  Expr first;

  bool isSequence() const { return !grid.empty(); }
  Expr element(const std::vector<Expr> &subscripts) const;
};

// All of the variable.
StridedView wholeOf(const Variable &variable);

// One subscript, from 0.
struct Range {
  Expr first;
  Expr stride; // null: of an element, or a vector
  Expr last;
  // Of a vector: its element at vectorPosition(), and how many it has.
  Expr index = {}, size = {};
};
// The part of the view that the subscripts choose, one for each dimension.
StridedView sectionOf(const StridedView &view,
                      const std::vector<Range> &subscripts);

// The elements from this one on, in array element order, as far as they lie in
// a grid: of a(1, j) the column and those behind it, of a(2, j) the rest of the
// column.
StridedView sequenceFrom(const StridedView &view,
                         const std::vector<Expr> &subscripts);

// The same, wherever they go on; the result is a sequence. Null where extents
// of the view are unknown.
std::optional<StridedView>
linearFrom(const StridedView &view, const std::vector<Expr> &subscripts,
           const std::vector<Expr> &extents);

// An array of these extents (the last one may be null, of an assumed size) that
// is associated with the elements of the view in their order; or why it cannot
// be shown where its elements are.
std::variant<StridedView, std::string>
reshaped(const StridedView &view, const std::vector<Expr> &extents);

} // namespace frontend
} // namespace loopyc

#endif
