#include "LastBounds.h"

#include "StatementExprs.h"

#include "loopyc/Source/Lines.h"

#include <algorithm>
#include <map>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

using Values = std::map<std::string, Expr>; // of loops of one iteration

// The arrays of which elements are mentioned that do not certainly stand at
// the beginning of the last axis.
void collectBeyond(const Block &block, const Values &values,
                   std::set<std::string> &beyond) {
  for (const Statement &statement : block) {
    forEachOwnExpr(
        statement,
        [&](const Expr &e) {
          walk(e, [&](const Expr &node) {
            const auto *ref = node.getIf<ArrayRef>();
            if (ref && !ref->subscripts.empty() &&
                asInteger(substitute(ref->subscripts.back(), values)) != 0)
              beyond.insert(ref->name);
            return true;
          });
        },
        [](const ArrayView &) {});
    Values inside = values;
    if (const auto *loop = std::get_if<DoStatement>(&statement.value)) {
      inside.erase(loop->variable);
      const auto first = asInteger(loop->first), last = asInteger(loop->last);
      if (first && first == last)
        inside[loop->variable] = loop->first;
    }
    forEachBlock(statement, [&](const Block &inner) {
      collectBeyond(inner, inside, beyond);
    });
  }
}

// The last of the bounds in the brackets that begin at `at`, without blanks;
// "" if there are none, or they do not end in this line.
std::string lastBound(const std::string &line, size_t at) {
  std::string bound;
  int depth = 0;
  for (; at < line.size(); ++at) {
    const char c = line[at];
    if (c == ' ' || c == '\t')
      continue;
    if (depth == 0 && c != '(')
      return "";
    depth += (c == '(') - (c == ')');
    if (depth == 0)
      return bound;
    if (depth == 1 && (c == ',' || c == '('))
      bound.clear();
    else
      bound += c;
  }
  return "";
}

// A named constant that happens to be 1 is meant.
bool isWrittenAsOne(const Variable &array, const std::string &fileName,
                    const std::vector<std::string> &lines) {
  const SourceRange &place = array.range;
  if (!place.known() || place.fileName() != fileName || place.column <= 0 ||
      static_cast<size_t>(place.line) > lines.size())
    return false;
  return lastBound(lines[place.line - 1],
                   place.column - 1 + array.name.size()) == "1";
}

bool hasOneAtLast(const Variable &array) {
  const DeclaredLayout &declared = array.declared;
  return array.kind == VariableKind::ArrayArg && !declared.extents.empty() &&
         declared.extents.back() && asInteger(declared.extents.back()) == 1 &&
         asInteger(declared.lowerBounds.back()) == 1;
}

bool isHidden(const Procedure &procedure, const std::string &name) {
  return std::any_of(
      procedure.hidden.begin(), procedure.hidden.end(),
      [&](const HiddenVariable &h) { return h.variable.name == name; });
}

} // namespace

Program frontend::openLastBounds(Program program) {
  const std::vector<std::string> lines = source::splitLines(program.text);
  for (Procedure &procedure : program.procedures) {
    if (procedure.isElsewhere ||
        std::none_of(procedure.variables.begin(), procedure.variables.end(),
                     hasOneAtLast))
      continue;
    std::set<std::string> beyond;
    collectBeyond(procedure.body, {}, beyond);
    for (Variable &array : procedure.variables)
      if (hasOneAtLast(array) && beyond.count(array.name) &&
          !isHidden(procedure, array.name) &&
          isWrittenAsOne(array, program.fileName, lines)) {
        array.declared.extents.back() = array.axes.back().extent = Expr();
        array.declared.isLastWrittenAsOne = true;
      }
  }
  return program;
}
