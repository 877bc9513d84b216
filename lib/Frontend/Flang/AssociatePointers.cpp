#include "AssociatePointers.h"

#include "FirstSource.h"
#include "Session.h"
#include "TreeWalk.h"

#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/tools.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;
using Fortran::common::Indirection;

using Names = std::set<std::string>;

// --- which

namespace {

// How often names stand in it.
struct NameCounts {
  std::map<std::string, int> counts;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) { ++counts[name.ToString()]; }
};

// Pointers of given types that the declarations have, and say nothing else of.
struct DeclaredPointers : NameCounts {
  using NameCounts::Post;
  using NameCounts::Pre;
  Names declared;
  void Post(const parser::SpecificationConstruct &construct) {
    const auto *statement = std::get_if<
        parser::Statement<Indirection<parser::TypeDeclarationStmt>>>(
        &construct.u);
    if (!statement)
      return;
    const parser::TypeDeclarationStmt &declaration =
        statement->statement.value();
    const auto &type = std::get<parser::DeclarationTypeSpec>(declaration.t);
    const auto &attrs = std::get<std::list<parser::AttrSpec>>(declaration.t);
    bool isPointer = false;
    for (const parser::AttrSpec &attr : attrs)
      isPointer |= std::holds_alternative<parser::Pointer>(attr.u);
    if (isPointer &&
        (std::holds_alternative<parser::IntrinsicTypeSpec>(type.u) ||
         std::holds_alternative<parser::DeclarationTypeSpec::Type>(type.u)))
      for (const auto &entity :
           std::get<std::list<parser::EntityDecl>>(declaration.t))
        declared.insert(std::get<parser::ObjectName>(entity.t).ToString());
  }
};

} // namespace

// p => target, without bounds and label; null: it is none.
static const parser::PointerAssignmentStmt *
plainAssignment(const parser::ExecutionPartConstruct &part) {
  const auto *executable = std::get_if<parser::ExecutableConstruct>(&part.u);
  const auto *statement =
      executable
          ? std::get_if<parser::Statement<parser::ActionStmt>>(&executable->u)
          : nullptr;
  const auto *assignment =
      statement && !statement->label
          ? std::get_if<Indirection<parser::PointerAssignmentStmt>>(
                &statement->statement.u)
          : nullptr;
  if (!assignment)
    return nullptr;
  const auto &[pointer, bounds, target] = assignment->value().t;
  const auto *specs = std::get_if<std::list<parser::BoundsSpec>>(&bounds.u);
  bool isPlain =
      std::holds_alternative<parser::Name>(pointer.u) && specs &&
      specs->empty() &&
      (std::holds_alternative<Indirection<parser::Designator>>(target.u) ||
       std::holds_alternative<Indirection<parser::FunctionReference>>(
           target.u));
  return isPlain ? &assignment->value() : nullptr;
}

static std::string pointerOf(const parser::PointerAssignmentStmt &assignment) {
  return std::get<parser::Name>(std::get<parser::DataRef>(assignment.t).u)
      .ToString();
}

namespace {

// What a part of a block does with the pointers.
struct Effects {
  Names read;     // behind no assignment of the same block
  Names assigned; // somewhere
};

// Which pointers are not read behind an assignment that certainly stands before
// in the same block, or a block around, with none of a block inside in between.
class Reaches {
public:
  explicit Reaches(Names &pointers) : pointers(pointers) {}

  Effects of(const parser::Block &block) {
    Effects result;
    // Behind an assignment of the block: has a block inside assigned it since?
    std::map<std::string, bool> behind;
    for (const parser::ExecutionPartConstruct &part : block) {
      const parser::PointerAssignmentStmt *assignment = plainAssignment(part);
      const Effects effects =
          assignment ? of(std::get<parser::Expr>(assignment->t)) : of(part);
      for (const std::string &name : effects.read) {
        auto known = behind.find(name);
        if (known == behind.end())
          result.read.insert(name);
        else if (known->second || effects.assigned.count(name))
          pointers.erase(name);
      }
      for (const std::string &name : effects.assigned) {
        result.assigned.insert(name);
        if (auto known = behind.find(name); known != behind.end())
          known->second = true;
      }
      if (!assignment)
        continue;
      behind[pointerOf(*assignment)] = false;
      result.assigned.insert(pointerOf(*assignment));
    }
    return result;
  }

private:
  struct Part {
    Reaches &reaches;
    Effects effects = {};
    template <typename T> bool Pre(const T &) { return true; }
    template <typename T> void Post(const T &) {}
    bool Pre(const parser::Block &block) {
      Effects inside = reaches.of(block);
      effects.read.merge(inside.read);
      effects.assigned.merge(inside.assigned);
      return false;
    }
    // What threads have of it says nothing of what it points at.
    bool Pre(const parser::OmpClauseList &) { return false; }
    bool Pre(const parser::AccClauseList &) { return false; }
    void Post(const parser::Name &name) {
      effects.read.insert(name.ToString());
    }
    void Post(const parser::PointerAssignmentStmt &assignment) {
      drop(parser::GetFirstName(std::get<parser::DataRef>(assignment.t)));
    }
    bool Pre(const parser::NullifyStmt &s) { return dropAll(s); }
    bool Pre(const parser::AllocateStmt &s) { return dropAll(s); }
    bool Pre(const parser::DeallocateStmt &s) { return dropAll(s); }
    void Post(const parser::FunctionReference &reference) {
      const auto &designator =
          std::get<parser::ProcedureDesignator>(reference.v.t);
      const auto *called = std::get_if<parser::Name>(&designator.u);
      if (called && called->ToString() == "associated")
        dropAll(reference);
    }

  private:
    void drop(const parser::Name &name) {
      reaches.pointers.erase(name.ToString());
    }
    template <typename T> bool dropAll(const T &node) {
      NameCounts names;
      walkTree(node, names);
      for (const auto &entry : names.counts)
        reaches.pointers.erase(entry.first);
      return true;
    }
  };

  template <typename T> Effects of(const T &node) {
    Part part{*this};
    walkTree(node, part);
    return std::move(part.effects);
  }

  Names &pointers;
};

// The end of the last statement.
struct LastSource {
  parser::CharBlock source;
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    if (source.empty() || statement.source.end() > source.end())
      source = statement.source;
    return true;
  }
};

struct HasLabelDo {
  bool found = false;
  template <typename T> bool Pre(const T &) { return !found; }
  template <typename T> void Post(const T &) {}
  bool Pre(const StatementNode &statement) {
    found |=
        statement
                .getIf<parser::Statement<Indirection<parser::LabelDoStmt>>>() !=
            nullptr ||
        statement.label.has_value();
    return !found;
  }
};

} // namespace

// --- the constructs

static parser::Selector selectorOf(parser::Expr &target) {
  using Element = Indirection<parser::Designator>;
  using Reference = Indirection<parser::FunctionReference>;
  parser::Variable variable =
      std::holds_alternative<Element>(target.u)
          ? parser::Variable{std::move(std::get<Element>(target.u))}
          : parser::Variable{std::move(std::get<Reference>(target.u))};
  return parser::Selector{std::move(variable)};
}

namespace {

// Walks the units; in the loops of each, makes the constructs.
class Rewriter {
public:
  // { the lines from an assignment to its block's end -> may it go? }
  using Take = std::function<bool(int first, int last)>;

  Rewriter(const Session &session, Take take)
      : session(session), take(std::move(take)) {}

  template <typename T> bool Pre(T &) { return true; }
  template <typename T> void Post(T &) {}

  bool Pre(parser::MainProgram &unit) {
    enter(unit, {});
    return true;
  }
  bool Pre(parser::SubroutineSubprogram &unit) {
    enter(unit,
          namesIn(std::get<parser::Statement<parser::SubroutineStmt>>(unit.t)));
    return true;
  }
  bool Pre(parser::FunctionSubprogram &unit) {
    enter(unit,
          namesIn(std::get<parser::Statement<parser::FunctionStmt>>(unit.t)));
    return true;
  }
  bool Pre(parser::DoConstruct &) {
    ++loops;
    return true;
  }
  void Post(parser::DoConstruct &) { --loops; }
  bool Pre(parser::Block &block) {
    if (loops > 0 && !pointers.empty())
      rewrite(block);
    return true;
  }

private:
  template <typename T> static Names namesIn(const T &node) {
    NameCounts names;
    walkTree(node, names);
    Names result;
    for (const auto &entry : names.counts)
      result.insert(entry.first);
    return result;
  }

  // An internal unit comes behind the statements of its host.
  template <typename T> void enter(const T &unit, const Names &dummies) {
    pointers.clear();
    loops = 0;
    const auto &body = std::get<parser::ExecutionPart>(unit.t);
    const auto &internal =
        std::get<std::optional<parser::InternalSubprogramPart>>(unit.t);
    DeclaredPointers declared;
    walkTree(std::get<parser::SpecificationPart>(unit.t), declared);
    const Names outside = internal ? namesIn(*internal) : Names();
    for (const std::string &name : declared.declared)
      if (declared.counts[name] == 1 && !dummies.count(name) &&
          !outside.count(name))
        pointers.insert(name);
    HasLabelDo labels;
    if (!pointers.empty())
      walkTree(body.v, labels);
    if (labels.found)
      pointers.clear();
    if (pointers.empty())
      return;
    Reaches reaches(pointers);
    for (const std::string &name : reaches.of(body.v).read)
      pointers.erase(name);
  }

  void rewrite(parser::Block &block) {
    for (auto at = block.begin(); at != block.end(); ++at) {
      const parser::PointerAssignmentStmt *assignment = plainAssignment(*at);
      auto behind = std::next(at);
      if (!assignment || !pointers.count(pointerOf(*assignment)))
        continue;
      const parser::CharBlock first = firstSource(*at);
      const parser::CharBlock last = lastSource(at, block.end());
      if (!take(lineOf(first), lineOf(last)))
        continue;
      auto &executable = std::get<parser::ExecutableConstruct>(at->u);
      auto &action =
          std::get<parser::Statement<parser::ActionStmt>>(executable.u)
              .statement;
      if (behind == block.end()) { // nothing reads it
        action.u = parser::ContinueStmt{};
        return;
      }
      parser::Block inside;
      inside.splice(inside.end(), block, behind, block.end());
      auto &old = std::get<Indirection<parser::PointerAssignmentStmt>>(action.u)
                      .value();
      executable.u = Indirection<parser::AssociateConstruct>{construct(
          old, first, std::move(inside), parser::CharBlock(last.end() - 1, 1))};
      return; // the walk goes on inside
    }
  }

  static parser::CharBlock lastSource(parser::Block::const_iterator from,
                                      parser::Block::const_iterator to) {
    LastSource result;
    for (; from != to; ++from)
      walkTree(*from, result);
    return result.source;
  }

  static parser::AssociateConstruct
  construct(parser::PointerAssignmentStmt &old, parser::CharBlock first,
            parser::Block inside, parser::CharBlock last) {
    std::list<parser::Association> associations;
    associations.push_back(parser::Association{std::make_tuple(
        std::move(std::get<parser::Name>(std::get<parser::DataRef>(old.t).u)),
        selectorOf(std::get<parser::Expr>(old.t)))});
    parser::Statement<parser::AssociateStmt> begin{
        std::nullopt,
        parser::AssociateStmt{std::make_tuple(std::optional<parser::Name>(),
                                              std::move(associations))}};
    begin.source = first;
    parser::Statement<parser::EndAssociateStmt> end{
        std::nullopt, parser::EndAssociateStmt{std::optional<parser::Name>()}};
    end.source = last;
    return parser::AssociateConstruct{
        std::make_tuple(std::move(begin), std::move(inside), std::move(end))};
  }

  int lineOf(parser::CharBlock source) const {
    return session.place(source).lineInMain;
  }

  const Session &session;
  Take take;
  Names pointers; // of the unit
  int loops = 0;
};

} // namespace

void AssociatedPointers::apply(const Session &session, parser::Program &program,
                               const std::vector<KernelRegion> &regions) {
  reaches.clear();
  auto take = [&](int first, int last) {
    bool stays =
        kept.count(first) || std::any_of(regions.begin(), regions.end(),
                                         [&](const KernelRegion &region) {
                                           return region.begin.line > first &&
                                                  region.begin.line <= last;
                                         });
    if (!stays)
      reaches.push_back({first, last});
    return !stays;
  };
  Rewriter rewriter(session, take);
  parser::Walk(program, rewriter);
}

bool AssociatedPointers::dropWrong(const std::vector<Diagnostic> &errors) {
  const size_t before = kept.size();
  for (const Diagnostic &error : errors)
    for (const Reach &reach : reaches)
      if (error.range.line >= reach.first && error.range.line <= reach.last)
        kept.insert(reach.first);
  return kept.size() > before;
}
