// Which procedures of other files are read with their statements, because the
// file that is translated may call them. What those call is known only when
// they have been read: the analysis begins again until nothing is added.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_CALLEESEARCH_H
#define LOOPYC_LIB_FRONTEND_FLANG_CALLEESEARCH_H

#include "loopyc/Support/Diagnostic.h"

#include <map>
#include <set>
#include <string>

namespace loopyc {
namespace frontend {

struct CalleeSearch {
  // In what has been read, in lower case: all names, and those of what is
  // called (or of arrays, which look alike).
  std::set<std::string> mentioned, called;
  // Files that are of no use but for interfaces: with statements they have
  // these errors.
  std::map<std::string, UserError> unusable;
};

// Thrown for errors in a file that was read with statements.
struct UnusableCallees {
  std::string file;
  UserError error;
};

} // namespace frontend
} // namespace loopyc

#endif
