// The loops that an instruction is in (seed 001, rule 4): those that are said,
// inames that it mentions, and, where nothing is said, the loops of whatever
// alone gives a temporary its value; and then the loops that bounds of these
// mention.
#include "Builder.h"

#include "loopyc/Support/CloseMatches.h"

#include <functional>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class Nests {
public:
  explicit Nests(Building &building) : building(building) {
    for (const Domain &domain : building.domains)
      for (const std::string &iname : domain.set.dims())
        domains[iname] = &domain;
    for (size_t i = 0; i < building.statements.size(); ++i)
      for (const std::string &name : assigned(building.statements[i]))
        if (building.symbols.at(name).isTemporary)
          writers[name].push_back(i);
  }

  void run() {
    for (Statement &statement : building.statements)
      start(statement);
    while (spread())
      ;
    requireRead();
  }

private:
  static NodeList assignees(const Statement &statement) {
    const auto *a = std::get_if<AssignmentText>(&statement.text->value);
    return a ? a->assignees : NodeList();
  }

  static std::vector<std::string> assigned(const Statement &statement) {
    std::vector<std::string> names;
    for (const NodePtr &node : assignees(statement))
      names.push_back(assignedName(*node));
    return names;
  }

  void addWord(Statement &statement, const Word &word) const {
    if (building.isIname(word.text)) {
      statement.inames.insert(word.text);
      return;
    }
    std::vector<std::string> known;
    for (const auto &[iname, domain] : domains)
      known.push_back(iname);
    statement.text->text->fail("'" + word.text + "' is no iname" +
                                   suggestion(word.text, known),
                               word.span);
  }

  void start(Statement &statement) const {
    const Attributes &attributes = statement.text->attributes;
    statement.inames = mentionedInames(building, *statement.text);
    if (attributes.inames)
      for (const Word &word : *attributes.inames)
        addWord(statement, word);
    for (const Word &word : attributes.moreInames)
      addWord(statement, word);
    addViewBounds(statement);
    addBounds(statement);
  }

  // Views have as many elements as loops around say.
  void addViewBounds(Statement &statement) const {
    forEachBound(statement, [&](const Node &node, const std::string &bound) {
      if (node.getIf<ViewNode>())
        for (const std::string &name : domains.at(bound)->set.params())
          if (building.isIname(name))
            statement.inames.insert(name);
    });
  }

  bool addBounds(Statement &statement) const {
    bool changed = false;
    std::vector<std::string> pending(statement.inames.begin(),
                                     statement.inames.end());
    while (!pending.empty()) {
      const Domain *domain = domains.at(pending.back());
      pending.pop_back();
      for (const std::string &name : domain->set.params())
        if (building.isIname(name) && statement.inames.insert(name).second) {
          pending.push_back(name);
          changed = true;
        }
    }
    return changed;
  }

  // The loops around all that assign a temporary, but for those that say which
  // of its elements.
  std::set<std::string> loopsOf(const std::string &temporary,
                                size_t reader) const {
    std::set<std::string> common;
    bool isFirst = true;
    for (size_t writer : writers.at(temporary)) {
      const Statement &statement = building.statements[writer];
      if (writer == reader)
        continue;
      std::set<std::string> loops = statement.inames;
      for (const NodePtr &node : assignees(statement))
        for (const NodePtr &subscript : operands(*node))
          walk(subscript, [&](const Node &each) {
            if (const auto *name = each.getIf<NameNode>())
              loops.erase(name->name);
            return true;
          });
      if (!isFirst)
        std::erase_if(common, [&](const auto &l) { return !loops.count(l); });
      else
        common = loops;
      isFirst = false;
    }
    return common;
  }

  bool spread() {
    bool changed = false;
    for (size_t i = 0; i < building.statements.size(); ++i) {
      Statement &statement = building.statements[i];
      if (statement.text->attributes.inamesAreAll)
        continue;
      for (const std::string &name : readNames(building, *statement.text)) {
        if (!writers.count(name))
          continue;
        for (const std::string &iname : loopsOf(name, i))
          if (!isReduced(statement, iname))
            changed |= statement.inames.insert(iname).second;
      }
      changed |= addBounds(statement);
    }
    return alikeParts() || changed;
  }

  // What was one instruction is in the loops that it would be in, all of it,
  // unless a text says which.
  bool alikeParts() {
    std::map<size_t, std::set<std::string>> loops;
    for (const Statement &statement : building.statements)
      if (const auto &part = statement.text->part)
        for (const std::string &iname : statement.inames)
          if (!part->loops.count(iname))
            loops[part->of].insert(iname);
    bool changed = false;
    for (Statement &statement : building.statements)
      if (const auto &part = statement.text->part;
          part && !statement.text->attributes.inamesAreAll)
        for (const std::string &iname : loops[part->of])
          changed |= statement.inames.insert(iname).second;
    return changed;
  }

  // Inames that reductions and views of the statement bind.
  static void forEachBound(
      const Statement &statement,
      const std::function<void(const Node &, const std::string &)> &visit) {
    const auto *a = std::get_if<AssignmentText>(&statement.text->value);
    if (!a)
      return;
    NodeList nodes = a->assignees;
    nodes.push_back(a->value);
    for (const NodePtr &node : nodes)
      walk(node, [&](const Node &each) {
        for (const std::string &iname : boundInames(each))
          visit(each, iname);
        return true;
      });
  }

  static bool isReduced(const Statement &statement, const std::string &iname) {
    bool found = false;
    forEachBound(statement, [&](const Node &, const std::string &bound) {
      found = found || bound == iname;
    });
    return found;
  }

  // Nor has one inside of another over the same: min(k, 9) is one over k.
  static void requireApart(const Statement &statement, const NodePtr &node,
                           std::set<std::string> around) {
    if (const auto *reduction = node->getIf<ReductionNode>())
      for (const std::string &iname : reduction->inames)
        if (!around.insert(iname).second)
          statement.text->text->fail(
              "a reduction over '" + iname + "' stands in another over '" +
                  iname +
                  "'; reduce over an iname of its own (or, of numbers, write "
                  "the iname last: min(9, " +
                  iname + "))",
              node->span);
    for (const NodePtr &operand : operands(*node))
      requireApart(statement, operand, around);
  }

  // A reduction over a loop that the instruction is in has no meaning, and
  // neither has a view.
  void requireRead() const {
    for (const Statement &statement : building.statements) {
      if (const auto *a = std::get_if<AssignmentText>(&statement.text->value))
        requireApart(statement, a->value, {});
      forEachBound(statement, [&](const Node &node, const std::string &iname) {
        if (!statement.inames.count(iname))
          return;
        bool isView = node.getIf<ViewNode>();
        statement.text->text->fail(
            std::string(isView ? "a view" : "a reduction") + " over '" + iname +
                "' stands in the loop over '" + iname +
                "', which the instruction is in; " +
                (isView ? "give the view an iname of its own"
                        : "reduce over an iname of its own (or, of numbers, "
                          "write min(+" +
                              iname + ", 9), say)"),
            node.span);
      });
    }
  }

  Building &building;
  std::map<std::string, const Domain *> domains;      // by iname
  std::map<std::string, std::vector<size_t>> writers; // by temporary
};

} // namespace

void language::findNests(Building &building) { Nests(building).run(); }
