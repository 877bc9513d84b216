// What kind of error the making of a kernel ended with, for those who catch it:
// scripts, by the seeds' names (loopy.diagnostic).
#ifndef LOOPYC_KERNELLANGUAGE_ERRORS_H
#define LOOPYC_KERNELLANGUAGE_ERRORS_H

#include "loopyc/Support/Diagnostic.h"

namespace loopyc {
namespace language {

enum class ErrorKind {
  Types,     // types do not fit
  Extent,    // an array has no static extent
  Outside,   // an access is outside of its array
  Order,     // dependences allow no order
  Unordered, // accesses that conflict have none
};

class KindError : public UserError {
public:
  KindError(const UserError &error, ErrorKind kind)
      : UserError(error), kind(kind) {}
  const ErrorKind kind;
};

// The work, whose errors are of this kind.
template <typename Work> auto ofKind(ErrorKind kind, Work &&work) {
  try {
    return work();
  } catch (const UserError &error) {
    throw KindError(error, kind);
  }
}

} // namespace language
} // namespace loopyc

#endif
