#include "loopyc/Analysis/Addresses.h"

#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;

// Of an array without strides (an axis in the middle has no extent), all that
// its shape mentions.
static std::vector<Expr> stridesOrShape(const Variable &array) {
  try {
    return axisStrides(array);
  } catch (const UserError &) {
    std::vector<Expr> shape;
    for (const Axis &axis : array.axes)
      shape.push_back(axis.extent);
    return shape;
  }
}

std::set<std::string> loopyc::addressNames(const Variable &array) {
  std::set<std::string> names;
  for (const Expr &stride : stridesOrShape(array))
    if (stride)
      collectNames(stride, names, names);
  return names;
}
