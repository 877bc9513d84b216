// Walks over Flang's parse tree whose code exists once. A walk of Flang's is
// compiled anew for each visitor, a thousand functions or more; here, visitors
// are called for those types of nodes that one of them tells apart.
//
//   struct Names {
//     template <typename T> bool Pre(const T &) { return true; }
//     template <typename T> void Post(const T &) {}
//     void Post(const parser::Name &name);
//     bool Pre(const StatementNode &statement); // of any kind
//   };
//   walkTree(body, names);
//
// As in Flang, what is under a node is not visited where `Pre` is false. A type
// that overloads name stands in `ToldApart`: of any other node, the visitor
// sees that an `OtherNode` begins. A type that a walk begins at stands in
// TreeWalk.cpp.
#ifndef LOOPYC_LIB_FRONTEND_FLANG_TREEWALK_H
#define LOOPYC_LIB_FRONTEND_FLANG_TREEWALK_H

#include "flang/Parser/parse-tree.h"

#include <cstddef>
#include <list>
#include <optional>
#include <type_traits>

namespace loopyc {
namespace frontend {

class TreeVisitor;

struct OtherNode {};

// An UnlabeledStatement<T>: what an IF statement executes.
struct UnlabeledNode {
  Fortran::parser::CharBlock source;
};

// A Statement<T>.
struct StatementNode {
  Fortran::parser::CharBlock source;
  std::optional<Fortran::parser::Label> label;
  const void *node;
  const void *type;                                     // typeKey of the node
  void (*walk)(const void *node, TreeVisitor &visitor); // what it holds

  template <typename T> static const void *typeKey() {
    static constexpr char key = 0;
    return &key;
  }
  template <typename T> const T *getIf() const {
    return type == typeKey<T>() ? static_cast<const T *>(node) : nullptr;
  }
};

template <typename... T> struct NodeTypes {
  static constexpr size_t count = sizeof...(T);
  // Its number, or `count` where it is none of them.
  template <typename Node> static constexpr size_t numberOf() {
    size_t number = 0;
    bool found = false;
    ((found = found || std::is_same_v<Node, T>, number += !found), ...);
    return number;
  }
  template <template <typename> class Call, typename Function>
  static Function function(size_t number) {
    static constexpr Function all[] = {&Call<T>::call...};
    return all[number];
  }
};

namespace told {
namespace parser = Fortran::parser;

using Apart = NodeTypes<
    parser::AccClauseList, parser::AccessStmt, parser::AllocateStmt,
    parser::Allocation,
    parser::AltReturnSpec, parser::ArithmeticIfStmt, parser::ArrayConstructor,
    parser::AssignStmt, parser::AssignedGotoStmt, parser::AssignmentStmt,
    parser::AssociateConstruct, parser::Association, parser::BackspaceStmt,
    parser::Block, parser::BlockConstruct, parser::CallStmt,
    parser::CaseConstruct, parser::ChangeTeamConstruct, parser::CloseStmt,
    parser::CompilerDirective, parser::ComputedGotoStmt,
    parser::ConcurrentControl, parser::CriticalConstruct, parser::CycleStmt,
    parser::DataRef, parser::DataStmt, parser::DeallocateStmt,
    parser::DerivedTypeDef, parser::DoConstruct, parser::EndLabel,
    parser::EndfileStmt, parser::EntryStmt, parser::EorLabel, parser::ErrLabel,
    parser::ExecutionPart, parser::ExecutionPartConstruct, parser::ExitStmt,
    parser::Expr, parser::FlushStmt, parser::ForallConstruct,
    parser::ForallStmt, parser::FunctionReference, parser::FunctionStmt,
    parser::GotoStmt, parser::IfConstruct, parser::IfStmt, parser::InquireStmt,
    parser::InterfaceBlock, parser::IoControlSpec, parser::LoopControl::Bounds,
    parser::MainProgram, parser::MpSubprogramStmt, parser::Name,
    parser::NullifyStmt, parser::OmpClauseList, parser::OpenStmt,
    parser::PointerAssignmentStmt,
    parser::ProcedureDesignator, parser::ReadStmt, parser::ReturnStmt,
    parser::RewindStmt, parser::SelectRankConstruct,
    parser::SelectTypeConstruct, parser::Selector,
    parser::SpecificationConstruct, parser::SpecificationPart,
    parser::StructureConstructor, parser::SubroutineStmt, parser::WaitStmt,
    parser::WhereConstruct, parser::WhereStmt>;
} // namespace told

using ToldApart = told::Apart;

// A visitor, whatever its type is.
class TreeVisitor {
public:
  virtual bool enter(size_t type, const void *node) = 0;
  virtual void leave(size_t type, const void *node) = 0;
  virtual bool enter(const StatementNode &statement) = 0;
  virtual bool enter(const UnlabeledNode &statement) = 0;
  virtual bool enter(const OtherNode &) = 0;

protected:
  ~TreeVisitor() = default;
};

template <typename Root>
void walkErased(const Root &root, TreeVisitor &visitor); // TreeWalk.cpp

template <typename Visitor> class ErasedVisitor final : public TreeVisitor {
  template <typename Node> struct Enter {
    static bool call(Visitor &visitor, const void *node) {
      return visitor.Pre(*static_cast<const Node *>(node));
    }
  };
  template <typename Node> struct Leave {
    static void call(Visitor &visitor, const void *node) {
      visitor.Post(*static_cast<const Node *>(node));
    }
  };

public:
  explicit ErasedVisitor(Visitor &visitor) : visitor(visitor) {}

  bool enter(size_t type, const void *node) override {
    return ToldApart::function<Enter, bool (*)(Visitor &, const void *)>(type)(
        visitor, node);
  }
  void leave(size_t type, const void *node) override {
    ToldApart::function<Leave, void (*)(Visitor &, const void *)>(type)(
        visitor, node);
  }
  bool enter(const StatementNode &statement) override {
    return visitor.Pre(statement);
  }
  bool enter(const UnlabeledNode &statement) override {
    return visitor.Pre(statement);
  }
  bool enter(const OtherNode &node) override { return visitor.Pre(node); }

private:
  Visitor &visitor;
};

template <typename Root, typename Visitor>
void walkTree(const Root &root, Visitor &visitor) {
  ErasedVisitor<Visitor> erased(visitor);
  if constexpr (std::is_same_v<Root, StatementNode>)
    root.walk(root.node, erased);
  else
    walkErased(root, erased);
}

} // namespace frontend
} // namespace loopyc

#endif
