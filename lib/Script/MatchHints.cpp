#include "MatchHints.h"

#include "loopyc/IR/CallMark.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::script;

namespace {

class Hints {
public:
  explicit Hints(const Kernel &kernel) {
    for (const InstructionPtr &insn : kernel.instructions) {
      ids.push_back(insn->id);
      tags.merge(visibleTags(*insn));
    }
    for (const auto *list : {&kernel.arguments, &kernel.temporaries})
      for (const VariablePtr &variable : *list)
        variables.push_back(variable->name);
    inames = kernel.inames();
  }

  void look(const Match &query) {
    match(
        query.get(), [](const MatchAll &) {},
        [&](const MatchId &id) { look("id:", id.glob, ids); },
        [&](const MatchTagged &tagged) {
          look("tag:", tagged.glob, {tags.begin(), tags.end()});
        },
        [&](const MatchWrites &writes) {
          look("writes:", writes.glob, variables);
        },
        [&](const MatchReads &reads) { look("reads:", reads.glob, variables); },
        [&](const MatchIname &iname) { look("iname:", iname.glob, inames); },
        [](const MatchInKernel &) {},
        [&](const MatchNot &query) { look(*query.operand); },
        [&](const MatchAnd &query) { lookAtAll(query.operands); },
        [&](const MatchOr &query) { lookAtAll(query.operands); });
  }

  std::string str() const { return meant.empty() ? "" : meant + "?"; }

private:
  void lookAtAll(const std::vector<Match> &queries) {
    for (const Match &query : queries)
      look(query);
  }

  void look(const char *kind, const std::string &glob,
            const std::vector<std::string> &names) {
    bool known = std::any_of(
        names.begin(), names.end(),
        [&](const std::string &name) { return globMatches(glob, name); });
    if (known)
      return;
    for (const std::string &name : closeMatches(glob, names))
      meant += (meant.empty() ? "; did you mean '" : " or '") +
               std::string(kind) + name + "'";
  }

  std::vector<std::string> ids, variables, inames;
  std::set<std::string> tags;
  std::string meant;
};

} // namespace

std::string script::hintFor(const StackMatch &query, const Kernel &kernel) {
  Hints hints(kernel);
  if (const Match *instruction = query.instruction())
    hints.look(*instruction);
  return hints.str();
}
