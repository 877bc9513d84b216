// What OpenACC and OpenMP write, in the form of `!$loopy` lines, and what is
// nearly one of ours: for messages about lines that were written out of habit.
#ifndef LOOPYC_SOURCE_FORTRAN_FOREIGNDIRECTIVES_H
#define LOOPYC_SOURCE_FORTRAN_FOREIGNDIRECTIVES_H

#include <optional>
#include <string>
#include <string_view>

namespace loopyc {
namespace fortran {

struct Remedy {
  std::string verb; // of ours that is meant: "begin data"; or ""
  std::string text; // "did you mean '!$loopy begin data: a, create: c'?"
};

// For the words behind `!$loopy`; nothing where they are no habit that we know.
std::optional<Remedy> remedyFor(std::string_view words);

// What to do about a clause that we have not: "present", "async".
std::optional<std::string> remedyForClause(std::string_view name);

} // namespace fortran
} // namespace loopyc

#endif
