// Which elements of an array a view has, and where element k of it lies:
//
//   [j]: a[i, 2*j],  [m] -> { [j] : 1 <= j < m }    k -> a[i, 2*(k + 1)], m - 1
//   a[i, 2:n:3]                                     k -> a[i, 2 + 3*k]
#ifndef LOOPYC_LIB_KERNELLANGUAGE_VIEWS_H
#define LOOPYC_LIB_KERNELLANGUAGE_VIEWS_H

#include "Builder.h"

#include <optional>

namespace loopyc {
namespace language {

// In inames and integers that are numbers; nothing if it is not affine.
std::optional<poly::PwAff> affineOf(const NodePtr &node,
                                    const Building &building);
// Loops, and assumptions, around an instruction of these inames; flat.
poly::Set contextOf(const std::set<std::string> &inames,
                    const Building &building);

struct ViewAxis {
  std::string iname; // or, if empty, the subscript at `position` is a slice
  size_t position = 0;
  NodePtr first; // null for 0
  int64_t step = 1;
  std::optional<poly::PwAff> length; // nothing where the array says it
};

struct View {
  std::string array;
  NodeList subscripts;
  std::vector<ViewAxis> axes;

  // In a text where it stands at that place.
  NodePtr element(const NodeList &indices, Span span) const;
};

// `inames` are those of the call. Throws UserError, with the view's place.
View readView(const ViewNode &view, Span span, const Text &text,
              const std::set<std::string> &inames, const Building &building);

} // namespace language
} // namespace loopyc

#endif
