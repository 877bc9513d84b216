#include "RegionFlow.h"

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
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  template <typename T> bool Pre(const parser::Statement<T> &statement) {
    note(statement.source);
    return true;
  }
  void note(parser::CharBlock source) {
    if (source.empty())
      return;
    Place begin = session.place(parser::CharBlock(source.begin(), 1));
    Place end = session.place(parser::CharBlock(source.end() - 1, 1));
    if (begin.physicalLine && (!first || begin.physicalLine < first))
      first = begin.physicalLine;
    last = std::max(last, end.physicalLine);
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
    if (around)
      return parser::Walk(*it, *this);
    if (!isInside(lines))
      throw UserError("kernel region '" + region.name +
                          "' holds a part of the construct on lines " +
                          std::to_string(lines.first) + " to " +
                          std::to_string(lines.last) +
                          "; put the whole of it inside",
                      region.begin);
    RegionStatements result{it, std::next(it)};
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
};

// --- what flows through it

// At a place in the procedure: may the region have run, and which variables
// were assigned since.
struct State {
  bool reached = false;
  SymbolSet assigned;

  void merge(const State &other) {
    if (!other.reached)
      return;
    if (!reached) {
      *this = other;
      return;
    }
    SymbolSet both;
    std::set_intersection(assigned.begin(), assigned.end(),
                          other.assigned.begin(), other.assigned.end(),
                          std::inserter(both, both.end()));
    assigned = std::move(both);
  }
};

// Walks statements in their order. Branches are merged, loops walked twice;
// a construct that is not known takes each of its blocks as a branch and
// reads every name that it mentions.
class Flow {
public:
  // `skipped`: the region, where the state becomes `reached`.
  // `jumps`: by labels; then no assignment can be relied on.
  Flow(bool reached, const RegionStatements *skipped, bool jumps,
       SymbolSet &reads)
      : state{reached, {}}, skipped(skipped), jumps(jumps), reads(reads) {}

  void walkBlock(const parser::Block &block) {
    walkStatements(block.begin(), block.end());
  }

  void walkStatements(RegionStatements::Iterator first,
                      RegionStatements::Iterator last) {
    for (auto it = first; it != last;) {
      if (skipped && it == skipped->first) {
        state = {true, {}};
        it = skipped->last;
        continue;
      }
      parser::Walk(*it, *this);
      ++it;
    }
  }

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}

  bool Pre(const parser::Name &name) {
    if (name.symbol && state.reached)
      read(name.symbol->GetUltimate());
    return false;
  }

  bool Pre(const parser::Block &block) { // of a construct of another kind
    State before = state;
    walkBlock(block);
    state.merge(before);
    return false;
  }

  bool Pre(const parser::AssignmentStmt &assignment) {
    const auto &variable = std::get<parser::Variable>(assignment.t);
    parser::Walk(std::get<parser::Expr>(assignment.t), *this);
    if (const Symbol *whole = wholeVariable(variable))
      state.assigned.insert(whole);
    else
      parser::Walk(variable, *this);
    return false;
  }

  bool Pre(const parser::IfStmt &statement) {
    parser::Walk(std::get<parser::ScalarLogicalExpr>(statement.t), *this);
    State before = state;
    parser::Walk(
        std::get<parser::UnlabeledStatement<parser::ActionStmt>>(statement.t),
        *this);
    state.merge(before);
    return false;
  }

  bool Pre(const parser::IfConstruct &construct) {
    const auto &first =
        std::get<parser::Statement<parser::IfThenStmt>>(construct.t);
    parser::Walk(first.statement, *this);
    std::vector<State> ends;
    branch(std::get<parser::Block>(construct.t), ends);
    for (const auto &other :
         std::get<std::list<parser::IfConstruct::ElseIfBlock>>(construct.t)) {
      parser::Walk(
          std::get<parser::Statement<parser::ElseIfStmt>>(other.t).statement,
          *this);
      branch(std::get<parser::Block>(other.t), ends);
    }
    const auto &last =
        std::get<std::optional<parser::IfConstruct::ElseBlock>>(construct.t);
    if (last)
      walkBlock(std::get<parser::Block>(last->t));
    for (const State &end : ends)
      state.merge(end);
    return false;
  }

  bool Pre(const parser::DoConstruct &loop) {
    const auto &first =
        std::get<parser::Statement<parser::NonLabelDoStmt>>(loop.t);
    walkControl(first.statement);
    State before = state;
    for (int pass = 0; pass < 2; ++pass) {
      walkBlock(std::get<parser::Block>(loop.t));
      walkControl(first.statement);
      state.merge(before);
      state.merge(left);
    }
    return false;
  }

  // The state where a loop or the procedure is left, which goes on after any
  // loop around.
  void Post(const parser::CycleStmt &) { left.merge(state); }
  void Post(const parser::ExitStmt &) { left.merge(state); }

private:
  void read(const Symbol &symbol) {
    if (!state.assigned.count(&symbol) || jumps)
      reads.insert(&symbol);
  }

  void branch(const parser::Block &block, std::vector<State> &ends) {
    State before = state;
    walkBlock(block);
    ends.push_back(state);
    state = before;
  }

  // Bounds are read, then the loop variable has a value.
  void walkControl(const parser::NonLabelDoStmt &statement) {
    const auto &control =
        std::get<std::optional<parser::LoopControl>>(statement.t);
    const auto *bounds =
        control ? std::get_if<parser::LoopControl::Bounds>(&control->u)
                : nullptr;
    if (!bounds)
      return parser::Walk(statement, *this);
    parser::Walk(bounds->lower, *this);
    parser::Walk(bounds->upper, *this);
    parser::Walk(bounds->step, *this);
    if (const Symbol *symbol = bounds->name.thing.symbol)
      state.assigned.insert(&symbol->GetUltimate());
  }

  static const Symbol *wholeVariable(const parser::Variable &variable) {
    const auto *designator =
        std::get_if<Indirection<parser::Designator>>(&variable.u);
    const auto *data =
        designator
            ? std::get_if<parser::DataRef>(&designator->value().u)
            : nullptr;
    const auto *name = data ? std::get_if<parser::Name>(&data->u) : nullptr;
    return name && name->symbol ? &name->symbol->GetUltimate() : nullptr;
  }

  State state, left;
  const RegionStatements *skipped;
  bool jumps;
  SymbolSet &reads;
};

struct Mentions {
  SymbolSet &symbols;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) {
    if (name.symbol)
      symbols.insert(&name.symbol->GetUltimate());
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

struct JumpFinder {
  bool found = false;
  template <typename T> bool Pre(const T &) { return !found; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::GotoStmt &) { found = true; }
  void Post(const parser::ComputedGotoStmt &) { found = true; }
  void Post(const parser::ArithmeticIfStmt &) { found = true; }
};

} // namespace

RegionStatements frontend::findRegion(const Session &session,
                                      const parser::ExecutionPart &body,
                                      const KernelRegion &region) {
  RegionFinder finder(session, region);
  finder.Pre(body.v);
  if (!finder.found)
    throw UserError("kernel region '" + region.name + "' holds no statement",
                    region.begin);
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
    const RegionStatements &region, const parser::ExecutionPart &body,
    const std::optional<parser::InternalSubprogramPart> &contained) {
  JumpFinder jumps;
  parser::Walk(body, jumps);
  RegionFlow result;
  Flow(true, nullptr, jumps.found, result.in)
      .walkStatements(region.first, region.last);
  // With jumps, the region may have run wherever a variable is mentioned.
  Flow(jumps.found, &region, jumps.found, result.out).walkBlock(body.v);
  Mentions mentions{result.out};
  parser::Walk(contained, mentions);
  return result;
}
