// What a loop of generated code runs over: an iname or, where one thread runs
// all work-items, their axis.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_LOOPVARIABLE_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_LOOPVARIABLE_H

#include "loopyc/IR/Expr.h"

#include <map>
#include <string>
#include <variant>

namespace loopyc {
namespace codegen {

using LoopVariable = std::variant<std::string, GridAxis>;

// Its value, in expressions.
Expr referenceTo(const LoopVariable &variable);
// Of an expression that is a reference and nothing else.
bool isReferenceTo(const Expr &e, const LoopVariable &variable);
// Is there one in it?
bool mentions(const Expr &e, const LoopVariable &variable);
// "i", "lid(0)": in dumps and as its name in sets.
std::string str(const LoopVariable &variable);

using LoopValues = std::map<LoopVariable, Expr>;
// The expression where variables have these values, folded.
Expr withValues(const Expr &e, const LoopValues &values);

} // namespace codegen
} // namespace loopyc

#endif
