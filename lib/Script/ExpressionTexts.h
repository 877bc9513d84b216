// Expressions that scripts put together, as pymbolic's classes do:
//
//   var("a")[var("i") + 1]*2     a[i + 1]*2
//
// They are the text that one would write, with the brackets that it needs, and
// taken wherever a text is. What looks into a kernel's expressions is
// `Expression` (ValueClasses.h), and by pymbolic's classes visitors.py.
#ifndef LOOPYC_LIB_SCRIPT_EXPRESSIONTEXTS_H
#define LOOPYC_LIB_SCRIPT_EXPRESSIONTEXTS_H

#include <pybind11/pybind11.h>

#include <string>

namespace loopyc {
namespace script {

// lp.Reduction, lp.TypeCast; the other names in loopy.symbolic, and modules
// pymbolic and pymbolic.primitives where these are not installed.
void addExpressionTexts();
void addSymbolicNames(pybind11::module_ &symbolic);

// Texts of what a kernel has: expressions, which compute and know the value that
// visitors look into, and sets, with operations.
pybind11::object textOfExpression(const std::string &text,
                                  const pybind11::object &value);
pybind11::object textOfSet(const std::string &text);

// Null if it is none.
const std::string *asExpressionText(pybind11::handle object);

} // namespace script
} // namespace loopyc

#endif
