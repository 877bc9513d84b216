// A value that the source has where a kernel stands, in no language's words.
#ifndef LOOPYC_IR_HOSTVALUE_H
#define LOOPYC_IR_HOSTVALUE_H

#include "loopyc/IR/Expr.h"

#include <string>
#include <vector>

namespace loopyc {

struct HostValue {
  // IsPresent: 1 where an optional argument is there, else 0.
  enum class Kind { Variable, Extent, LowerBound, Element, IsPresent };
  // What need not be there is empty then, from 1. Of an optional argument, the
  // source must not even ask.
  enum class Presence { Always, Allocatable, Pointer, Optional };

  // A variable, or a component of one: {"s", "q"}.
  std::vector<std::string> path;
  Kind kind = Kind::Variable;
  int axis = 0; // of the extent or bound, from 0
  // Of the element, as the source has them, in arguments of the procedure; of
  // these, the hidden ones by name, and where they come from.
  std::vector<Expr> subscripts;
  std::vector<std::string> mentioned;
  std::vector<HostValue> origins;
  // May the array lack the element, where nobody reads it? It is 0 then.
  bool mayLack = false;
  Presence presence = Presence::Always;
  // Of a variable of a module: that, and what it is called there.
  std::string module, nameInModule;

  bool isComponent() const {
    return kind == Kind::Variable && path.size() > 1;
  }
  // Of an array: what the source can say of its shape.
  bool isBound() const {
    return kind == Kind::Extent || kind == Kind::LowerBound;
  }
  bool isOfModule() const { return !module.empty(); }
};

} // namespace loopyc

#endif
