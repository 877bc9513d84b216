// Rewriting a kernel with substitution rules as if they were expanded, while
// keeping them. A rule whose value changes for some of its uses only is
// copied; a changed rule of a content that another has is merged with it;
// rules without uses disappear, and a changed copy gets the name of its
// original where that is free. Seed 000, level 4.
//
//   RuleBook book(kernel);
//   RuleRewriter change(book, [](const Expr &e, ...) { ... });
//   insn = change(insn);              // its rules included
//   book.finish();
#ifndef LOOPYC_LIB_TRANSFORM_RULEBOOK_H
#define LOOPYC_LIB_TRANSFORM_RULEBOOK_H

#include "loopyc/Transform/Common.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loopyc {

// Names of the rules that an expression calls.
std::set<std::string> calledRules(const Expr &e);
// The expression with its rule calls renamed.
Expr renameRuleCalls(const Expr &e,
                     const std::map<std::string, std::string> &names);

class RuleBook {
public:
  // Changes the kernel's list of rules; the kernel must outlive the book.
  explicit RuleBook(Kernel &kernel) : kernel(kernel) {}

  const SubstitutionRule *find(const std::string &name) const {
    return kernel.findRule(name);
  }
  // A rule of this content: a known one, or a new one named after `original`.
  std::string version(const SubstitutionRule &original, const Expr &value);
  // Removes unused rules; copies whose original is gone take its name.
  void finish();

private:
  std::set<std::string> usedRules() const;
  void rename(const std::map<std::string, std::string> &names);

  Kernel &kernel;
  std::map<std::string, std::string> originals; // copy -> original
};

class RuleRewriter {
public:
  // Rewrites an expression of an instruction (`rule` is null) or the value of
  // a rule. Rule calls are left to the RuleRewriter. Names of the rule's
  // parameters are not the kernel's.
  using Map = std::function<Expr(const Expr &e, const SubstitutionRule *rule)>;

  RuleRewriter(RuleBook &book, Map map) : book(book), map(std::move(map)) {}

  // The rule stays as it is wherever it is called.
  void keep(const std::string &rule) { versions[rule] = rule; }

  Expr operator()(const Expr &e);
  // All its expressions; not its reference time.
  InstructionPtr operator()(const InstructionPtr &insn);

private:
  const std::string &versionOf(const std::string &rule);
  Expr withVersions(const Expr &e);

  RuleBook &book;
  Map map;
  std::map<std::string, std::string> versions;
};

// The instruction with what it reads rewritten: its value, its guards, and the
// subscripts of its assignee, but not the assignee itself.
InstructionPtr rewriteReads(const InstructionPtr &insn,
                            const std::function<Expr(const Expr &)> &fn);

// The replacements without those of the rule's own parameters; all if it is
// null.
Substitution freeIn(const SubstitutionRule *rule, const Substitution &by);
// Free names replaced.
Expr substituteFree(const Expr &e, const Substitution &by,
                    const SubstitutionRule *rule);

} // namespace loopyc

#endif
