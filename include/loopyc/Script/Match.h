// Match queries: which instructions a transformation applies to.
//
//   query  = or
//   or     = and { "or" and }          and = not { "and" not }
//   not    = "not" not | "(" or ")" | KIND ":" GLOB
//   KIND   = id | tag | reads | writes | iname | in_kernel
//   GLOB   = name with * (any characters) and ? (one character)
//
// Fortran does not tell upper from lower case, and neither do globs. "" is
// everything. Scripts give queries as text (`within="tag:prep and reads:q"`) or
// as objects of `loopy.match`; lib/Script turns both into a Match.
#ifndef LOOPYC_SCRIPT_MATCH_H
#define LOOPYC_SCRIPT_MATCH_H

#include "loopyc/IR/Kernel.h"
#include "loopyc/Support/Glob.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace loopyc {
namespace script {

class Match;

struct MatchAll {};
// The instruction's (or rule's) own name.
struct MatchId { std::string glob; };
struct MatchTagged { std::string glob; };
// The variable that it assigns.
struct MatchWrites { std::string glob; };
// A variable or array that it reads, directly or through substitution rules,
// in its value, its subscripts or its guards; or a rule that it uses.
struct MatchReads { std::string glob; };
// An iname that it is within.
struct MatchIname { std::string glob; };
struct MatchInKernel { std::string glob; };
struct MatchNot { std::shared_ptr<const Match> operand; };
struct MatchAnd { std::vector<Match> operands; };
struct MatchOr { std::vector<Match> operands; };

class Match {
public:
  using Value = std::variant<MatchAll, MatchId, MatchTagged, MatchWrites,
                             MatchReads, MatchIname, MatchInKernel, MatchNot,
                             MatchAnd, MatchOr>;
  Match() = default; // everything
  Match(Value value) : value(std::move(value)) {}

  // Throws UserError with the query, a caret under the place, and what was
  // expected there.
  static Match parse(const std::string &query);

  bool matches(const Kernel &kernel, const Instruction &insn) const;
  // For rules: only the id, in_kernel and reads parts can hold.
  bool matches(const Kernel &kernel, const SubstitutionRule &rule) const;
  bool isAll() const { return std::holds_alternative<MatchAll>(value); }
  // In the query language.
  std::string str() const;
  const Value &get() const { return value; }

private:
  Value value;
};

// A path from an instruction into the rules that it uses:
//   "tag:prep > id:flux_subst > ..."   `...` is any number of rules.
// Without `>` and `...` it is a Match of the instruction, with any rules.
class StackMatch {
public:
  StackMatch() = default; // everything
  explicit StackMatch(Match instruction);

  static StackMatch parse(const std::string &query);

  // Could it match somewhere in the instruction? Its part for the instruction
  // decides.
  bool matches(const Kernel &kernel, const Instruction &insn) const;
  // Is this use matched: `rules`, from the instruction inwards?
  bool matches(const Kernel &kernel, const Instruction &insn,
               const std::vector<const SubstitutionRule *> &rules) const;
  bool isAll() const;
  std::string str() const;
  // The first part; null: any instruction.
  const Match *instruction() const {
    return !path.empty() && path.front() ? &*path.front() : nullptr;
  }

private:
  // An item of the path; without a value it is `...`.
  std::vector<std::optional<Match>> path;
};

} // namespace script
} // namespace loopyc

#endif
