#include "BoundArrays.h"

#include "NewVariables.h"
#include "Obstacles.h"
#include "StatementExprs.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

// The position of an element in its array, where constants choose it.
static std::optional<int64_t> placeOf(const ArrayRef &element) {
  if (element.subscripts.size() != 1)
    return std::nullopt;
  return asInteger(element.subscripts.front());
}

namespace {

// How a block mentions arrays, by their names.
struct ArrayUses {
  std::set<std::string> inBounds, elsewise;
  std::map<std::string, std::set<int64_t>> places;

  void visit(const Block &block) {
    for (const Statement &statement : block) {
      if (const auto *loop = std::get_if<DoStatement>(&statement.value))
        for (const Expr &bound : {loop->first, loop->last, loop->variableStep})
          if (bound) {
            std::set<std::string> scalars;
            collectNames(bound, scalars, inBounds);
          }
      forEachOwnExpr(
          statement,
          [&](const Expr &e) {
            if (e)
              visit(e);
          },
          [](const ArrayView &) {});
      forEachBlock(statement, [&](const Block &inner) { visit(inner); });
    }
  }

  void visit(const Expr &e) {
    walk(e, [&](const Expr &part) {
      if (const auto *element = part.getIf<ArrayRef>()) {
        if (auto place = placeOf(*element))
          places[element->name].insert(*place);
        else
          elsewise.insert(element->name);
      }
      return true;
    });
  }
};

} // namespace

// Do shapes ask for it?
static bool isInShapes(const std::string &name, const Procedure &procedure) {
  return std::any_of(procedure.variables.begin(), procedure.variables.end(),
                     [&](const Variable &variable) {
                       return std::any_of(variable.axes.begin(),
                                          variable.axes.end(),
                                          [&](const Axis &axis) {
                                            return axis.extent &&
                                                   mentions(axis.extent, name);
                                          });
                     });
}

// Scalars, by array and place.
using Elements = std::map<std::string, std::map<int64_t, Expr>>;

static void put(const Elements &scalars, Block &block) {
  for (Statement &statement : block) {
    forEachOwnExpr(
        statement,
        [&](Expr &e) {
          if (e)
            e = rewrite(e, [&](const Expr &part) {
              const auto *element = part.getIf<ArrayRef>();
              const auto array =
                  element ? scalars.find(element->name) : scalars.end();
              if (array == scalars.end())
                return part;
              return array->second.at(*placeOf(*element));
            });
        },
        [](const ArrayView &) {});
    forEachBlock(statement, [&](Block &inner) { put(scalars, inner); });
  }
}

static void split(Procedure &procedure) {
  ArrayUses uses;
  uses.visit(procedure.body);
  Elements scalars;
  NewVariables made(procedure);
  const std::vector<Variable> declared = procedure.variables;
  for (const Variable &variable : declared) {
    const int64_t extent =
        variable.axes.size() == 1
            ? asInteger(variable.axes.front().extent).value_or(0)
            : 0;
    if (!variable.isTemporary() || !variable.type.isInteger() || extent == 0 ||
        !uses.inBounds.count(variable.name) ||
        uses.elsewise.count(variable.name) ||
        isInShapes(variable.name, procedure))
      continue;
    const std::set<int64_t> &places = uses.places[variable.name];
    if (places.empty() || *places.begin() < 0 ||
        *places.rbegin() >= extent)
      continue; // others say that such an element is not there
    for (int64_t place : places)
      scalars[variable.name].emplace(
          place, made.scalar(variable.name + "_" + std::to_string(place + 1),
                             variable.type, variable.range));
  }
  put(scalars, procedure.body);
}

Program frontend::splitBoundArrays(Program program) {
  for (Procedure &procedure : program.procedures)
    if (procedure.isKernel() && !obstacleOf(procedure))
      split(procedure);
  return program;
}
