// Which indices along the axes of an array are elements of it. Splitting an
// axis of 7 by 4 makes axes of 2 and 4: the eighth place is padding.
#ifndef LOOPYC_LIB_TRANSFORM_ELEMENTS_H
#define LOOPYC_LIB_TRANSFORM_ELEMENTS_H

#include "loopyc/IR/Array.h"
#include "loopyc/Poly/Set.h"

#include <optional>

namespace loopyc {

// { indices : they are those of an element }, a name for each axis,
// flat; nullopt if all indices within the axes' extents are elements, or where
// the layout is not affine.
std::optional<poly::Set> elementsOf(const Variable &array,
                                    const poly::Names &indices);

// The elements with this index along one axis, which is left out; if it is no
// number, those with any.
poly::Set restricted(const poly::Set &elements, const std::string &axis,
                     const Expr &index);

} // namespace loopyc

#endif
