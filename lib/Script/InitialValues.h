// What a script gives as the initializer of a temporary: an array of numpy, or
// a list of numbers, of lists of numbers, ...
#ifndef LOOPYC_LIB_SCRIPT_INITIALVALUES_H
#define LOOPYC_LIB_SCRIPT_INITIALVALUES_H

#include "loopyc/IR/Expr.h"

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace script {

struct InitialValues {
  std::vector<int64_t> shape;
  std::vector<Expr> elements; // the last axis' fastest
  std::optional<Type> type;   // of an array
};

// Throws UserError; `where` begins messages.
InitialValues initialValues(pybind11::handle given, const std::string &where);
// The type that all of the elements have: NumPy's for a list of such numbers.
Type typeOfElements(const InitialValues &values);

} // namespace script
} // namespace loopyc

#endif
