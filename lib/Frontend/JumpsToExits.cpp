#include "JumpsToExits.h"

#include <algorithm>
#include <iterator>
#include <map>

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

using Kind = JumpStatement::Kind;

// A jump that can go where it wants to.
JumpStatement *openJump(Statement &statement) {
  auto *jump = std::get_if<JumpStatement>(&statement.value);
  return jump && statement.facts.obstacles.empty() ? jump : nullptr;
}

template <typename Visit>
void forEachStatement(Block &block, const Visit &visit) {
  for (Statement &statement : block) {
    visit(statement);
    forEachBlock(statement,
                 [&](Block &inner) { forEachStatement(inner, visit); });
  }
}

// Jumps of this kind to this target become exits from the block with the
// number. True if there are any.
bool retarget(Statement &statement, Kind kind, int target, int number) {
  bool any = false;
  auto look = [&](Statement &one) {
    JumpStatement *jump = openJump(one);
    if (!jump || jump->kind != kind || jump->target != target)
      return;
    *jump = {Kind::Exit, number};
    any = true;
  };
  look(statement);
  forEachBlock(statement, [&](Block &inner) { forEachStatement(inner, look); });
  return any;
}

class Rewriter {
public:
  explicit Rewriter(Procedure &procedure) : procedure(procedure) {
    int order = 0;
    forEachStatement(procedure.body, [&](Statement &statement) {
      next = std::max(next, statement.construct + 1);
      hasJumps |= openJump(statement) != nullptr;
      if (const auto *label = std::get_if<LabelStatement>(&statement.value))
        labels[label->label] = order;
      places[statement.range.line] = order++;
    });
  }

  void run() {
    Block &body = procedure.body;
    if (hasJumps) {
      makeBlocks(body);
      int number = next++;
      bool returns = false;
      for (Statement &statement : body)
        returns |= retarget(statement, Kind::Exit, 0, number);
      if (returns)
        enclose(body, 0, body.size(), number);
    }
    forEachStatement(body, [&](Statement &statement) {
      if (JumpStatement *jump = openJump(statement);
          jump && jump->kind == Kind::Goto)
        statement.facts.obstacles.push_back(whyNot(*jump, statement.range));
    });
  }

private:
  void makeBlocks(Block &block) {
    for (Statement &statement : block)
      forEachBlock(statement, [&](Block &inner) { makeBlocks(inner); });
    for (Statement &statement : block) { // before a label's block hides them
      makeCycles(statement);
      makeExits(statement);
    }
    for (size_t k = 0; k < block.size(); ++k)
      if (std::holds_alternative<LabelStatement>(block[k].value))
        k = encloseBefore(block, k);
  }

  // The statements from the first that jumps to the label at `k` on. Returns
  // where what stands behind the label then is, less 1; labels go.
  size_t encloseBefore(Block &block, size_t k) {
    int label = std::get<LabelStatement>(block[k].value).label;
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(k));
    int number = next++;
    size_t first = k;
    for (size_t j = k; j-- > 0;)
      if (retarget(block[j], Kind::Goto, label, number))
        first = j;
    if (first == k)
      return k - 1;
    enclose(block, first, k, number);
    return first;
  }

  void makeCycles(Statement &statement) {
    Block *body = nullptr;
    if (auto *loop = std::get_if<DoStatement>(&statement.value))
      body = &loop->body;
    else if (auto *endless = std::get_if<LoopStatement>(&statement.value))
      body = &endless->body;
    if (!body || statement.construct == 0)
      return;
    int number = next++;
    if (retarget(statement, Kind::Cycle, statement.construct, number))
      enclose(*body, 0, body->size(), number);
  }

  void makeExits(Statement &statement) {
    if (statement.construct == 0 ||
        std::holds_alternative<BlockStatement>(statement.value))
      return;
    int number = next++;
    if (!retarget(statement, Kind::Exit, statement.construct, number))
      return;
    Block inside;
    inside.push_back(std::move(statement));
    enclose(inside, 0, 1, number);
    statement = std::move(inside.front());
  }

  // [first, last) as one block.
  static void enclose(Block &block, size_t first, size_t last, int number) {
    auto begin = block.begin() + static_cast<std::ptrdiff_t>(first);
    auto end = block.begin() + static_cast<std::ptrdiff_t>(last);
    Statement made;
    made.range = begin->range;
    made.line = begin->line;
    made.construct = number;
    made.value = BlockStatement{
        Block(std::make_move_iterator(begin), std::make_move_iterator(end))};
    block.erase(begin + 1, end);
    block[first] = std::move(made);
  }

  UserError whyNot(const JumpStatement &jump, const SourceRange &where) const {
    std::string label = std::to_string(jump.target);
    auto at = labels.find(jump.target);
    std::string reason =
        at == labels.end()
            ? "goto statement that leaves the region"
        : at->second <= places.at(where.line)
            ? "goto statement back to label " + label +
                  "; write a loop, with exit and cycle"
            : "goto statement into the construct with label " + label +
                  "; write the condition of the construct";
    return UserError("not supported: " + reason, where);
  }

  Procedure &procedure;
  int next = 1;
  bool hasJumps = false;
  std::map<int, int> labels, places; // their order; of lines, the last there
};

} // namespace

Program frontend::makeJumpsExits(Program program) {
  for (Procedure &procedure : program.procedures)
    Rewriter(procedure).run();
  return program;
}
