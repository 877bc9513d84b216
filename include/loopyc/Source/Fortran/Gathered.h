// Components of all elements of arrays of derived types, which a kernel has as
// one array. As values of the host their parts have subscripts, which say which
// are arrays: {"s", "cells(:)", "u(:, :)"}.
//
//   u(a, b) of cells(i)    =    cells_u(a, b, i)
#ifndef LOOPYC_SOURCE_FORTRAN_GATHERED_H
#define LOOPYC_SOURCE_FORTRAN_GATHERED_H

#include "loopyc/IR/HostValue.h"

#include <algorithm>
#include <string>
#include <vector>

namespace loopyc {
namespace fortran {

// "(:, :)"; "" for a scalar
inline std::string wholeSubscripts(size_t rank) {
  std::string text;
  for (size_t k = 0; k < rank; ++k)
    text += k ? ", :" : "(:";
  return text.empty() ? text : text + ")";
}

struct GatheredPart {
  std::string name;
  size_t rank = 0;
};

// None where the value is one object. The array has the dimensions of the last
// part, then those of the part before it, and so on.
inline std::vector<GatheredPart> gatheredParts(const HostValue &value) {
  std::vector<GatheredPart> result;
  bool isGathered = false;
  for (size_t k = 0; k < value.path.size(); ++k) {
    const std::string &part = value.path[k];
    auto rank = static_cast<size_t>(std::count(part.begin(), part.end(), ':'));
    isGathered |= rank > 0 && k + 1 < value.path.size();
    result.push_back({rank ? part.substr(0, part.find('(')) : part, rank});
  }
  return isGathered && value.kind == HostValue::Kind::Variable
             ? result
             : std::vector<GatheredPart>();
}

} // namespace fortran
} // namespace loopyc

#endif
