#include "TreeWalk.h"

#include "flang/Parser/parse-tree-visitor.h"

using namespace loopyc;
using namespace loopyc::frontend;
namespace parser = Fortran::parser;

namespace {

// What Flang's walk calls.
struct Caller {
  TreeVisitor &visitor;

  template <typename T> bool Pre(const T &node) {
    if constexpr (isToldApart<T>)
      return visitor.enter(ToldApart::numberOf<T>(), &node);
    else
      return visitor.enter(OtherNode{});
  }
  template <typename T> void Post(const T &node) {
    if constexpr (isToldApart<T>)
      visitor.leave(ToldApart::numberOf<T>(), &node);
  }
  template <typename T> bool Pre(const parser::Statement<T> &node) {
    return visitor.enter(
        StatementNode{node.source, node.label, &node,
                      StatementNode::typeKey<parser::Statement<T>>(),
                      &walkStatement<T>});
  }
  template <typename T> bool Pre(const parser::UnlabeledStatement<T> &node) {
    return visitor.enter(UnlabeledNode{node.source});
  }

private:
  template <typename T>
  static constexpr bool isToldApart =
      ToldApart::numberOf<T>() < ToldApart::count;

  template <typename T>
  static void walkStatement(const void *node, TreeVisitor &visitor) {
    Caller caller{visitor};
    parser::Walk(static_cast<const parser::Statement<T> *>(node)->statement,
                 caller);
  }
};

} // namespace

template <typename Root>
void frontend::walkErased(const Root &root, TreeVisitor &visitor) {
  Caller caller{visitor};
  parser::Walk(root, caller);
}

// What walks begin at.
#define LOOPYC_ROOT(TYPE)                                                      \
  template void frontend::walkErased(const TYPE &, TreeVisitor &);
#define LOOPYC_ROOT_NODE(NAME) LOOPYC_ROOT(parser::NAME)

LOOPYC_ROOT(std::list<parser::AllocateShapeSpec>)
LOOPYC_ROOT(std::list<parser::StatOrErrmsg>)
LOOPYC_ROOT(std::optional<parser::InternalSubprogramPart>)
LOOPYC_ROOT(std::optional<parser::ScalarExpr>)
LOOPYC_ROOT(decltype(parser::DerivedTypeDef::t))
LOOPYC_ROOT(parser::Scalar<parser::Expr>)
LOOPYC_ROOT(parser::ScalarExpr)
LOOPYC_ROOT(parser::Statement<parser::ElseIfStmt>)
LOOPYC_ROOT(parser::Statement<parser::FunctionStmt>)
LOOPYC_ROOT(parser::Statement<parser::IfThenStmt>)
LOOPYC_ROOT(parser::Statement<parser::SubroutineStmt>)
LOOPYC_ROOT(parser::UnlabeledStatement<parser::ActionStmt>)
LOOPYC_ROOT_NODE(AccEndCombinedDirective)
LOOPYC_ROOT_NODE(AllocateObject)
LOOPYC_ROOT_NODE(AllocateStmt)
LOOPYC_ROOT_NODE(AssignStmt)
LOOPYC_ROOT_NODE(AssignedGotoStmt)
LOOPYC_ROOT_NODE(AssignmentStmt)
LOOPYC_ROOT_NODE(AssociateConstruct)
LOOPYC_ROOT_NODE(BackspaceStmt)
LOOPYC_ROOT_NODE(Block)
LOOPYC_ROOT_NODE(BlockConstruct)
LOOPYC_ROOT_NODE(CUFKernelDoConstruct)
LOOPYC_ROOT_NODE(CallStmt)
LOOPYC_ROOT_NODE(CaseConstruct)
LOOPYC_ROOT_NODE(CaseSelector)
LOOPYC_ROOT_NODE(ChangeTeamConstruct)
LOOPYC_ROOT_NODE(CloseStmt)
LOOPYC_ROOT_NODE(CriticalConstruct)
LOOPYC_ROOT_NODE(DataStmt)
LOOPYC_ROOT_NODE(DeallocateStmt)
LOOPYC_ROOT_NODE(DoConstruct)
LOOPYC_ROOT_NODE(EndDoStmt)
LOOPYC_ROOT_NODE(EndfileStmt)
LOOPYC_ROOT_NODE(EntityDecl)
LOOPYC_ROOT_NODE(EntryStmt)
LOOPYC_ROOT_NODE(EventPostStmt)
LOOPYC_ROOT_NODE(EventWaitStmt)
LOOPYC_ROOT_NODE(ExecutionPart)
LOOPYC_ROOT_NODE(ExecutionPartConstruct)
LOOPYC_ROOT_NODE(Expr)
LOOPYC_ROOT_NODE(FailImageStmt)
LOOPYC_ROOT_NODE(FlushStmt)
LOOPYC_ROOT_NODE(ForallConstruct)
LOOPYC_ROOT_NODE(FormTeamStmt)
LOOPYC_ROOT_NODE(FunctionReference)
LOOPYC_ROOT_NODE(FunctionSubprogram)
LOOPYC_ROOT_NODE(IfConstruct)
LOOPYC_ROOT_NODE(InquireStmt)
LOOPYC_ROOT_NODE(InternalSubprogramPart)
LOOPYC_ROOT_NODE(IoControlSpec)
LOOPYC_ROOT_NODE(LabelDoStmt)
LOOPYC_ROOT_NODE(LockStmt)
LOOPYC_ROOT_NODE(NamelistStmt)
LOOPYC_ROOT_NODE(NonLabelDoStmt)
LOOPYC_ROOT_NODE(NotifyWaitStmt)
LOOPYC_ROOT_NODE(NullifyStmt)
LOOPYC_ROOT_NODE(OpenACCConstruct)
LOOPYC_ROOT_NODE(OpenMPConstruct)
LOOPYC_ROOT_NODE(OpenMPInvalidDirective)
LOOPYC_ROOT_NODE(OpenMPMisplacedEndDirective)
LOOPYC_ROOT_NODE(OpenStmt)
LOOPYC_ROOT_NODE(PauseStmt)
LOOPYC_ROOT_NODE(PointerAssignmentStmt)
LOOPYC_ROOT_NODE(PrintStmt)
LOOPYC_ROOT_NODE(Program)
LOOPYC_ROOT_NODE(ReadStmt)
LOOPYC_ROOT_NODE(RewindStmt)
LOOPYC_ROOT_NODE(ScalarLogicalExpr)
LOOPYC_ROOT_NODE(SelectRankConstruct)
LOOPYC_ROOT_NODE(SelectTypeConstruct)
LOOPYC_ROOT_NODE(Selector)
LOOPYC_ROOT_NODE(SpecificationPart)
LOOPYC_ROOT_NODE(StopStmt)
LOOPYC_ROOT_NODE(SubroutineSubprogram)
LOOPYC_ROOT_NODE(SyncAllStmt)
LOOPYC_ROOT_NODE(SyncImagesStmt)
LOOPYC_ROOT_NODE(SyncMemoryStmt)
LOOPYC_ROOT_NODE(SyncTeamStmt)
LOOPYC_ROOT_NODE(UnlockStmt)
LOOPYC_ROOT_NODE(Variable)
LOOPYC_ROOT_NODE(WaitStmt)
LOOPYC_ROOT_NODE(WhereConstruct)
LOOPYC_ROOT_NODE(WriteStmt)
