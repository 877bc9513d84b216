#include "RegionFlow.h"

#include "Labels.h"
#include "ValueFlow.h"

#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Evaluate/tools.h"
#include "flang/Evaluate/type.h"
#include "flang/Semantics/expression.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
using Fortran::common::Indirection;
using Fortran::semantics::Symbol;

namespace {

// --- where the region is

// From the first line of any statement inside to the last.
struct LineExtent {
  const Session &session;
  int first = 0, last = 0;
  bool elsewhere = false; // some are not in the main file
  bool countsDirectives = true;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  template <typename T> bool Pre(const parser::Statement<T> &statement) {
    note(statement.source);
    return true;
  }
  bool Pre(const parser::CompilerDirective &directive) { // !dir$ ivdep
    if (countsDirectives)
      note(directive.source);
    return false;
  }
  void note(parser::CharBlock source) {
    if (source.empty())
      return;
    Place begin = session.place(parser::CharBlock(source.begin(), 1));
    Place end = session.place(parser::CharBlock(source.end() - 1, 1));
    if (begin.lineInMain && (!first || begin.lineInMain < first))
      first = begin.lineInMain;
    last = std::max(last, end.lineInMain);
    elsewhere |= !begin.physicalLine || !end.physicalLine;
  }
};

// The outermost block with statements in the region.
class RegionFinder {
public:
  RegionFinder(const Session &session, const KernelRegion &region)
      : session(session), region(region) {}

  template <typename T> bool Pre(const T &) { return !found; }
  template <typename T> void Post(const T &) {}
  bool Pre(const parser::Block &block) {
    for (auto it = block.begin(); it != block.end() && !found; ++it)
      look(block, it);
    return false;
  }

  std::optional<RegionStatements> found;

private:
  bool isInside(const LineExtent &lines) const {
    return lines.first > region.begin.line && lines.last < region.end.line;
  }

  LineExtent linesOf(const parser::ExecutionPartConstruct &part) const {
    LineExtent lines{session};
    parser::Walk(part, lines);
    return lines;
  }

  void look(const parser::Block &block, RegionStatements::Iterator it) {
    LineExtent lines = linesOf(*it);
    if (!lines.first || lines.last < region.begin.line ||
        lines.first > region.end.line)
      return;
    bool around = lines.first < region.begin.line &&
                  lines.last > region.end.line;
    if (around) {
      constructs.push_back(lines.first);
      return parser::Walk(*it, *this);
    }
    if (!isInside(lines))
      throw UserError("kernel region '" + region.name +
                          "' holds a part of the construct on lines " +
                          std::to_string(lines.first) + " to " +
                          std::to_string(lines.last) +
                          "; put the whole of it inside",
                      region.begin);
    RegionStatements result{it, std::next(it), constructs};
    while (result.last != block.end()) {
      LineExtent next = linesOf(*result.last);
      if (next.first > region.end.line)
        break;
      if (!isInside(next))
        throw UserError("kernel region '" + region.name +
                            "' ends inside the construct that begins on line " +
                            std::to_string(next.first) +
                            "; put the whole of it inside",
                        region.end);
      ++result.last;
    }
    found = result;
  }

  const Session &session;
  const KernelRegion &region;
  std::vector<int> constructs; // around the statement that is looked at
};

// --- what flows through it

struct Mentions {
  SymbolSet &symbols;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) {
    if (name.symbol)
      symbols.insert(&name.symbol->GetUltimate());
  }
};

// Variables that have another name in an associate construct.
struct AssociatedNames {
  Mentions mentions;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Selector &selector) {
    parser::Walk(selector, mentions);
  }
};

// As they are mentioned: a USE statement may rename a symbol.
struct Names {
  std::map<std::string, const Symbol *> symbols;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) {
    if (name.symbol)
      symbols.emplace(name.ToString(), &name.symbol->GetUltimate());
  }
};

// The launch would be jumped over.
void refuseJumpsInto(const RegionStatements &statements,
                     const parser::ExecutionPart &body,
                     const KernelRegion &region) {
  Labels inside, outside;
  for (auto it = statements.first; it != statements.last; ++it) {
    parser::Walk(*it, inside);
    outside.skipped.insert(&*it);
  }
  parser::Walk(body, outside);
  for (parser::Label label : inside.stand)
    if (outside.targets.count(label))
      throw UserError("a statement jumps to label " + std::to_string(label) +
                          " in kernel region '" + region.name +
                          "'; give the label to a 'continue' before it",
                      region.begin);
}

} // namespace

RegionStatements frontend::findRegion(const Session &session, const Unit &unit,
                                      const KernelRegion &region) {
  LineExtent declarations{session};
  declarations.countsDirectives = false;
  parser::Walk(*unit.specification, declarations);
  if (declarations.last > region.begin.line)
    throw UserError("kernel region '" + region.name +
                        "' begins before the declaration on line " +
                        std::to_string(declarations.last) +
                        "; it holds executable statements alone",
                    region.begin);
  RegionFinder finder(session, region);
  finder.Pre(unit.body->v);
  if (!finder.found)
    throw UserError("kernel region '" + region.name +
                        "' holds no statement of the procedure around it",
                    region.begin);
  refuseJumpsInto(*finder.found, *unit.body, region);
  return *finder.found;
}

LineSpan frontend::linesOf(const Session &session,
                           const RegionStatements &statements) {
  LineExtent lines{session};
  for (auto it = statements.first; it != statements.last; ++it)
    parser::Walk(*it, lines);
  return lines.elsewhere ? LineSpan{} : LineSpan{lines.first, lines.last};
}

// "(1:3, 0:4)"; "" for a scalar, nullopt where bounds are no constants.
static std::optional<std::string>
shapeText(const Fortran::semantics::ObjectEntityDetails &details) {
  std::string text;
  for (const Fortran::semantics::ShapeSpec &spec : details.shape()) {
    if (!spec.lbound().isExplicit() || !spec.ubound().isExplicit())
      return std::nullopt;
    auto lower = Fortran::evaluate::ToInt64(spec.lbound().GetExplicit());
    auto upper = Fortran::evaluate::ToInt64(spec.ubound().GetExplicit());
    if (!lower || !upper)
      return std::nullopt;
    text += (text.empty() ? "(" : ", ") + std::to_string(*lower) + ":" +
            std::to_string(*upper);
  }
  return text.empty() ? text : text + ")";
}

std::vector<std::string>
frontend::constantsIn(const RegionStatements &statements) {
  Names names;
  for (auto it = statements.first; it != statements.last; ++it)
    parser::Walk(*it, names);
  std::set<std::string> declarations;
  for (const auto &[name, symbol] : names.symbols) {
    const auto *details =
        symbol->detailsIf<Fortran::semantics::ObjectEntityDetails>();
    auto type = Fortran::evaluate::DynamicType::From(*symbol);
    if (!symbol->attrs().test(Fortran::semantics::Attr::PARAMETER) ||
        !details || !details->init() || !type)
      continue;
    if (std::optional<std::string> shape = shapeText(*details))
      declarations.insert(type->AsFortran() + ", parameter :: " + name +
                          *shape + " = " +
                          details->init()->AsFortran());
  }
  return {declarations.begin(), declarations.end()};
}

RegionFlow frontend::flowThrough(
    const RegionStatements &region,
    const std::vector<RegionStatements> &otherRegions,
    const parser::ExecutionPart &body,
    const std::optional<parser::InternalSubprogramPart> &contained) {
  RegionFlow result;
  ValueFlow({}, result.in).walkStatements(region.first, region.last);
  auto readAfter = [&](ValueFlow after) {
    do
      after.walkFromStart(body.v);
    while (after.jumpedFurther());
  };
  readAfter(ValueFlow({&region, {}}, result.out));
  readAfter(ValueFlow({&region, otherRegions}, result.outToHost));
  SymbolSet others;
  Mentions mentions{others};
  parser::Walk(contained, mentions);
  for (SymbolSet *set : {&result.out, &result.outToHost})
    set->insert(others.begin(), others.end());
  others.clear();
  AssociatedNames associated{{others}};
  parser::Walk(body, associated);
  for (SymbolSet *set : {&result.in, &result.out, &result.outToHost})
    set->insert(others.begin(), others.end());
  return result;
}
