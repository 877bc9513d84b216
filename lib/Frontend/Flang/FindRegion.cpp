#include "FindRegion.h"

#include "FirstSource.h"
#include "Labels.h"
#include "TreeWalk.h"


#include <algorithm>
#include <set>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;

namespace {

// From the first line of any statement inside to the last.
struct LineExtent {
  const Session &session;
  int first = 0, last = 0;
  bool elsewhere = false; // some are not in the main file
  bool countsDirectives = true;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
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

// The outermost block with statements in the region, which are those strictly
// between its lines: loops side by side may each be one.
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
    walkTree(part, lines);
    return lines;
  }

  void look(const parser::Block &block, RegionStatements::Iterator it) {
    LineExtent lines = linesOf(*it);
    if (!lines.first || lines.last <= region.begin.line ||
        lines.first >= region.end.line)
      return;
    bool around = lines.first <= region.begin.line &&
                  lines.last >= region.end.line;
    if (around) {
      if (const Cuts::Statement *cut = session.cuts().at(firstSource(*it));
          cut && !cut->hasBlocks)
        throw cut->reason;
      constructs.push_back(lines.first);
      return walkTree(*it, *this);
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
      if (next.first >= region.end.line)
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

// The first statement between the region's lines that is none of those found
// there: an `else` is between the branches of a construct around them.
class StrayStatement {
public:
  StrayStatement(const Session &session, const KernelRegion &region,
                 const RegionStatements &statements)
      : session(session), region(region) {
    for (auto it = statements.first; it != statements.last; ++it)
      own.insert(&*it);
  }

  template <typename T> bool Pre(const T &) { return source.empty(); }
  template <typename T> void Post(const T &) {}
  bool Pre(const parser::ExecutionPartConstruct &part) {
    return source.empty() && !own.count(&part);
  }
  bool Pre(const StatementNode &statement) {
    LineExtent lines{session};
    lines.note(statement.source);
    if (source.empty() && lines.first && lines.first < region.end.line &&
        lines.last > region.begin.line) {
      source = statement.source;
      line = lines.first;
    }
    return false;
  }

  parser::CharBlock source; // empty: there is none
  int line = 0;

private:
  const Session &session;
  const KernelRegion &region;
  std::set<const parser::ExecutionPartConstruct *> own;
};

// These statements alone would be replaced by the launch.
void refuseStrayStatement(const Session &session, const Unit &unit,
                          const RegionStatements &statements,
                          const KernelRegion &region) {
  StrayStatement stray(session, region, statements);
  walkTree(*unit.body, stray);
  const bool isOfConstruct = !stray.source.empty();
  if (unit.contained)
    walkTree(*unit.contained, stray);
  if (stray.source.empty())
    return;
  const Place first = session.place(firstSource(*statements.first));
  const bool isBefore = stray.line < first.lineInMain;
  throw UserError(
      "kernel region '" + region.name + "' holds '" +
          session.spelling(stray.source) + "' on line " +
          std::to_string(stray.line) +
          (isOfConstruct && !statements.around.empty()
               ? ", a part of the construct that begins on line " +
                     std::to_string(statements.around.back())
               : "") +
          (isBefore ? "; begin the region behind it"
                    : "; end the region before it"),
      isBefore ? region.begin : region.end);
}

// The launch would be jumped over.
void refuseJumpsInto(const RegionStatements &statements,
                     const parser::ExecutionPart &body,
                     const KernelRegion &region) {
  Labels inside, outside;
  for (auto it = statements.first; it != statements.last; ++it) {
    walkTree(*it, inside);
    outside.skipped.insert(&*it);
  }
  walkTree(body, outside);
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
  walkTree(*unit.specification, declarations);
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
  refuseStrayStatement(session, unit, *finder.found, region);
  refuseJumpsInto(*finder.found, *unit.body, region);
  return *finder.found;
}

LineSpan frontend::linesOf(const Session &session,
                           const RegionStatements &statements) {
  LineExtent lines{session};
  for (auto it = statements.first; it != statements.last; ++it)
    walkTree(*it, lines);
  return lines.elsewhere ? LineSpan{} : LineSpan{lines.first, lines.last};
}

LineSpan frontend::linesOfBody(const Session &session, const Unit &unit,
                               const RegionStatements &statements) {
  LineExtent lines{session}, before{session}, behind{session};
  before.countsDirectives = false;
  for (auto it = statements.first; it != statements.last; ++it)
    walkTree(*it, lines);
  if (!lines.elsewhere)
    return {lines.first, lines.last};
  walkTree(*unit.specification, before);
  for (auto it = unit.body->v.begin(); it != statements.first; ++it)
    walkTree(*it, before);
  if (unit.contained)
    walkTree(*unit.contained, behind);
  const int first = std::max(unit.firstLine, before.last);
  const int last = behind.first ? behind.first : unit.lastLine;
  const bool isAlone = unit.firstLine && unit.lastLine && first < lines.first &&
                       lines.last < last;
  return isAlone ? LineSpan{lines.first, lines.last} : LineSpan{};
}
