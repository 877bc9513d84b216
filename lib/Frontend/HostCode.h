// What of a program only the host can execute, before anything is inlined: a
// procedure is cut around it into regions (Procedure::isCut).
#ifndef LOOPYC_LIB_FRONTEND_HOSTCODE_H
#define LOOPYC_LIB_FRONTEND_HOSTCODE_H

#include "Program.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopyc {
namespace frontend {

class HostCode {
public:
  explicit HostCode(const Program &program) : program(program) {}

  // The first reason in the order of the source; none where a kernel may have
  // all of it, with what it calls.
  std::optional<UserError> in(const Block &block);
  // Of the procedure, if it is called or is a kernel itself.
  std::optional<UserError> inCalled(size_t procedure);
  std::optional<UserError> inKernel(size_t procedure);

  // Does it go through elements, itself or in what it calls?
  bool hasLoop(const Block &block);
  // Does it compute with nothing but scalars, in assignments?
  static bool isOfScalars(const Block &block);

private:
  std::optional<UserError> in(const Statement &statement);
  std::optional<UserError> in(const Facts &facts, size_t firstObstacle = 0);
  std::optional<UserError> in(const Callee &callee,
                              const std::vector<Argument> &arguments);
  bool hasLoop(const Statement &statement);

  const Program &program;
  // Of procedures that are called; of one that is looked at, that it is
  // recursive.
  std::map<size_t, std::optional<UserError>> ofCalled;
  std::map<size_t, bool> loops;
};

// Is a loop among the statements, as they stand? Outside of calls, it is not one
// of what was inlined; an own one does more than to call, too.
bool hasLoopAmong(const Block &block);
bool hasLoopOutsideCalls(const Block &block);
bool hasOwnLoop(const Block &block, int behindLine = 0);
// How many nests of loops go through elements of arrays and hold nothing that
// is the host's: calls, input and output, regions. Of others, those inside.
// `loopLines` are lines with loops, which array statements are none of.
size_t numberOfNests(const Block &block, const std::set<int> &loopLines,
                     int behindLine = 0);

} // namespace frontend
} // namespace loopyc

#endif
