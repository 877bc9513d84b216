// Instructions that assign several results, as instructions of one each.
//
//   m, k = argmin(i, v, x)       best = inf; at = 0
//     ->                         for i
//                                  value = v
//                                  less = value < best
//                                  if less: best = value; at = x
//                                end
//                                found = best < inf
//                                m = best; k = at if found else min(i_0, x)
//
//   s, c = sincos(x)             angle = x; s = sin(angle); c = cos(angle)
//
// Of equal values, the first in the order of iterations is taken, and so it
// stays, for the loop over i is one whose iterations have an order (Part).
// Where no value is less than infinity, as there are only infinities or NaNs,
// the place is the least one. `inf` takes the type that it meets: of integers,
// it is the largest.
#include "Builder.h"

#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Match.h"

#include <cmath>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class Expander {
public:
  explicit Expander(Building &building) : building(building) {
    collectNames();
    for (const StatementText &statement : building.written.statements)
      if (statement.attributes.id)
        ids.take(statement.attributes.id->text);
  }

  void run() {
    std::vector<StatementText> written;
    written.swap(building.written.statements);
    // Until it is expanded, each is another to those before and behind.
    all = written;
    for (at = 0; at < all.size(); ++at)
      expand();
  }

private:
  // --- names

  void collectNames() {
    for (const Domain &domain : building.domains)
      for (const std::string &name : domain.set.names())
        names.take(name);
    for (const Declaration &declaration : building.source.data)
      names.take(declaration.name);
    auto add = [&](const NodePtr &node) {
      walk(node, [&](const Node &each) {
        if (const auto *name = each.getIf<NameNode>())
          names.take(name->name);
        if (const auto *element = each.getIf<SubscriptNode>())
          names.take(element->array);
        return true;
      });
    };
    for (const RuleText &rule : building.written.rules) {
      names.take(rule.name.text);
      for (const Word &parameter : rule.parameters)
        names.take(parameter.text);
      add(rule.value);
    }
    for (const StatementText &statement : building.written.statements)
      forEachNode(statement, add);
  }

  static void forEachNode(const StatementText &statement,
                          const std::function<void(const NodePtr &)> &visit) {
    if (const auto *a = std::get_if<AssignmentText>(&statement.value)) {
      visit(a->value);
      for (const NodePtr &assignee : a->assignees)
        visit(assignee);
    }
    for (const NodePtr &predicate : statement.attributes.predicates)
      visit(predicate);
  }

  // --- one instruction

  void expand() {
    const StatementText &statement = all[at];
    const auto *a = std::get_if<AssignmentText>(&statement.value);
    if (!a || a->assignees.size() == 1) {
      building.written.statements.push_back(statement);
      return;
    }
    const auto *extremum = a->value->getIf<ArgExtremumNode>();
    const auto *call = a->value->getIf<CallNode>();
    bool isSinCos = call && call->function == "sincos";
    if (call && !isSinCos) { // of a kernel
      building.written.statements.push_back(statement);
      return;
    }
    if (!extremum && !isSinCos)
      statement.text->fail(severalResultsText, a->value->span);
    if (a->assignees.size() != 2)
      statement.text->fail(
          std::string("the results are two, a ") +
              (extremum ? "value and its place" : "sine and a cosine") +
              ", but " + std::to_string(a->assignees.size()) +
              " are assigned to",
          statement.span);
    if (statement.attributes.atomic)
      statement.text->fail("what is atomic is an update of one operation, x = "
                           "x + ..., and this is none",
                           statement.span);
    begin(statement);
    if (extremum)
      expandExtremum(*extremum, *a);
    else
      expandSinCos(*call, *a);
  }

  void begin(const StatementText &statement) {
    const Attributes &attributes = statement.attributes;
    span = statement.span;
    part = {at, {}};
    made.clear();
    id = attributes.id         ? attributes.id->text
         : attributes.idPrefix ? ids.fresh(attributes.idPrefix->text)
                               : ids.fresh("insn");
  }

  NodePtr node(Node::Value value) const {
    return std::make_shared<const Node>(Node{std::move(value), span});
  }
  NodePtr name(const std::string &name) const { return node(NameNode{name}); }
  NodePtr infinity(bool isNegative) const {
    double end = isNegative ? -INFINITY : INFINITY;
    return node(RealNode{end, std::nullopt});
  }

  // A temporary of the instruction's own, of the type of what it gets.
  std::string temporary(const std::string &what) {
    return names.fresh(id + "_" + what);
  }

  // With the attributes of what is written, behind all that was added before.
  Attributes &add(const std::string &ownId, AssignmentText assignment) {
    StatementText statement = all[at];
    statement.value = std::move(assignment);
    Attributes &attributes = statement.attributes;
    attributes.id = Word{ownId, span};
    attributes.idPrefix.reset();
    for (const std::string &before : made)
      attributes.dependsOn.push_back({before, span});
    statement.part = std::make_shared<Part>(part);
    made.push_back(ownId);
    building.written.statements.push_back(std::move(statement));
    return building.written.statements.back().attributes;
  }

  Attributes &addTemporary(const std::string &temporary, NodePtr value,
                           std::optional<Type> type = std::nullopt) {
    return add(ids.fresh(temporary),
               {{TemporaryMark{type}}, {name(temporary)}, std::move(value)});
  }
  Attributes &addUpdate(const std::string &temporary, NodePtr value) {
    return add(ids.fresh(temporary),
               {{std::nullopt}, {name(temporary)}, std::move(value)});
  }

  // The instruction itself comes last, so that who depends on it depends on
  // all of it.
  void addResults(const AssignmentText &a, NodePtr first, NodePtr second) {
    add(ids.fresh(id + "_second"),
        {{a.temporaries[1]}, {a.assignees[1]}, std::move(second)});
    add(id, {{a.temporaries[0]}, {a.assignees[0]}, std::move(first)});
  }

  // --- sincos

  void expandSinCos(const CallNode &call, const AssignmentText &a) {
    if (call.arguments.size() != 1)
      all[at].text->fail("'sincos' has 1 operands, not " +
                             std::to_string(call.arguments.size()),
                         a.value->span);
    std::string angle = temporary("angle");
    addTemporary(angle, call.arguments[0]);
    addResults(a, node(CallNode{"sin", {name(angle)}}),
               node(CallNode{"cos", {name(angle)}}));
  }

  // --- argmin, argmax

  void expandExtremum(const ArgExtremumNode &extremum,
                      const AssignmentText &a) {
    Renaming loops = loopInames(extremum);
    for (const std::string &iname : extremum.inames)
      part.loops.insert(loops.count(iname) ? loops.at(iname) : iname);
    const bool isMax = extremum.isMax;
    const std::string best = temporary("best"), place = temporary("at"),
                      value = temporary("value"), less = temporary("less");
    const Operator better = isMax ? Operator::Gt : Operator::Lt;
    withoutConditions(addTemporary(best, infinity(isMax)));
    withoutConditions(addTemporary(place, node(IntegerNode{0})));
    inLoops(addTemporary(value, renamed(extremum.value, loops)), extremum,
            loops);
    inLoops(addTemporary(less, node(InfixNode{better, name(value), name(best)}),
                         Type::logical()),
            extremum, loops);
    auto guarded = [&](const std::string &to, NodePtr from) {
      Attributes &attributes = addUpdate(to, std::move(from));
      attributes.predicates.push_back(name(less));
      inLoops(attributes, extremum, loops);
    };
    guarded(best, name(value));
    guarded(place, renamed(extremum.place, loops));
    const std::string found = temporary("found");
    addTemporary(found, node(InfixNode{better, name(best), infinity(isMax)}),
                 Type::logical());
    addResults(a, name(best), placeFound(extremum, found, place));
  }

  NodePtr placeFound(const ArgExtremumNode &extremum, const std::string &found,
                     const std::string &place) {
    Renaming copies = copied(extremum.inames);
    std::vector<std::string> inames;
    for (const std::string &iname : extremum.inames)
      inames.push_back(copies.at(iname));
    return node(
        ChoiceNode{name(found), name(place),
                   node(ReductionNode{ReductionOp::Min, inames,
                                      renamed(extremum.place, copies)})});
  }

  static void withoutConditions(Attributes &attributes) {
    attributes.predicates.clear();
    attributes.blockConditions.clear();
  }

  // In these loops, the first of them the outermost.
  void inLoops(Attributes &attributes, const ArgExtremumNode &extremum,
               const Renaming &loops) const {
    for (const std::string &iname : extremum.inames) {
      Word word{loops.count(iname) ? loops.at(iname) : iname, span};
      if (attributes.inames)
        attributes.inames->push_back(word);
      else
        attributes.moreInames.push_back(word);
    }
  }

  // --- inames

  static bool mentionsFree(const NodePtr &node, const std::string &iname) {
    bool found = false;
    walk(node, [&](const Node &each) {
      const auto *name = each.getIf<NameNode>();
      found = found || (name && name->name == iname);
      const auto *reduction = each.getIf<ReductionNode>();
      return !reduction ||
             std::find(reduction->inames.begin(), reduction->inames.end(),
                       iname) == reduction->inames.end();
    });
    return found;
  }

  // Is another instruction in the loop over it?
  bool isUsedElsewhere(const std::string &iname) const {
    for (size_t i = 0; i < all.size(); ++i) {
      if (i == at)
        continue;
      bool found = false;
      forEachNode(all[i], [&](const NodePtr &node) {
        const auto *other = node->getIf<ArgExtremumNode>();
        found = found || mentionsFree(node, iname) ||
                (other && std::find(other->inames.begin(), other->inames.end(),
                                    iname) != other->inames.end());
      });
      const Attributes &attributes = all[i].attributes;
      auto has = [&](const std::vector<Word> &words) {
        return std::any_of(words.begin(), words.end(),
                           [&](const Word &w) { return w.text == iname; });
      };
      if (found || has(attributes.moreInames) ||
          (attributes.inames && has(*attributes.inames)))
        return true;
    }
    return std::any_of(
        building.written.rules.begin(), building.written.rules.end(),
        [&](const RuleText &rule) { return mentionsFree(rule.value, iname); });
  }

  // The loops are over the inames themselves, if nothing else is in them.
  Renaming loopInames(const ArgExtremumNode &extremum) {
    bool isUsed = false;
    for (const std::string &iname : extremum.inames)
      isUsed = isUsed || isUsedElsewhere(iname);
    return isUsed ? copied(extremum.inames) : Renaming();
  }

  // Domains for copies of the inames.
  Renaming copied(const std::vector<std::string> &inames) {
    requireNotInRules(inames);
    Renaming copies;
    for (const std::string &iname : inames)
      copies[iname] = names.fresh(iname);
    const std::vector<Domain> domains = building.domains;
    for (const Domain &domain : domains) {
      poly::Names dims;
      for (const std::string &dim : domain.set.dims())
        if (copies.count(dim))
          dims.push_back(copies.at(dim));
      if (!dims.empty())
        building.domains.push_back(
            {domain.set.rename(copies).withDims(dims), domain.text});
    }
    return copies;
  }

  void requireNotInRules(const std::vector<std::string> &inames) const {
    for (const RuleText &rule : building.written.rules)
      for (const std::string &iname : inames)
        if (mentionsFree(rule.value, iname))
          all[at].text->fail("rule '" + rule.name.text + "' mentions '" +
                                 iname +
                                 "', which argmin and argmax need a copy of; "
                                 "give the rule a parameter for it",
                             span);
  }

  Building &building;
  std::vector<StatementText> all; // as written
  FreshNames names, ids;
  size_t at = 0;
  // Of the instruction at `at`.
  std::string id;
  Span span;
  Part part;
  std::vector<std::string> made; // ids
};

} // namespace

void language::expandSeveralResults(Building &building) {
  Expander(building).run();
}
