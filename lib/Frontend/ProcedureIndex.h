// Which statements of a procedure read and write which names, by the
// statements' numbers in source order, so that "is x written in this block?"
// is one binary search. Calls are read alone, and statements of the host, where
// and forall are nothing: they have obstacles as long as they are there.
#ifndef LOOPYC_LIB_FRONTEND_PROCEDUREINDEX_H
#define LOOPYC_LIB_FRONTEND_PROCEDUREINDEX_H

#include "Program.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace loopyc {
namespace frontend {

// A half-open interval of statement numbers.
struct Span {
  int begin = 0, end = 0;
};

class ProcedureIndex {
public:
  explicit ProcedureIndex(const Procedure &procedure);

  // The statement with everything inside it; a branch's statements.
  Span span(const Statement &statement) const { return spans.at(&statement); }
  Span span(const Branch &branch) const { return spans.at(&branch); }

  bool isWritten(const std::string &name) const {
    return writes.count(name) != 0;
  }
  bool isWrittenIn(const std::string &name, Span span) const;
  // By assignments alone; a loop over it counts in isLoopVariable.
  size_t writeCount(const std::string &name) const;
  bool isRead(const std::string &name) const { return reads.count(name) != 0; }
  bool isLoopVariable(const std::string &name) const {
    return loopVariables.count(name) != 0;
  }
  bool isMentioned(const std::string &name) const {
    return isRead(name) || isWritten(name) || isLoopVariable(name);
  }

private:
  void addBlock(const Block &block);
  void addStatement(const Statement &statement);
  void addReads(const Expr &e);
  void addReads(const std::vector<Argument> &arguments);
  void addReads(const Facts &facts);

  int next = 0;
  std::unordered_map<const void *, Span> spans;
  std::unordered_map<std::string, std::vector<int>> writes;
  std::unordered_set<std::string> reads, loopVariables;
};

} // namespace frontend
} // namespace loopyc

#endif
