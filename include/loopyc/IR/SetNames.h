// Between the names in sets, which are strings (poly::Set), and what they
// stand for. This is the one place that spells them and reads them back:
//
//   i        an iname, a size, a scalar              VarRef
//   i'  i''  the same of another instance            VarRef with a mark
//   lid(0)   the position on an axis of the grid     AxisRef
//   axis(0)  the subscript along an array's axis     none: only sets know it
//
// and, behind a blank, other values that only sets know (auxiliaryName).
// Kernels have no such name of their own: they are verified (isProgramName).
#ifndef LOOPYC_IR_SETNAMES_H
#define LOOPYC_IR_SETNAMES_H

#include "loopyc/IR/Expr.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopyc {

// The names of references: VarRef::str and GridAxis::str. And back:
Expr referenceOf(const std::string &setName, Type type = Type::integer(4));
std::optional<GridAxis> axisOf(const std::string &setName);

// i -> i'
std::string primed(const std::string &iname);
// The inames of another instance: new names in its sets (i -> "i'"), and the
// same in its expressions.
std::map<std::string, std::string>
markedNames(const std::vector<std::string> &inames, Mark mark);
Substitution markedReferences(const std::vector<std::string> &inames,
                              Mark mark);

std::string subscriptName(size_t axis);
std::string auxiliaryName(const std::string &what);
bool isAuxiliaryName(const std::string &setName);
// Is it none of these, but a name as programs have them?
bool isProgramName(const std::string &setName);

} // namespace loopyc

#endif
