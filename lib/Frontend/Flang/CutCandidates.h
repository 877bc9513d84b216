// What of a program semantic analysis may be spared (Cuts.h), and where it
// stands: statements by their constructs, variables, components, interfaces.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_CUTCANDIDATES_H
#define LOOPYC_LIB_FRONTEND_FLANG_CUTCANDIDATES_H

#include "FirstSource.h"
#include "Session.h"
#include "TreeWalk.h"

#include "flang/Parser/parse-tree.h"

#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace loopyc {
namespace frontend {
namespace cutting {

namespace parser = Fortran::parser;
using Fortran::common::Indirection;

using Declaration = parser::Statement<Indirection<parser::TypeDeclarationStmt>>;
using Component = parser::Statement<parser::ComponentDefStmt>;

inline std::list<parser::EntityDecl> &
entitiesOf(parser::TypeDeclarationStmt &given) {
  return std::get<std::list<parser::EntityDecl>>(given.t);
}
inline const std::list<parser::EntityDecl> &
entitiesOf(const parser::TypeDeclarationStmt &given) {
  return std::get<std::list<parser::EntityDecl>>(given.t);
}

inline const parser::Name &nameOf(const parser::EntityDecl &entity) {
  return std::get<parser::ObjectName>(entity.t);
}

// The rank of an array that has the given shape; 0 where none tells it.
inline int rankOf(const parser::ArraySpec &shape) {
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
inline const parser::ArraySpec *
shapeOf(const parser::TypeDeclarationStmt &given) {
  for (const parser::AttrSpec &attribute :
       std::get<std::list<parser::AttrSpec>>(given.t))
    if (const auto *shape = std::get_if<parser::ArraySpec>(&attribute.u))
      return shape;
  return nullptr;
}

// Of an access statement; null for an operator.
inline const parser::Name *nameOf(const parser::AccessId &id) {
  return std::get_if<parser::Name>(&id.v.value().u);
}

// A statement that declares nothing which could be used in another meaning
// without it: of a generic name, procedures, a namelist. Its source.
inline std::optional<parser::CharBlock>
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
inline const parser::Statement<parser::ProcedureStmt> *
proceduresIn(const parser::InterfaceSpecification &given) {
  return std::get_if<parser::Statement<parser::ProcedureStmt>>(&given.u);
}

inline parser::AccessStmt *accessIn(parser::SpecificationConstruct &construct) {
  auto *other = std::get_if<parser::Statement<parser::OtherSpecificationStmt>>(
      &construct.u);
  auto *access = other ? std::get_if<Indirection<parser::AccessStmt>>(
                             &other->statement.u)
                       : nullptr;
  return access ? &access->value() : nullptr;
}

inline parser::CharBlock beginningOf(const parser::DerivedTypeDef &type) {
  return std::get<parser::Statement<parser::DerivedTypeStmt>>(type.t).source;
}

inline bool isGeneric(const parser::InterfaceBlock &block) {
  const auto &first =
      std::get<parser::Statement<parser::InterfaceStmt>>(block.t).statement;
  const auto *generic =
      std::get_if<std::optional<parser::GenericSpec>>(&first.u);
  return !generic || *generic;
}

inline const parser::InterfaceBody::Subroutine *
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
  walkTree(node, names);
  return std::move(names.names);
}

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

  bool Pre(const StatementNode &statement) {
    if (const auto *declaration = statement.getIf<Declaration>()) {
      declare(*declaration, namesIn(statement));
      return false;
    }
    if (!around.empty())
      found.push_back({session.range(statement.source), place(around.back()),
                       namesIn(statement)});
    return true;
  }

  void declare(const Declaration &statement,
               std::vector<parser::CharBlock> names) {
    const auto &entities = entitiesOf(statement.statement.value());
    SourceRange whole = session.range(statement.source);
    Candidate all{whole, place(statement.source), std::move(names), true};
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
    walkTree(type.t, typeWords(type));
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
    bool Pre(const StatementNode &statement) {
      const bool isComponent = statement.getIf<Component>();
      all.found.push_back({all.session.range(statement.source),
                           isComponent ? all.place(statement.source) : whole,
                           namesIn(statement), true});
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

} // namespace cutting
} // namespace frontend
} // namespace loopyc

#endif
