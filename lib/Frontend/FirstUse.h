// What statements do first with a variable.
#ifndef LOOPYC_LIB_FRONTEND_FIRSTUSE_H
#define LOOPYC_LIB_FRONTEND_FIRSTUSE_H

#include "Program.h"

#include <set>
#include <string>

namespace loopyc {
namespace frontend {

enum class FirstUse {
  None,    // they do not mention it
  Assigns, // they assign it, whatever happens
  Reads,   // they read it, whatever happens
  Other    // they may read it, or leave it as it was
};

// Of a scalar. The statements do nothing but what their expressions say: calls
// count by what is passed.
FirstUse firstUse(const Block &block, const std::string &name);
FirstUse firstUse(const Statement &statement, const std::string &name);

// Names in the statement's own expressions, without those of blocks inside.
std::set<std::string> ownNames(const Statement &statement);

// How many statements mention the name, with those in blocks inside.
size_t countMentions(const Statement &statement, const std::string &name);

// Null where it is no assignment to the variable.
const AssignmentStatement *assignmentTo(const Statement &statement,
                                        const std::string &name);

} // namespace frontend
} // namespace loopyc

#endif
