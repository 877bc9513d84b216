#include "Cuts.h"

#include "FirstSource.h"
#include "LibraryInterfaces.h"
#include "Session.h"
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
namespace parser = Fortran::parser;
using Fortran::common::Indirection;

namespace {

using Declaration = parser::Statement<Indirection<parser::TypeDeclarationStmt>>;
using Component = parser::Statement<parser::ComponentDefStmt>;

std::list<parser::EntityDecl> &entitiesOf(parser::TypeDeclarationStmt &given) {
  return std::get<std::list<parser::EntityDecl>>(given.t);
}
const std::list<parser::EntityDecl> &
entitiesOf(const parser::TypeDeclarationStmt &given) {
  return std::get<std::list<parser::EntityDecl>>(given.t);
}

const parser::Name &nameOf(const parser::EntityDecl &entity) {
  return std::get<parser::ObjectName>(entity.t);
}

// The rank of an array that has the given shape; 0 where none tells it.
int rankOf(const parser::ArraySpec &shape) {
  return std::visit(
      [](const auto &given) -> int {
        using T = std::decay_t<decltype(given)>;
        if constexpr (std::is_same_v<T, parser::DeferredShapeSpecList>)
          return given.v;
        else if constexpr (std::is_same_v<T, parser::AssumedSizeSpec>)
          return static_cast<int>(
              std::get<std::list<parser::ExplicitShapeSpec>>(given.t).size() +
              1);
        else if constexpr (std::is_same_v<T, parser::ImpliedShapeSpec>)
          return static_cast<int>(given.v.size());
        else if constexpr (std::is_same_v<T, parser::AssumedRankSpec>)
          return 0;
        else
          return static_cast<int>(given.size());
      },
      shape.u);
}

// What `dimension(...)` says of all that a statement declares; null if nothing.
const parser::ArraySpec *shapeOf(const parser::TypeDeclarationStmt &given) {
  for (const parser::AttrSpec &attribute :
       std::get<std::list<parser::AttrSpec>>(given.t))
    if (const auto *shape = std::get_if<parser::ArraySpec>(&attribute.u))
      return shape;
  return nullptr;
}

// Of an access statement; null for an operator.
const parser::Name *nameOf(const parser::AccessId &id) {
  return std::get_if<parser::Name>(&id.v.value().u);
}

// A statement that declares nothing which could be used in another meaning
// without it: of a generic name, procedures, a namelist. Its source.
std::optional<parser::CharBlock>
dispensable(const parser::SpecificationConstruct &construct) {
  if (const auto *procedures = std::get_if<
          parser::Statement<Indirection<parser::ProcedureDeclarationStmt>>>(
          &construct.u))
    return procedures->source;
  if (const auto *generic =
          std::get_if<parser::Statement<Indirection<parser::GenericStmt>>>(
              &construct.u))
    return generic->source;
  const auto *other =
      std::get_if<parser::Statement<parser::OtherSpecificationStmt>>(
          &construct.u);
  return other && std::holds_alternative<Indirection<parser::NamelistStmt>>(
                      other->statement.u)
             ? std::optional(other->source)
             : std::nullopt;
}

// procedure a, b
const parser::Statement<parser::ProcedureStmt> *
proceduresIn(const parser::InterfaceSpecification &given) {
  return std::get_if<parser::Statement<parser::ProcedureStmt>>(&given.u);
}

parser::AccessStmt *accessIn(parser::SpecificationConstruct &construct) {
  auto *other = std::get_if<parser::Statement<parser::OtherSpecificationStmt>>(
      &construct.u);
  auto *access = other ? std::get_if<Indirection<parser::AccessStmt>>(
                             &other->statement.u)
                       : nullptr;
  return access ? &access->value() : nullptr;
}

parser::CharBlock beginningOf(const parser::DerivedTypeDef &type) {
  return std::get<parser::Statement<parser::DerivedTypeStmt>>(type.t).source;
}

bool isGeneric(const parser::InterfaceBlock &block) {
  const auto &first =
      std::get<parser::Statement<parser::InterfaceStmt>>(block.t).statement;
  const auto *generic =
      std::get_if<std::optional<parser::GenericSpec>>(&first.u);
  return !generic || *generic;
}

const parser::InterfaceBody::Subroutine *
subroutineIn(const parser::InterfaceSpecification &given) {
  const auto *body = std::get_if<parser::InterfaceBody>(&given.u);
  return body ? std::get_if<parser::InterfaceBody::Subroutine>(&body->u)
              : nullptr;
}

struct NamesIn {
  std::vector<parser::CharBlock> names = {};
  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}
  void Post(const parser::Name &name) { names.push_back(name.source); }
};

template <typename T> std::vector<parser::CharBlock> namesIn(const T &node) {
  NamesIn names;
  parser::Walk(node, names);
  return std::move(names.names);
}

// --- what may be cut

struct Candidate {
  SourceRange words; // an error there is about it
  std::string place; // of what is cut
  std::vector<parser::CharBlock> names;
  // Of declarations: the variables.
  bool isDeclaration = false;
  std::vector<std::pair<std::string, SourceRange>> variables = {};
};

class Candidates {
public:
  explicit Candidates(const Session &session) : session(session) {}

  template <typename T> bool Pre(const T &) { return true; }
  template <typename T> void Post(const T &) {}

  // Of external subroutines: those may be called without it.
  bool Pre(const parser::InterfaceBlock &block) {
    for (const parser::InterfaceSpecification &each :
         std::get<std::list<parser::InterfaceSpecification>>(block.t))
      if (const auto *body = isGeneric(block) ? nullptr : subroutineIn(each)) {
        const auto &[first, specification, last] = body->t;
        SourceRange words = session.range(first.source),
                    end = session.range(last.source);
        words.endLine = end.endLine;
        words.endColumn = end.endColumn;
        found.push_back({words, place(first.source), {}, true});
      } else if (const auto *procedures = proceduresIn(each)) {
        found.push_back({session.range(procedures->source),
                         place(procedures->source),
                         {},
                         true});
      }
    return false;
  }

  bool Pre(const parser::SpecificationConstruct &construct) {
    if (auto source = dispensable(construct))
      found.push_back({session.range(*source), place(*source), {}, true});
    return true;
  }

  bool Pre(const parser::ExecutionPartConstruct &part) {
    around.push_back(firstSource(part));
    return true;
  }
  void Post(const parser::ExecutionPartConstruct &) { around.pop_back(); }

  template <typename T> bool Pre(const parser::Statement<T> &statement) {
    if (!around.empty())
      found.push_back({session.range(statement.source), place(around.back()),
                       namesIn(statement.statement)});
    return true;
  }

  bool Pre(const Declaration &statement) {
    const auto &entities = entitiesOf(statement.statement.value());
    SourceRange whole = session.range(statement.source);
    Candidate all{whole, place(statement.source), namesIn(statement.statement),
                  true};
    std::vector<Candidate> each;
    for (const parser::EntityDecl &entity : entities) {
      const parser::Name &name = nameOf(entity);
      SourceRange words = session.range(name.source);
      if (!each.empty()) { // up to this one
        each.back().words.endLine = words.line;
        each.back().words.endColumn = words.column - 1;
      }
      all.variables.push_back({name.ToString(), words});
      words.endLine = whole.endLine;
      words.endColumn = whole.endColumn;
      each.push_back({words,
                      place(name.source),
                      namesIn(entity),
                      true,
                      {all.variables.back()}});
    }
    found.push_back(std::move(all));
    std::move(each.begin(), each.end(), std::back_inserter(found));
    return false;
  }

  bool Pre(const parser::AccessStmt &statement) {
    for (const parser::AccessId &id :
         std::get<std::list<parser::AccessId>>(statement.t))
      if (const parser::Name *name = nameOf(id))
        found.push_back(
            {session.range(name->source), place(name->source), {}, true});
    return false;
  }

  bool Pre(const parser::DerivedTypeDef &type) {
    parser::Walk(type.t, typeWords(type));
    return false;
  }

  // The innermost.
  const Candidate *at(const SourceRange &error) const {
    for (size_t k = found.size(); k-- > 0;)
      if (covers(found[k].words, error))
        return &found[k];
    return nullptr;
  }

private:
  // Of a type's statements, components are cut alone.
  struct TypeWords {
    Candidates &all;
    std::string whole;
    template <typename T> bool Pre(const T &) { return true; }
    template <typename T> void Post(const T &) {}
    template <typename T> bool Pre(const parser::Statement<T> &statement) {
      all.found.push_back({all.session.range(statement.source), whole,
                           namesIn(statement.statement), true});
      return false;
    }
    bool Pre(const Component &statement) {
      all.found.push_back({all.session.range(statement.source),
                           all.place(statement.source),
                           namesIn(statement.statement), true});
      return false;
    }
  };
  TypeWords &typeWords(const parser::DerivedTypeDef &type) {
    ofType.emplace(TypeWords{*this, place(beginningOf(type))});
    return *ofType;
  }

  static bool covers(const SourceRange &range, const SourceRange &at) {
    auto end = range.endLine ? std::pair(range.endLine, range.endColumn)
                             : std::pair(range.line, range.column);
    std::pair point(at.line, at.column);
    return range.known() && at.known() && *range.file == *at.file &&
           std::pair(range.line, range.column) <= point && point <= end;
  }

  std::string place(parser::CharBlock source) const {
    return session.range(source).str();
  }

  const Session &session;
  std::vector<parser::CharBlock> around;
  std::vector<Candidate> found;
  std::optional<TypeWords> ofType;
};

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
    if (auto *conditional =
            std::get_if<Indirection<parser::IfConstruct>>(&executable->u)) {
      statements.emplace(source.begin(),
                         Cuts::Statement{*reason,
                                         dropConditions(conditional->value()),
                                         {},
                                         true});
      return true;
    }
    Whole whole;
    parser::Walk(std::as_const(part), whole);
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
  // Its label, and where it ends.
  static void drop(parser::ScalarLogicalExpr &condition,
                   std::vector<parser::CharBlock> &names) {
    std::vector<parser::CharBlock> own = namesIn(condition);
    names.insert(names.end(), own.begin(), own.end());
    parser::Expr holds{parser::LiteralConstant{
        parser::LogicalLiteralConstant{
            true, std::optional<parser::KindParam>()}}};
    holds.source = condition.thing.thing.value().source;
    condition.thing.thing = Indirection<parser::Expr>{std::move(holds)};
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
    template <typename T> bool Pre(const parser::Statement<T> &statement) {
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
  parser::Walk(program, candidates);
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
