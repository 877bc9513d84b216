// Threads of the host around statements: !$omp parallel, !$acc kernels.
#ifndef LOOPYC_SOURCE_FORTRAN_THREADS_H
#define LOOPYC_SOURCE_FORTRAN_THREADS_H

#include "loopyc/Source/Fortran/Directives.h"

#include <set>
#include <string>

namespace loopyc {
namespace fortran {

// Whether a directive stands for the loop behind it ("do", "parallel do",
// "taskloop"), or for all up to its `end` ("parallel", "single", "data").
bool sharesLoop(const DirectiveLine &directive);
bool opensBlock(const DirectiveLine &directive);
// Of `sections`: does it begin the next one?
bool beginsSection(const DirectiveLine &directive);
// Is it the end of such a construct?
bool closesBlock(const DirectiveLine &directive, const DirectiveLine &opening);
// False for one that does something itself, where it stands: "barrier",
// "taskwait", "update".
bool concernsNextStatement(const DirectiveLine &directive);

// Who executes statements.
struct Team {
  enum class Who {
    One,  // one thread; no construct is around them; `master`, a section, a task
    All,  // each thread of a team, and worksharing constructs are dealt out
    Parts // each thread some: `workshare`; one after the other; another device
  };
  Who who = Who::One;
  // Where the construct begins, for messages; 0: it is the caller's, of whom
  // worksharing constructs among the statements tell.
  int line = 0;
  std::string construct; // "parallel"
  // Of which variables does each thread have a copy? In lower case. Of a team of
  // the caller's, `isScalar` ones: locals of the procedure certainly, dummy
  // arguments as the caller has it; where it has one for all, that gets its own
  // value. Not asked is whether a module has it (sharingOf).
  bool hasOwn(const std::string &variable, bool isScalar) const;
  std::set<std::string> own, shared;
  bool ownByDefault = false;
};

// Does a directive say that each thread has a copy of "x", or of "/block/"?
bool isThreadPrivate(const std::string &variable, const DirectiveLines &lines);

// Loops around the statements do not count; they are sharesLoop's.
Team teamAround(const DirectiveLines &lines, source::LineSpan statements);

// From a directive that opens a block to the one that closes it, or to the last
// line.
source::LineSpan blockOf(const DirectiveLines &lines, int opening);

// The line of a directive whose construct the statements hold a part of; 0: of
// each they hold all or nothing.
int crossedConstruct(const DirectiveLines &lines, source::LineSpan statements);

// Of the construct that begins on a line, what the statements do that are not
// among `except`: variables that they assign, in lower case, and the first line
// where a thread asks which one it is (omp_get_thread_num); 0: none does.
struct ThreadsStatements {
  std::set<std::string> assigned;
  int identityLine = 0;
};
ThreadsStatements statementsOfThreads(const std::vector<std::string> &lines,
                                      Form form, int constructLine,
                                      source::LineSpan except);

// Variables that nothing but the loops assigns whose iterations the threads of a
// team share out, in lower case. A thread's copy of one has what its iterations
// made of it: partial sums.
std::set<std::string>
assignedInSharedLoops(const std::vector<std::string> &freeLines);

// The lines without directives for threads, as one thread executes them; these
// are empty.
std::vector<std::string>
withoutThreads(const std::vector<std::string> &freeLines);

} // namespace fortran
} // namespace loopyc

#endif
