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
#include "Expansion.h"

#include <cmath>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class ResultExpander : private Expansion {
public:
  explicit ResultExpander(Building &building) : Expansion(building) {}
  using Expansion::run;

private:
  // --- one instruction

  void expand() override {
    const StatementText &statement = all[at];
    const auto *a = std::get_if<AssignmentText>(&statement.value);
    if (!a || a->assignees.size() == 1)
      return keep();
    const auto *extremum = a->value->getIf<ArgExtremumNode>();
    const auto *call = a->value->getIf<CallNode>();
    bool isSinCos = call && call->function == "sincos";
    if (call && !isSinCos) // of a kernel
      return keep();
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

  NodePtr infinity(bool isNegative) const {
    double end = isNegative ? -INFINITY : INFINITY;
    return node(RealNode{end, std::nullopt});
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
    Renaming loops = takeLoops(extremum.inames);
    const bool isMax = extremum.isMax;
    const std::string best = temporary("best"), place = temporary("at"),
                      value = temporary("value"), less = temporary("less");
    const Operator better = isMax ? Operator::Gt : Operator::Lt;
    withoutConditions(addTemporary(best, infinity(isMax)));
    withoutConditions(addTemporary(place, node(IntegerNode{0})));
    inLoops(addTemporary(value, renamed(extremum.value, loops)),
            extremum.inames, loops);
    inLoops(addTemporary(less, node(InfixNode{better, name(value), name(best)}),
                         Type::logical()),
            extremum.inames, loops);
    auto guarded = [&](const std::string &to, NodePtr from) {
      Attributes &attributes = addUpdate(to, std::move(from));
      attributes.predicates.push_back(name(less));
      inLoops(attributes, extremum.inames, loops);
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
};

} // namespace

void language::expandSeveralResults(Building &building) {
  ResultExpander(building).run();
}
