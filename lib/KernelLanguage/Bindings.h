// What each argument of a function stands for in a call of it:
//
//   x (an array)   a view of the caller's
//   m (a number)   a name, a literal or an affine function of these, in its
//                  place; anything else is a temporary, set before the rest
//   z (a result)   a variable of the caller, or an element
#ifndef LOOPYC_LIB_KERNELLANGUAGE_BINDINGS_H
#define LOOPYC_LIB_KERNELLANGUAGE_BINDINGS_H

#include "Function.h"
#include "Views.h"

namespace loopyc {
namespace language {

struct Bindings {
  std::map<std::string, View> views;
  std::map<std::string, NodePtr> values; // results among them
  // Numbers that a domain may have in their place.
  std::map<std::string, poly::PwAff> sizes;
  // Numbers that become temporaries, with their values.
  std::map<std::string, NodePtr> computed;
};

// Gives the caller's variables the types that the function says. Throws
// UserError with the place of what does not fit.
Bindings bind(const Function &function, const Statement &call,
              Building &building);

} // namespace language
} // namespace loopyc

#endif
