#include "Cuts.h"

#include "CutCandidates.h"
#include "LibraryInterfaces.h"
#include "Session.h"
#include "TreeWalk.h"
#include "Units.h"

#include "loopyc/Support/LetterCase.h"

#include "flang/Parser/parse-tree-visitor.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/symbol.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <optional>

using namespace loopyc;
using namespace loopyc::frontend;
using namespace loopyc::frontend::cutting;

namespace {

// --- why

std::optional<std::string> quotedName(const std::string &message) {
  static const llvm::Regex quoted("'([a-z_0-9]+)'");
  llvm::SmallVector<llvm::StringRef, 2> parts;
  if (!quoted.match(message, &parts))
    return std::nullopt;
  return parts[1].str();
}

// May one of them have what the error is about? Of an undeclared name it shows.
bool mayExplain(const std::vector<const UnresolvedUse *> &uses,
                const Diagnostic &error) {
  bool isUndeclared =
      error.message.rfind("No explicit type declared for '", 0) == 0;
  std::optional<std::string> name = quotedName(error.message);
  return isUndeclared && name ? likelyOwner(uses, *name) != nullptr
                              : !uses.empty();
}

bool mentionsCut(const Candidate &candidate, const CutPlaces &places) {
  return std::any_of(candidate.names.begin(), candidate.names.end(),
                     [&](const parser::CharBlock &name) {
                       return places.variables.count(name.ToString());
                     });
}

UserError reasonOf(const Session &session, const Diagnostic &error,
                   const Candidate &candidate,
                   const std::vector<const UnresolvedUse *> &uses,
                   const CutPlaces &places) {
  for (const parser::CharBlock &name : candidate.names)
    if (auto known = places.variables.find(name.ToString());
        known != places.variables.end())
      return known->second;
  std::optional<std::string> name = quotedName(error.message);
  const UnresolvedUse *use = name ? likelyOwner(uses, *name) : nullptr;
  if (!use)
    return UserError("this cannot be understood without " +
                         uses.front()->what(session),
                     error.range)
        .note(error.message, error.range);
  return UserError("'" + *name +
                       (use->isNamed(*name)
                            ? "' is of "
                            : "' is not declared here; it may come from ") +
                       use->what(session),
                   error.range);
}

// "the declaration of 'a' needs 'wp', ..."
UserError ofDeclaration(const std::string &variable, const UserError &reason) {
  const Diagnostic &first = reason.diagnostics().front();
  if (first.message.rfind("the declaration of", 0) == 0)
    return reason;
  return UserError("the declaration of '" + variable +
                       "' cannot be understood: " + first.message,
                   first.range);
}

// --- cutting

class Cutter {
public:
  Cutter(const Session &session, const CutPlaces &places,
         std::map<const char *, Cuts::Statement> &statements,
         std::map<const char *, UserError> &declared)
      : session(session), places(places), statements(statements),
        declared(declared) {}

  template <typename T> bool Pre(T &) { return true; }
  template <typename T> void Post(T &) {}

  bool Pre(parser::ExecutionPartConstruct &part) {
    auto *executable = std::get_if<parser::ExecutableConstruct>(&part.u);
    parser::CharBlock source = firstSource(part);
    const UserError *reason = executable ? reasonAt(source) : nullptr;
    if (!reason ||
        std::holds_alternative<
            parser::Statement<Indirection<parser::LabelDoStmt>>>(executable->u))
      return true;
    std::vector<parser::CharBlock> choosing; // names that choose a case
    if (auto *choice =
            std::get_if<Indirection<parser::CaseConstruct>>(&executable->u))
      if (auto conditional = asConditional(choice->value(), choosing))
        executable->u =
            Indirection<parser::IfConstruct>{std::move(*conditional)};
    if (auto *conditional =
            std::get_if<Indirection<parser::IfConstruct>>(&executable->u)) {
      std::vector<parser::CharBlock> names =
          dropConditions(conditional->value());
      names.insert(names.end(), choosing.begin(), choosing.end());
      statements.emplace(source.begin(),
                         Cuts::Statement{*reason, std::move(names), {}, true});
      return true;
    }
    Whole whole;
    walkTree(part, whole);
    statements.emplace(source.begin(),
                       Cuts::Statement{*reason, namesIn(part), {}, false,
                                       whole.hasLoops});
    parser::Statement<parser::ActionStmt> left{
        std::nullopt, parser::ActionStmt{parser::ContinueStmt{}}};
    left.label = whole.label;
    left.source = source;
    left.source.ExtendToCover(whole.last);
    executable->u = std::move(left);
    return false;
  }

  bool Pre(parser::SpecificationPart &part) {
    auto &list = std::get<std::list<parser::DeclarationConstruct>>(part.t);
    for (auto it = list.begin(); it != list.end();) {
      auto *construct = std::get_if<parser::SpecificationConstruct>(&it->u);
      parser::AccessStmt *access = construct ? accessIn(*construct) : nullptr;
      auto whole = construct ? dispensable(*construct) : std::nullopt;
      if (construct && (isCutType(*construct) || (whole && reasonAt(*whole)) ||
                        (access && cutAll(*access)))) {
        it = list.erase(it);
        continue;
      }
      auto next = std::next(it);
      if (auto *declaration =
              construct ? std::get_if<Declaration>(&construct->u) : nullptr)
        cutVariables(*declaration, list, next);
      it = next;
    }
    return true;
  }

  bool Pre(parser::InterfaceBlock &block) {
    std::get<std::list<parser::InterfaceSpecification>>(block.t).remove_if(
        [&](const parser::InterfaceSpecification &each) {
          if (const auto *procedures = proceduresIn(each))
            return reasonAt(procedures->source) != nullptr;
          const auto *body = subroutineIn(each);
          return body && reasonAt(std::get<0>(body->t).source);
        });
    return true;
  }

  void Post(parser::DerivedTypeDef &type) {
    std::get<std::list<Component>>(type.t).remove_if(
        [&](const Component &component) { return reasonAt(component.source); });
  }

private:
  static void drop(parser::ScalarLogicalExpr &condition,
                   std::vector<parser::CharBlock> &names) {
    std::vector<parser::CharBlock> own = namesIn(condition);
    names.insert(names.end(), own.begin(), own.end());
    condition = always(condition.thing.thing.value().source);
  }

  static parser::ScalarLogicalExpr always(parser::CharBlock source) {
    parser::Expr holds{parser::LiteralConstant{parser::LogicalLiteralConstant{
        true, std::optional<parser::KindParam>()}}};
    holds.source = source;
    return parser::ScalarLogicalExpr{
        parser::LogicalExpr{Indirection<parser::Expr>{std::move(holds)}}};
  }

  // The blocks of a `select case` as those of an `if`, whose conditions say
  // nothing. Adds the names that choose. None where there is no block.
  static std::optional<parser::IfConstruct>
  asConditional(parser::CaseConstruct &choice,
                std::vector<parser::CharBlock> &names) {
    auto &[select, cases, end] = choice.t;
    if (cases.empty())
      return std::nullopt;
    auto take = [&](const auto &node) {
      std::vector<parser::CharBlock> own = namesIn(node);
      names.insert(names.end(), own.begin(), own.end());
    };
    auto like = [](auto &&made, const auto &given) {
      parser::Statement<std::decay_t<decltype(made)>> statement{
          given.label, std::move(made)};
      statement.source = given.source;
      return statement;
    };
    auto &[name, selector] = select.statement.t;
    take(selector);
    auto begin = like(
        parser::IfThenStmt{std::move(name), always(select.source)}, select);
    std::list<parser::IfConstruct::ElseIfBlock> others;
    std::optional<parser::Block> first;
    for (parser::CaseConstruct::Case &each : cases) {
      auto &[label, block] = each.t;
      take(std::get<parser::CaseSelector>(label.statement.t));
      if (!first) {
        first = std::move(block);
        continue;
      }
      others.emplace_back(
          like(parser::ElseIfStmt{
                   always(label.source),
                   std::move(std::get<std::optional<parser::Name>>(
                       label.statement.t))},
               label),
          std::move(block));
    }
    return parser::IfConstruct{
        std::move(begin), std::move(*first), std::move(others),
        std::optional<parser::IfConstruct::ElseBlock>(),
        like(parser::EndIfStmt{std::move(end.statement.v)}, end)};
  }

  // Returns the names in them.
  static std::vector<parser::CharBlock>
  dropConditions(parser::IfConstruct &construct) {
    std::vector<parser::CharBlock> names;
    auto &first = std::get<parser::Statement<parser::IfThenStmt>>(construct.t);
    drop(std::get<parser::ScalarLogicalExpr>(first.statement.t), names);
    for (parser::IfConstruct::ElseIfBlock &other :
         std::get<std::list<parser::IfConstruct::ElseIfBlock>>(construct.t)) {
      auto &statement =
          std::get<parser::Statement<parser::ElseIfStmt>>(other.t);
      drop(std::get<parser::ScalarLogicalExpr>(statement.statement.t), names);
    }
    return names;
  }

  // Its label, and where it ends.
  struct Whole {
    bool isFirst = true;
    bool hasLoops = false;
    bool Pre(const parser::DoConstruct &) { return hasLoops = true; }
    bool Pre(const parser::WhereConstruct &) { return hasLoops = true; }
    bool Pre(const parser::WhereStmt &) { return hasLoops = true; }
    bool Pre(const parser::ForallConstruct &) { return hasLoops = true; }
    bool Pre(const parser::ForallStmt &) { return hasLoops = true; }
    std::optional<parser::Label> label = {};
    parser::CharBlock last = {};
    template <typename T> bool Pre(const T &) { return true; }
    template <typename T> void Post(const T &) {}
    bool Pre(const StatementNode &statement) {
      if (isFirst)
        label = statement.label;
      isFirst = false;
      last = statement.source;
      return true;
    }
  };

  const UserError *reasonAt(parser::CharBlock source) const {
    if (source.empty())
      return nullptr;
    auto known = places.reasons.find(session.range(source).str());
    return known == places.reasons.end() ? nullptr : &known->second;
  }

  bool isCutType(const parser::SpecificationConstruct &construct) const {
    const auto *type =
        std::get_if<Indirection<parser::DerivedTypeDef>>(&construct.u);
    return type && reasonAt(beginningOf(type->value()));
  }

  // Names that it gives an access. Are none left of some? Then it would say
  // what all others have.
  bool cutAll(parser::AccessStmt &statement) const {
    auto &ids = std::get<std::list<parser::AccessId>>(statement.t);
    const bool hadSome = !ids.empty();
    ids.remove_if([&](const parser::AccessId &id) {
      const parser::Name *name = nameOf(id);
      return name && reasonAt(name->source);
    });
    return hadSome && ids.empty();
  }

  // Those of them into a declaration of their own, which says nothing of them
  // but their ranks: an element of one must not look like a function's call.
  void cutVariables(Declaration &declaration,
                    std::list<parser::DeclarationConstruct> &list,
                    std::list<parser::DeclarationConstruct>::iterator before) {
    parser::TypeDeclarationStmt &given = declaration.statement.value();
    bool all = reasonAt(declaration.source);
    std::list<parser::EntityDecl> cut;
    auto &entities = entitiesOf(given);
    const parser::ArraySpec *ofAll = shapeOf(given);
    for (auto it = entities.begin(); it != entities.end();) {
      parser::CharBlock name = nameOf(*it).source;
      auto next = std::next(it);
      if (all || reasonAt(name)) {
        declared.emplace(name.begin(), places.variables.at(name.ToString()));
        auto &[own, shape, coarray, length, value] = it->t;
        const parser::ArraySpec *known = shape ? &*shape : ofAll;
        int rank = known ? rankOf(*known) : 0;
        shape.reset();
        if (rank > 0)
          shape.emplace(parser::DeferredShapeSpecList{std::move(rank)});
        coarray.reset();
        length.reset();
        value.reset();
        cut.splice(cut.end(), entities, it);
      }
      it = next;
    }
    if (cut.empty())
      return;
    std::list<parser::AttrSpec> attributes;
    for (const parser::AttrSpec &attribute :
         std::get<std::list<parser::AttrSpec>>(given.t))
      if (const auto *access = std::get_if<parser::AccessSpec>(&attribute.u))
        attributes.emplace_back(
            parser::AccessSpec{parser::AccessSpec::Kind(access->v)});
      else if (std::holds_alternative<parser::Optional>(attribute.u))
        attributes.emplace_back(parser::Optional{});
    attributes.emplace_back(parser::Pointer{});
    parser::TypeDeclarationStmt left{
        parser::DeclarationTypeSpec{parser::DeclarationTypeSpec::ClassStar{}},
        std::move(attributes), std::move(cut)};
    if (entities.empty()) {
      given = std::move(left);
      return;
    }
    Declaration added{std::nullopt, Indirection<parser::TypeDeclarationStmt>{
                                        std::move(left)}};
    added.source = declaration.source;
    list.insert(before, parser::DeclarationConstruct{
                            parser::SpecificationConstruct{std::move(added)}});
  }

  const Session &session;
  const CutPlaces &places;
  std::map<const char *, Cuts::Statement> &statements;
  std::map<const char *, UserError> &declared;
};

} // namespace

bool frontend::addCuts(const Session &session, const parser::Program &program,
                       const std::vector<Diagnostic> &errors,
                       const Excuses &excuses, CutPlaces &places) {
  Candidates candidates(session);
  walkTree(program, candidates);
  size_t before = places.reasons.size();
  for (const Diagnostic &error : errors) {
    const Candidate *candidate = candidates.at(error.range);
    std::vector<const UnresolvedUse *> uses = excuses(error.range, places);
    if (!candidate || places.reasons.count(candidate->place) ||
        !(mayExplain(uses, error) || mentionsCut(*candidate, places)))
      continue;
    UserError reason = reasonOf(session, error, *candidate, uses, places);
    places.reasons.emplace(candidate->place, reason);
    places.inDeclarations |= candidate->isDeclaration;
    for (const auto &[name, range] : candidate->variables)
      places.variables.emplace(name, ofDeclaration(name, reason));
  }
  return places.reasons.size() > before;
}

void Cuts::apply(const Session &session, parser::Program &program,
                 const CutPlaces &places) {
  if (places.reasons.empty())
    return;
  Cutter cutter(session, places, statements, declared);
  parser::Walk(program, cutter);
  named = places.variables;
}

void Cuts::resolve(const Session &session) {
  for (auto &[begin, statement] : statements) {
    const Fortran::semantics::Scope &scope =
        session.scopeAt(parser::CharBlock(begin, 1));
    for (parser::CharBlock name : statement.names)
      if (const Fortran::semantics::Symbol *symbol = scope.FindSymbol(name))
        statement.symbols.insert(&symbol->GetUltimate());
  }
}

const UserError *
Cuts::ofVariable(const Fortran::semantics::Symbol &symbol) const {
  if (auto found = declared.find(symbol.name().begin());
      found != declared.end())
    return &found->second;
  const Fortran::semantics::DeclTypeSpec *type = symbol.GetType();
  auto found = named.find(symbol.name().ToString());
  bool isCut = type && type->IsUnlimitedPolymorphic() && found != named.end();
  return isCut ? &found->second : nullptr;
}
