// Where a construct of Flang's parse tree begins.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_FIRSTSOURCE_H
#define LOOPYC_LIB_FRONTEND_FLANG_FIRSTSOURCE_H

#include "TreeWalk.h"

#include "flang/Parser/parse-tree.h"

namespace loopyc {
namespace frontend {

// The source of a construct's first statement: the first found in its tree.
struct FirstSource {
  Fortran::parser::CharBlock source;
  template <typename T> bool Pre(const T &) { return source.empty(); }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    if (source.empty())
      source = statement.source;
    return false;
  }
};

template <typename T>
Fortran::parser::CharBlock firstSource(const T &construct) {
  FirstSource visitor;
  walkTree(construct, visitor);
  return visitor.source;
}

} // namespace frontend
} // namespace loopyc

#endif
