// Temporaries with values to begin with: an instruction for each element,
// outside of all loops and before whatever else touches the temporary.
//
//   temporary w: float64[2] = [0.5, 1.5]   ->   w[0] = 0.5;  w[1] = 1.5
#include "Builder.h"

#include "loopyc/Support/Match.h"

using namespace loopyc;
using namespace loopyc::language;

namespace {

class Initializer {
public:
  explicit Initializer(const Declaration &declaration)
      : declaration(declaration),
        text(std::make_shared<const Text>(
            SourcePart{declaration.name, declaration.range.file,
                       declaration.range.line, declaration.range.column})) {}

  void addTo(std::vector<StatementText> &statements) const {
    if (!declaration.shape)
      throw UserError("'" + declaration.name +
                          "' has an initializer, and no shape",
                      declaration.range);
    std::vector<int64_t> extents;
    for (const std::string &extent : *declaration.shape)
      extents.push_back(std::stoll(extent));
    std::vector<int64_t> index(extents.size(), 0);
    for (const Expr &value : declaration.initial) {
      statements.push_back(statement(index, value));
      for (size_t a = extents.size(); a-- > 0;) {
        if (++index[a] < extents[a])
          break;
        index[a] = 0;
      }
    }
  }

private:
  NodePtr node(Node::Value value) const {
    return std::make_shared<const Node>(
        Node{std::move(value), {0, declaration.name.size()}});
  }

  NodePtr valueOf(const Expr &e) const {
    if (const auto *n = e.getIf<IntLit>())
      return node(IntegerNode{n->value});
    if (const auto *n = e.getIf<LogicalLit>())
      return node(TruthNode{n->value});
    if (const auto *n = e.getIf<ComplexLit>())
      return node(InfixNode{Operator::Add, node(RealNode{n->re, std::nullopt}),
                            node(ImaginaryNode{n->im})});
    return node(RealNode{e.getIf<RealLit>()->value, std::nullopt});
  }

  StatementText statement(const std::vector<int64_t> &index,
                          const Expr &value) const {
    NodeList subscripts;
    for (int64_t i : index)
      subscripts.push_back(node(IntegerNode{i}));
    AssignmentText assignment;
    assignment.temporaries.resize(1);
    assignment.assignees.push_back(
        index.empty() ? node(NameNode{declaration.name})
                      : node(SubscriptNode{declaration.name, subscripts}));
    assignment.value = valueOf(value);
    StatementText result;
    result.value = std::move(assignment);
    result.text = text;
    result.span = {0, declaration.name.size()};
    result.initializes = declaration.name;
    result.attributes.idPrefix = Word{declaration.name + "_init", result.span};
    result.attributes.inames.emplace();
    result.attributes.inamesAreAll = true;
    return result;
  }

  const Declaration &declaration;
  std::shared_ptr<const Text> text;
};

void requireNotAssigned(const Building &building,
                        const Declaration &declaration) {
  for (const StatementText &statement : building.written.statements) {
    const auto *a = std::get_if<AssignmentText>(&statement.value);
    for (size_t i = 0; a && i < a->assignees.size(); ++i) {
      if (assignedName(*a->assignees[i]) == declaration.name)
        statement.text->fail("'" + declaration.name +
                                 "' is read_only, and is assigned to",
                             a->assignees[i]->span);
    }
  }
}

} // namespace

void language::addInitializers(Building &building) {
  std::vector<StatementText> first;
  for (const Declaration &declaration : building.source.data) {
    if (declaration.isReadOnly && declaration.initial.empty())
      throw UserError("'" + declaration.name +
                          "' is read_only, and has no initializer",
                      declaration.range);
    if (declaration.isReadOnly)
      requireNotAssigned(building, declaration);
    if (!declaration.initial.empty())
      Initializer(declaration).addTo(first);
  }
  auto &all = building.written.statements;
  all.insert(all.begin(), std::make_move_iterator(first.begin()),
             std::make_move_iterator(first.end()));
}
