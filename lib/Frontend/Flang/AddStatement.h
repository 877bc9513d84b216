// A statement of the Program, at its place in the source.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_ADDSTATEMENT_H
#define LOOPYC_LIB_FRONTEND_FLANG_ADDSTATEMENT_H

#include "Program.h"
#include "Session.h"

#include <utility>

namespace loopyc {
namespace frontend {

// `construct`: the number by which jumps mean it (JumpTargets).
template <typename T>
void addStatement(const Session &session, Fortran::parser::CharBlock source,
                  T &&value, Facts facts, Block &out, int construct = 0) {
  Statement statement;
  statement.construct = construct;
  Place place = session.place(source);
  statement.range = place.range;
  statement.line = place.physicalLine;
  statement.value = std::forward<T>(value);
  statement.facts = std::move(facts);
  out.push_back(std::move(statement));
}

} // namespace frontend
} // namespace loopyc

#endif
