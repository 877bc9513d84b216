#include "HostCuts.h"

#include "FirstSource.h"
#include "FixedParts.h"
#include "HostMentions.h"
#include "Labels.h"
#include "LowerBody.h"
#include "TreeWalk.h"

#include "loopyc/Source/Fortran/Threads.h"
#include "loopyc/Source/Lines.h"


using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
using Fortran::common::Indirection;

namespace {

class CutSearch {
public:
  CutSearch(const LoweringContext &context, const Program &program,
            const Unit &unit, const std::vector<const UnresolvedUse *> &missing,
            const RegionFlow &flow)
      : context(context), unit(unit), missing(missing), flow(flow),
        hostCode(program),
        directives(source::splitLines(program.text), program.form) {}

  HostCuts run(const RegionStatements &statements) {
    visit(statements);
    return std::move(result);
  }

private:
  using Iterator = RegionStatements::Iterator;

  // A construct of a block.
  struct Part {
    Iterator at;
    Block lowered;
    LineSpan lines;
  };

  void visit(const RegionStatements &block) {
    std::vector<Part> run; // for the device
    for (Iterator it = block.first; it != block.last; ++it) {
      RegionStatements one{it, std::next(it), block.around};
      Part part{it, lowered(one), linesOf(context.session, one)};
      std::optional<UserError> reason = reasonFor(part);
      if (!reason) {
        run.push_back(std::move(part));
        continue;
      }
      close(run, block.around, part.lines.first);
      keep(part, *reason, block.around);
      lastOfHost = part.lines.last;
    }
    close(run, block.around, 0);
  }

  // As a region of their own has them.
  Block lowered(const RegionStatements &statements) const {
    RegionFlow own = flow;
    own.fixedParts = fixedPartsAround(statements, unit, context.shared);
    noteAssigned(statements, context.shared, own);
    own.present = presentAround(statements, unit);
    Variables variables(
        context.session,
        context.session.scopeAt(parser::FindSourceLocation(*statements.first)),
        missing, &own);
    return lowerBody(context, variables, statements);
  }

  std::optional<UserError> reasonFor(const Part &part) {
    if (std::optional<UserError> reason = hostCode.in(part.lowered))
      return reason;
    if (entersOrLeaves(*part.at))
      return UserError(
          "not supported: jump between statements of the host and of a kernel",
          context.session.range(firstSource(*part.at)));
    return std::nullopt;
  }

  // By labels: other jumps out are obstacles.
  bool entersOrLeaves(const parser::ExecutionPartConstruct &construct) const {
    Labels inside, outside;
    walkTree(construct, inside);
    if (inside.targets.empty() && inside.stand.empty())
      return false;
    outside.skipped.insert(&construct);
    walkTree(*unit.body, outside);
    for (parser::Label label : inside.targets)
      if (!inside.stand.count(label))
        return true;
    for (parser::Label label : inside.stand)
      if (outside.targets.count(label))
        return true;
    return false;
  }

  // The host executes scalar assignments at either end itself. A line that the
  // host's statements share is theirs.
  void close(std::vector<Part> &run, const std::vector<int> &around,
             int firstOfHost) {
    auto isHosts = [&](const Part &part) {
      return part.lines.first == 0 || HostCode::isOfScalars(part.lowered) ||
             part.lines.first == lastOfHost ||
             (firstOfHost && part.lines.last == firstOfHost);
    };
    auto first = run.begin(), last = run.end();
    while (last != first && isHosts(*std::prev(last)))
      --last;
    while (first != last && isHosts(*first))
      ++first;
    if (first != last) {
      while (first != run.begin() && shareLine(*std::prev(first), *first))
        --first;
      while (last != run.end() && shareLine(*std::prev(last), *last))
        ++last;
    }
    addRegions(first, last, around);
    run.clear();
  }

  static bool shareLine(const Part &part, const Part &next) {
    return part.lines.last && part.lines.last == next.lines.first;
  }

  // One, if together they can be one.
  void addRegions(std::vector<Part>::iterator first,
                  std::vector<Part>::iterator last,
                  const std::vector<int> &around) {
    bool hasLoop = std::any_of(first, last, [&](const Part &part) {
      return hostCode.hasLoop(part.lowered);
    });
    if (!hasLoop)
      return;
    RegionStatements all{first->at, std::next(std::prev(last)->at), around};
    if (!isCrossed(first, last) &&
        (std::next(first) == last || !hostCode.in(lowered(all)))) {
      result.regions.push_back(std::move(all));
      return;
    }
    for (auto part = first; part != last; ++part)
      if (hostCode.hasLoop(part->lowered) &&
          (part == first || !shareLine(*std::prev(part), *part)) &&
          (std::next(part) == last || !shareLine(*part, *std::next(part))))
        result.regions.push_back({part->at, std::next(part->at), around});
  }

  // Together they would hold a part of a construct of threads.
  bool isCrossed(std::vector<Part>::iterator first,
                 std::vector<Part>::iterator last) const {
    LineSpan span{first->lines.first, std::prev(last)->lines.last};
    return span.first && span.last &&
           fortran::crossedConstruct(
               directives, fortran::withDirectives(directives, span));
  }

  // What the host executes, but for regions in its conditions.
  void keep(const Part &part, const UserError &reason,
            const std::vector<int> &around) {
    size_t before = result.hostParts.size(), regions = result.regions.size();
    const Cuts::Statement *cut =
        context.session.cuts().at(firstSource(*part.at));
    bool hasLoops =
        hostCode.hasLoop(part.lowered) || (cut && cut->hasLoops);
    if (hasLoops)
      if (const auto *executable =
              std::get_if<parser::ExecutableConstruct>(&part.at->u)) {
        Inside inside{*this, around};
        inside.around.push_back(part.lines.first);
        std::visit([&](const auto &c) { inside.open(c); }, executable->u);
      }
    bool hasRegions = result.regions.size() > regions;
    noteMentions(*part.at, !hasRegions);
    if (hasRegions) { // what is the host's is the construct itself
      if (result.hostParts.size() == before)
        result.hostParts.push_back({reason, false});
      return;
    }
    result.hostParts.erase(result.hostParts.begin() + before,
                           result.hostParts.end());
    result.hostParts.push_back({reason, hasLoops});
  }

  void noteMentions(const parser::ExecutionPartConstruct &construct,
                    bool withBlocks) {
    HostMentions mentions{context.session, withBlocks};
    walkTree(construct, mentions);
    result.mentions.insert(result.mentions.end(), mentions.found.begin(),
                           mentions.found.end());
  }

  template <typename T, typename... Others>
  static constexpr bool isOneOf = (std::is_same_v<T, Others> || ...);

  // The blocks of a construct that is no loop.
  struct Inside {
    CutSearch &search;
    std::vector<int> around;
    template <typename T> void open(const T &) {}
    template <typename T> void open(const Indirection<T> &construct) {
      if constexpr (isOneOf<T, parser::IfConstruct, parser::CaseConstruct,
                            parser::SelectTypeConstruct,
                            parser::AssociateConstruct, parser::BlockConstruct>)
        walkTree(construct.value(), *this);
    }
    template <typename T> bool Pre(const T &) { return true; }
    template <typename T> void Post(const T &) {}
    bool Pre(const parser::Expr &) { return false; }
    bool Pre(const parser::Block &block) {
      search.lastOfHost = 0;
      search.visit({block.begin(), block.end(), around});
      return false;
    }
  };

  const LoweringContext &context;
  const Unit &unit;
  const std::vector<const UnresolvedUse *> &missing;
  const RegionFlow &flow;
  HostCode hostCode;
  const fortran::DirectiveLines directives;
  int lastOfHost = 0; // the line before the run
  HostCuts result;
};

} // namespace

HostCuts frontend::hostCuts(const LoweringContext &context,
                            const Program &program, const Unit &unit,
                            size_t procedure,
                            const std::vector<const UnresolvedUse *> &missing) {
  if (!HostCode(program).inKernel(procedure))
    return {};
  RegionStatements statements = allStatements(unit);
  RegionFlow flow = flowThrough(statements, {}, unit, context.shared);
  try {
    return CutSearch(context, program, unit, missing, flow).run(statements);
  } catch (const UserError &) { // recorded for the procedure
    return {};
  }
}
