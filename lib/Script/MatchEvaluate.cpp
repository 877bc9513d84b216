#include "loopyc/Script/Match.h"

#include "loopyc/IR/CallMark.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <cctype>

using namespace loopyc;
using namespace loopyc::script;

namespace {

// P_r is not p_R in a kernel that has both.
bool variableMatches(const Kernel &kernel, const std::string &glob,
                     const std::string &name) {
  return name == glob ||
         (globMatches(glob, name) && !kernel.findVariable(glob));
}

bool inameMatches(const Kernel &kernel, const std::string &glob,
                  const std::string &iname) {
  return iname == glob || (globMatches(glob, iname) && !kernel.hasIname(glob));
}

// Whether some name that is read matches; rules are followed.
class ReadSearch {
public:
  ReadSearch(const Kernel &kernel, const std::string &glob)
      : kernel(kernel), glob(glob) {}

  bool in(const Expr &e) {
    if (!e)
      return false;
    bool found = false;
    walk(e, [&](const Expr &node) {
      found = found || atNode(node);
      return !found;
    });
    return found;
  }

private:
  bool atNode(const Expr &node) {
    if (const VarRef *var = node.getIf<VarRef>())
      return variableMatches(kernel, glob, var->name) &&
             !kernel.hasIname(var->name);
    if (const ArrayRef *array = node.getIf<ArrayRef>())
      return variableMatches(kernel, glob, array->name);
    if (const RuleCall *use = node.getIf<RuleCall>())
      return globMatches(glob, use->rule) || inRule(use->rule);
    return false;
  }

  bool inRule(const std::string &name) {
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      return false;
    seen.push_back(name);
    const SubstitutionRule *rule = kernel.findRule(name);
    return rule && in(rule->value);
  }

  const Kernel &kernel;
  const std::string &glob;
  std::vector<std::string> seen;
};

bool reads(const Kernel &kernel, const Instruction &insn,
           const std::string &glob) {
  ReadSearch search(kernel, glob);
  for (const Expr &read : insn.reads())
    if (search.in(read))
      return true;
  for (const Predicate &predicate : insn.predicates)
    if (search.in(predicate))
      return true;
  return false;
}

template <typename Names>
bool anyMatches(const std::string &glob, const Names &names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    return globMatches(glob, name);
  });
}

// Evaluates the connectives; `leaf` decides the rest.
template <typename Object>
bool combined(const Kernel &kernel, const Object &object,
              const std::vector<Match> &list, bool all) {
  auto holds = [&](const Match &m) { return m.matches(kernel, object); };
  return all ? std::all_of(list.begin(), list.end(), holds)
             : std::any_of(list.begin(), list.end(), holds);
}

} // namespace

bool Match::matches(const Kernel &kernel, const Instruction &insn) const {
  return match(
      value, [](const MatchAll &) { return true; },
      [&](const MatchId &m) { return globMatches(m.glob, insn.id); },
      [&](const MatchTagged &m) {
        return anyMatches(m.glob, visibleTags(insn));
      },
      [&](const MatchWrites &m) {
        std::vector<std::string> names = insn.assigneeNames();
        return std::any_of(names.begin(), names.end(),
                           [&](const std::string &name) {
                             return variableMatches(kernel, m.glob, name);
                           });
      },
      [&](const MatchReads &m) { return reads(kernel, insn, m.glob); },
      [&](const MatchIname &m) {
        return std::any_of(insn.inames.begin(), insn.inames.end(),
                           [&](const std::string &iname) {
                             return inameMatches(kernel, m.glob, iname);
                           });
      },
      [&](const MatchInKernel &m) { return globMatches(m.glob, kernel.name); },
      [&](const MatchNot &m) { return !m.operand->matches(kernel, insn); },
      [&](const MatchAnd &m) {
        return combined(kernel, insn, m.operands, true);
      },
      [&](const MatchOr &m) {
        return combined(kernel, insn, m.operands, false);
      });
}

bool Match::matches(const Kernel &kernel, const SubstitutionRule &rule) const {
  return match(
      value, [](const MatchAll &) { return true; },
      [&](const MatchId &m) { return globMatches(m.glob, rule.name); },
      [](const MatchTagged &) { return false; },
      [](const MatchWrites &) { return false; },
      [&](const MatchReads &m) {
        return ReadSearch(kernel, m.glob).in(rule.value);
      },
      [](const MatchIname &) { return false; },
      [&](const MatchInKernel &m) { return globMatches(m.glob, kernel.name); },
      [&](const MatchNot &m) { return !m.operand->matches(kernel, rule); },
      [&](const MatchAnd &m) {
        return combined(kernel, rule, m.operands, true);
      },
      [&](const MatchOr &m) {
        return combined(kernel, rule, m.operands, false);
      });
}

static std::string joined(const std::vector<Match> &operands,
                          const std::string &word) {
  std::string text = "(";
  for (size_t i = 0; i < operands.size(); ++i)
    text += (i ? " " + word + " " : "") + operands[i].str();
  return text + ")";
}

std::string Match::str() const {
  return match(
      value, [](const MatchAll &) { return std::string("id:*"); },
      [](const MatchId &m) { return "id:" + m.glob; },
      [](const MatchTagged &m) { return "tag:" + m.glob; },
      [](const MatchWrites &m) { return "writes:" + m.glob; },
      [](const MatchReads &m) { return "reads:" + m.glob; },
      [](const MatchIname &m) { return "iname:" + m.glob; },
      [](const MatchInKernel &m) { return "in_kernel:" + m.glob; },
      [](const MatchNot &m) { return "not " + m.operand->str(); },
      [](const MatchAnd &m) { return joined(m.operands, "and"); },
      [](const MatchOr &m) { return joined(m.operands, "or"); });
}

bool StackMatch::isAll() const {
  for (const std::optional<Match> &item : path)
    if (item && !item->isAll())
      return false;
  return path.empty() || !path.back();
}

bool StackMatch::matches(const Kernel &kernel, const Instruction &insn) const {
  return path.empty() || !path.front() ||
         path.front()->matches(kernel, insn);
}

bool StackMatch::matches(
    const Kernel &kernel, const Instruction &insn,
    const std::vector<const SubstitutionRule *> &rules) const {
  if (path.empty())
    return true;
  // reached[p]: the first p items of the path can cover the stack so far.
  std::vector<bool> reached(path.size() + 1, false);
  auto skipDots = [&] {
    for (size_t p = 0; p < path.size(); ++p)
      if (reached[p] && !path[p])
        reached[p + 1] = true;
  };
  reached[0] = true;
  skipDots();
  for (size_t depth = 0; depth <= rules.size(); ++depth) {
    std::vector<bool> after(path.size() + 1, false);
    for (size_t p = 0; p < path.size(); ++p) {
      if (!reached[p])
        continue;
      if (!path[p])
        after[p] = true;
      else if (depth == 0 ? path[p]->matches(kernel, insn)
                          : path[p]->matches(kernel, *rules[depth - 1]))
        after[p + 1] = true;
    }
    reached = std::move(after);
    skipDots();
  }
  return reached[path.size()];
}

std::string StackMatch::str() const {
  if (path.size() == 2 && path[0] && !path[1]) // a query without a path
    return path[0]->str();
  std::string text;
  for (size_t i = 0; i < path.size(); ++i)
    text += (i ? " > " : "") + (path[i] ? path[i]->str() : std::string("..."));
  return text.empty() ? "..." : text;
}
