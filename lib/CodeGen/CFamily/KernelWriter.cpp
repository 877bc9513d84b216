#include "CFamily/KernelWriter.h"

#include "CFamily/Conditions.h"
#include "CFamily/StopLoops.h"
#include "loopyc/IR/Negation.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

KernelWriter::KernelWriter(KernelData &data, Helpers &helpers, TextBuilder &out,
                           const CodeGenOptions &options)
    : data(data), dialect(data.dialect), helpers(helpers), out(out),
      options(options), printer(data, helpers), source(data.scheduled.kernel),
      tree(runPasses(data, options)) {
  placement = placeVariables(data, tree.body);
  if (!tree.isWhole)
    return;
  Placement other = placeVariables(data, tree.whole);
  // Where one thread has copies for all work-items, both have the same.
  if (!data.target.hasWorkItems() && other.atTop != placement.atTop) {
    tree.isWhole = Expr();
    placement = placeVariables(data, tree.body);
    return;
  }
  placement.add(std::move(other));
}

void KernelWriter::writeBody() {
  for (const std::string &remark : tree.remarks)
    out.comment(remark);
  printer.nameStrides(true);
  writeWithStrides(0);
  printer.nameStrides(false);
}

// Declares those that are used, from `from` on.
void KernelWriter::writeWithStrides(size_t from) {
  if (from == data.strides().size())
    return writeTrees();
  const auto &[stride, name] = data.strides()[from];
  const std::string identifier = data.identifier(name);
  out.declareForUse(
      "const " +
          dialect.typeName(Type::integer(data.isWideName(name) ? 8 : 4)) + " " +
          identifier + " = " + printer.numberOfElements(stride) + ";",
      identifier, [&] { writeWithStrides(from + 1); });
}

void KernelWriter::writeTrees() {
  if (!tree.isWhole)
    return writeBlock(tree.body);
  out.open("if (" + printer.condition(withWideNumbers(tree.isWhole)) + ")");
  writeBlock(tree.whole);
  out.close(" else {");
  out.deepen();
  lastPlace.clear();
  writeBlock(tree.body);
  out.close();
}

// --- loops and guards

std::string KernelWriter::indexType(const Loop &loop) {
  bool wide = data.isWide(loop.variable) || isLargeNumber(loop.step) ||
              isEndless(loop) || data.mentionsWide(loop.init) ||
              (loop.condition && data.mentionsWide(loop.condition));
  if (wide)
    data.setWide(loop.variable); // for what is inside
  return dialect.typeName(Type::integer(wide ? 8 : 4));
}

static std::string loopName(KernelData &data, const Loop &loop) {
  return match(
      loop.variable,
      [&](const std::string &iname) { return data.identifier(iname); },
      [&](const GridAxis &axis) { return data.axisName(axis); });
}

static bool mentionsVariable(const Block &block, const LoopVariable &variable) {
  auto inExpr = [&](const Expr &e) { return e && mentions(e, variable); };
  auto inAny = [&](const std::vector<Expr> &list) {
    return std::any_of(list.begin(), list.end(), inExpr);
  };
  return std::any_of(block.begin(), block.end(), [&](const Node &node) {
    return match(
        node.value,
        [&](const Loop &loop) {
          return inExpr(loop.init) || inExpr(loop.condition) ||
                 mentionsVariable(loop.body, variable);
        },
        [&](const Guard &guard) {
          return inExpr(guard.condition) ||
                 mentionsVariable(guard.body, variable);
        },
        [&](const Execute &execute) {
          return inExpr(execute.choice) || inAny(execute.insn->predicates) ||
                 (execute.rows && (inExpr(execute.rows->columns) ||
                                   inExpr(execute.rows->rows))) ||
                 inAny(execute.insn->reads());
        },
        [](const Barrier &) { return false; },
        [&](const FunctionCall &call) {
          return std::any_of(call.parameters.begin(), call.parameters.end(),
                             [&](const FunctionCall::Parameter &parameter) {
                               return inExpr(parameter.value);
                             });
        });
  });
}

std::string KernelWriter::loopHeader(const Loop &loop) {
  if (isEndless(loop) && loop.goesOn &&
      !mentionsVariable(loop.body, loop.variable))
    return "while (" + printer.condition(loop.goesOn) + ")";
  std::string name = loopName(data, loop);
  std::string step =
      loop.step == 1 ? "++" + name : name + " += " + std::to_string(loop.step);
  std::string type = indexType(loop);
  Expr condition = withWideNumbers(loop.condition);
  if (loop.goesOn)
    condition =
        Expr::binary(BinaryOp::And, condition, loop.goesOn, Type::logical(4));
  return "for (" + type + " " + name + " = " +
         printer.print(withWideNumbers(loop.init)) + "; " +
         printer.condition(condition) + "; " + step + ")";
}

// variable < bound, as OpenMP wants it.
static bool isCanonical(const Loop &loop) {
  const auto *b = loop.condition.getIf<Binary>();
  return b && isReferenceTo(b->a, loop.variable);
}

static bool hasAtomics(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Node &node) {
    return match(
        node.value, [](const Loop &loop) { return hasAtomics(loop.body); },
        [](const Guard &guard) { return hasAtomics(guard.body); },
        [](const Execute &execute) {
          const Update *update = execute.insn->update();
          return update && update->atomic;
        },
        [](const Barrier &) { return false; },
        [](const FunctionCall &call) { return hasAtomics(call.body); });
  });
}

// One iteration: the variable is a constant, in a scope of its own.
void KernelWriter::writeSingle(const Loop &loop) {
  const std::string name = loopName(data, loop);
  out.declareForUse("const " + indexType(loop) + " " + name + " = " +
                        printer.print(withWideNumbers(loop.init)) + ";",
                    name, [&] { writeLoopBody(loop); });
}

void KernelWriter::writeLoopBody(const Loop &loop) {
  auto here = placement.atStart.find(&loop.body);
  if (here != placement.atStart.end())
    declareAll(here->second);
  writeBlock(loop.body);
}

void KernelWriter::writeLoop(const Loop &loop) {
  if (loop.degenerate) {
    out.open("");
    writeSingle(loop);
  } else {
    if (loop.tag.code() == LoopCode::HintedLoop)
      out.line(dialect.unrollHint(loop.tag.copies));
    if (loop.tag.code() == LoopCode::Lanes && isCanonical(loop) &&
        !hasAtomics(loop.body))
      out.line("#pragma omp simd");
    out.open(loopHeader(loop));
    const bool isOnDevice = data.target.hasWorkItems();
    if (isOnDevice)
      printer.enterLoop(loop.variable);
    writeLoopBody(loop);
    if (isOnDevice)
      printer.leaveLoop();
  }
  out.close();
}

void KernelWriter::writeGuard(const Guard &guard) {
  out.open("if (" + printer.condition(withWideNumbers(guard.condition)) + ")");
  const Loop *only = guard.body.size() == 1
                         ? std::get_if<Loop>(&guard.body.front().value)
                         : nullptr;
  if (only && only->degenerate)
    writeSingle(*only);
  else
    writeBlock(guard.body);
  out.close();
}

void KernelWriter::writeBarrier(const Barrier &barrier) {
  bool global = barrier.globalMemory;
  // Local arrays without constant size lie in global memory.
  for (const Storage *storage : data.temporaries())
    global = global || (storage->isScratch && storage->isLocal());
  std::string text = dialect.barrier(barrier.localMemory, global);
  if (text.empty())
    return;
  if (!barrier.reason.empty())
    out.comment(barrier.reason);
  if (barrier.pending >= 0)
    out.line(awaitCopies(barrier.pending));
  out.line(text);
}

std::string KernelWriter::awaitCopies(int pending) {
  const std::string name = "await_copies_" + std::to_string(pending);
  helpers.define(name, [&] { return dialect.awaitCopiesText(pending); });
  return name + "();";
}

void KernelWriter::writeBlock(const Block &block) {
  std::vector<Statement> statements;
  auto flush = [&] {
    writeStatements(statements, 0, statements.size(), 0);
    statements.clear();
  };
  for (const Node &node : block) {
    if (const auto *execute = std::get_if<Execute>(&node.value)) {
      Statement statement{execute, {}};
      for (const Predicate &predicate : execute->insn->predicates)
        statement.predicates.push_back(withValues(predicate, execute->values));
      statements.push_back(std::move(statement));
      continue;
    }
    flush();
    match(
        node.value, [&](const Loop &loop) { writeLoop(loop); },
        [&](const Guard &guard) { writeGuard(guard); }, [](const Execute &) {},
        [&](const Barrier &barrier) { writeBarrier(barrier); },
        [&](const FunctionCall &call) { writeCall(call); });
  }
  flush();
}

// --- statements under conditions on data

static std::set<std::string> namesIn(const Expr &condition) {
  std::set<std::string> names;
  collectNames(condition, names, names);
  return names;
}

static bool assignsAny(const Instruction &insn,
                       const std::set<std::string> &names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    return insn.assigns(name);
  });
}

// The end of the statements from `from` on that share one guard at this depth,
// none but the last of which changes what the guard reads.
size_t KernelWriter::sameGuard(const std::vector<Statement> &statements,
                               size_t from, size_t to, size_t depth) {
  const Expr &guard = statements[from].predicates[depth];
  std::set<std::string> reads = namesIn(guard);
  size_t end = from;
  while (end < to && statements[end].predicates.size() > depth &&
         statements[end].predicates[depth] == guard) {
    ++end;
    if (assignsAny(*statements[end - 1].execute->insn, reads))
      break;
  }
  return end;
}

// The end of the statements from `from` on that are guarded by the opposite of
// the guard of those before, if that is still unchanged; else `from`.
size_t KernelWriter::alternativeEnd(const std::vector<Statement> &statements,
                                    size_t from, size_t to, size_t depth) {
  if (from == to || statements[from].predicates.size() <= depth)
    return from;
  const Expr &guard = statements[from - 1].predicates[depth];
  if (!areOpposite(statements[from].predicates[depth], guard) ||
      assignsAny(*statements[from - 1].execute->insn, namesIn(guard)))
    return from;
  return sameGuard(statements, from, to, depth);
}

// Are the statements one `if` with its alternatives?
bool KernelWriter::isConditional(const std::vector<Statement> &statements,
                                 size_t from, size_t to, size_t depth) {
  if (statements[from].predicates.size() <= depth)
    return false;
  size_t end = sameGuard(statements, from, to, depth);
  return alternativeEnd(statements, end, to, depth) == to;
}

// if (g) {...} else if (h) {...} else {...}
// Returns the end of what it writes.
size_t KernelWriter::writeConditional(const std::vector<Statement> &statements,
                                      size_t from, size_t to, size_t depth,
                                      bool isAlternative) {
  std::string head =
      "if (" + printer.condition(statements[from].predicates[depth]) + ")";
  if (isAlternative) {
    out.close(" else " + head + " {");
    out.deepen();
  } else {
    out.open(head);
  }
  size_t end = sameGuard(statements, from, to, depth);
  writeStatements(statements, from, end, depth + 1);
  size_t last = alternativeEnd(statements, end, to, depth);
  if (last > end && isConditional(statements, end, last, depth + 1))
    return writeConditional(statements, end, last, depth + 1, true);
  if (last > end) {
    out.close(" else {");
    out.deepen();
    writeStatements(statements, end, last, depth + 1);
  }
  out.close();
  return last;
}

void KernelWriter::writeStatements(const std::vector<Statement> &statements,
                                   size_t from, size_t to, size_t depth) {
  while (from < to) {
    std::vector<const Execute *> straight;
    while (from < to && statements[from].predicates.size() <= depth)
      straight.push_back(statements[from++].execute);
    writeStraight(straight);
    if (from < to)
      from = writeConditional(statements, from, to, depth, false);
  }
}

// Statements that run one after the other.
void KernelWriter::writeStraight(
    const std::vector<const Execute *> &statements) {
  std::vector<SineAndCosine> pairs = sinesAndCosines(statements);
  for (size_t at = 0; at < statements.size(); ++at) {
    if (statements[at]->rows) {
      at = writeRows(statements, at) - 1;
      continue;
    }
    for (const SineAndCosine &pair : pairs)
      if (pair.first == at)
        writeTogether(pair);
    writeStatement(*statements[at]);
    for (const SineAndCosine &pair : pairs)
      if (pair.last == at) {
        printer.setName(pair.sine, "");
        printer.setName(pair.cosine, "");
      }
  }
}

// float sine, cosine; sincosf(t, &sine, &cosine);
void KernelWriter::writeTogether(const SineAndCosine &pair) {
  Type type = pair.sine.type();
  if (dialect.routineCall(Routine::SinCos, type, {""}, {"", ""}).empty())
    return;
  helpers.useType(type);
  std::string sine = data.identifiers().fresh("sine"),
              cosine = data.identifiers().fresh("cosine"),
              angle = printer.print(pair.angle);
  out.line(dialect.typeName(type) + " " + sine + ", " + cosine + ";");
  out.line(dialect.routineCall(Routine::SinCos, type, {angle}, {sine, cosine}));
  printer.setName(pair.sine, sine);
  printer.setName(pair.cosine, cosine);
}

void KernelWriter::writePlace(const Execute &execute) {
  const SourceRange &range = execute.insn->range;
  if (!range.known())
    return;
  std::string place = range.str();
  if (!execute.repeated && place != lastPlace) {
    lastPlace = place;
    out.comment(source.comment(range));
  }
  if (options.lineDirectives)
    out.raw("#line " + std::to_string(range.line) + " \"" +
            escapedForC(range.fileName()) + "\"\n");
}

std::string KernelWriter::rightSide(const Execute &execute, const Expr &value) {
  if (execute.vectorIname.empty())
    return printer.stored(value);
  const Storage *storage = data.find(execute.insn->assigneeNames().front());
  if (mentions(value, execute.vectorIname))
    return printer.print(value);
  return dialect.broadcast(elementType(*storage), printer.print(value),
                           storage->lanes);
}

void KernelWriter::writeStatement(const Execute &execute) {
  match(
      execute.insn->body,
      [&](const Assignment &assignment) { write(execute, assignment); },
      [&](const Update &update) { write(execute, update); },
      [&](const CallBody &call) { write(execute, call); },
      [](const BarrierBody &) {
        throw InternalError("a barrier among the statements to be written");
      },
      [](const NoOp &) {});
}

std::string KernelWriter::copyAhead(const Execute &execute,
                                    const Assignment &assignment) {
  const Type type = assignment.assignee.type();
  helpers.define("copy_ahead of " + dialect.typeName(type),
                 [&] { return dialect.copyAheadText(type); });
  return "copy_ahead(" +
         printer.address(withValues(assignment.assignee, execute.values)) +
         ", " + printer.address(withValues(assignment.value, execute.values)) +
         ");";
}

void KernelWriter::write(const Execute &execute, const Assignment &assignment) {
  writePlace(execute);
  if (execute.isAsync)
    return out.line(copyAhead(execute, assignment));
  printer.setVectorIname(execute.vectorIname);
  std::string left =
      printer.assignee(withValues(assignment.assignee, execute.values));
  std::string right =
      rightSide(execute, withValues(assignment.value, execute.values));
  printer.setVectorIname("");
  if (placement.declaring.count(&execute))
    left = elementType(*data.find(execute.insn->assigneeNames().front())) +
           " " + left;
  out.line(left + " = " + right + ";");
}

// Computed first, so that no compiler makes a branch of the choice.
void KernelWriter::writeChoice(const Execute &execute, const Update &update) {
  Expr condition = tidyCondition(withValues(execute.choice, execute.values));
  if (isFalse(condition))
    return;
  if (isTrue(condition))
    return write(execute, static_cast<const Assignment &>(update));
  writePlace(execute);
  Expr element = withValues(update.assignee, execute.values);
  std::string place = printer.assignee(element);
  if (chosenValue.empty())
    chosenValue = data.identifiers().fresh("value");
  out.open("");
  out.line("const " + dialect.typeName(element.type()) + " " + chosenValue +
           " = " + printer.stored(withValues(update.value, execute.values)) +
           ";");
  out.line(place + " = " + printer.condition(withWideNumbers(condition)) +
           " ? " + chosenValue + " : " + place + ";");
  out.close();
}

// The one value that it updates with: a - b of x = x + a - b.
static Expr combinedOperand(const Update &update) {
  Type type = update.assignee.type();
  std::vector<Expr> all = operands(update);
  for (Expr &operand : all)
    operand = Expr::cast(operand, type);
  Expr result = all.front();
  for (size_t i = 1; i < all.size(); ++i)
    result = reductionOf(update.op, result, all[i]);
  return result;
}

// Do several threads of the target reach its elements?
bool KernelWriter::isShared(const Storage &storage) const {
  if (storage.isPrivate())
    return false;
  const std::vector<HardwareAxis> &axes = data.scheduled.axes;
  return std::any_of(axes.begin(), axes.end(), [&](const HardwareAxis &axis) {
    return axis.isGroup() ? !storage.isLocal() : data.target.hasWorkItems();
  });
}

void KernelWriter::write(const Execute &execute, const Update &update) {
  if (execute.matrix)
    return writeMatrixStep(execute, update);
  if (execute.choice)
    return writeChoice(execute, update);
  const Storage &storage = *data.find(execute.insn->assigneeNames().front());
  if (!update.atomic || !isShared(storage))
    return write(execute, static_cast<const Assignment &>(update));
  writePlace(execute);
  std::string element =
      printer.address(withValues(update.assignee, execute.values));
  std::string value =
      printer.print(withValues(combinedOperand(update), execute.values));
  std::string function =
      helpers.useAtomic(update.op, update.assignee.type(),
                        storage.isLocal() && !storage.isScratch);
  out.line(function + "(" + element + ", " + value + ");");
}

// The results are all there before the first is assigned: an assignee may be in
// the arguments.
void KernelWriter::write(const Execute &execute, const CallBody &call) {
  writePlace(execute);
  if (call.routine == Routine::LookBack)
    return writeLookBack(execute, call);
  std::vector<Expr> arguments, values;
  for (const Expr &argument : call.arguments)
    arguments.push_back(withValues(argument, execute.values));
  values = resultsOf(call.routine, arguments);
  Type type = values.front().type();
  std::vector<std::string> texts, results;
  for (const Expr &argument : arguments)
    texts.push_back(printer.print(argument));
  for (size_t i = 0; i < values.size(); ++i)
    results.push_back(data.identifiers().fresh("result"));
  out.open("");
  std::string together =
      dialect.routineCall(call.routine, type, texts, results);
  if (!together.empty()) {
    std::string names;
    for (const std::string &result : results)
      names += (names.empty() ? "" : ", ") + result;
    out.line(dialect.typeName(type) + " " + names + ";");
    out.line(together);
  } else {
    for (size_t i = 0; i < values.size(); ++i)
      out.line("const " + dialect.typeName(type) + " " + results[i] + " = " +
               printer.print(values[i]) + ";");
  }
  for (size_t i = 0; i < results.size(); ++i)
    out.line(printer.assignee(withValues(call.assignees[i], execute.values)) +
             " = " + results[i] + ";");
  out.close();
}
