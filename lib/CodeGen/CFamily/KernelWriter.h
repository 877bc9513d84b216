// Writes the body of one kernel: declarations, loops, guards, statements.
#ifndef LOOPYC_LIB_CODEGEN_CFAMILY_KERNELWRITER_H
#define LOOPYC_LIB_CODEGEN_CFAMILY_KERNELWRITER_H

#include "CFamily/ExprPrinter.h"
#include "CFamily/LocalMemory.h"
#include "CFamily/Passes.h"
#include "CFamily/Placement.h"
#include "CFamily/SinesAndCosines.h"
#include "CFamily/SourceText.h"
#include "CFamily/TextBuilder.h"

#include <optional>
#include <string>
#include <vector>

namespace loopyc {
namespace codegen {

class KernelWriter {
public:
  KernelWriter(KernelData &data, Helpers &helpers, TextBuilder &out,
               const CodeGenOptions &options);

  // The parameter is called otherwise, and its name has this value.
  struct NamedValue {
    const Storage *parameter;
    std::string given, value;
  };
  void nameValues(std::vector<NamedValue> values) {
    named = std::move(values);
  }

  // One declaration for each parameter of the device's function.
  std::vector<std::string> parameters();
  std::string parameterList(); // separated by commas
  void writePosition();        // of a fitted group's work-item
  // Local memory, and private variables that live through the whole body.
  void writeDeclarations();
  void writeTables();
  // Arrays whose size is known at run time only, where a thread runs all
  // work-items. `onFailure`: statements for when there is no memory.
  void allocateScratch(const std::string &onFailure);
  void freeScratch();
  void writeBody();

  // What a variable's data would be declared as, up to the identifier:
  // "__global const float4 *restrict".
  std::string pointerType(const Storage &storage);
  // The keyword, where what it promises holds.
  std::string restrictOf(const Storage &storage, bool readOnly);
  std::string elementType(const Storage &storage);
  const SourceText &sourceText() const { return source; }

private:
  void writeWithStrides(size_t from);
  void writeTrees();
  void writeBlock(const Block &block);
  void writeLoop(const Loop &loop);
  void writeLoopBody(const Loop &loop);
  void writeSingle(const Loop &loop);
  void writeGuard(const Guard &guard);
  void writeBarrier(const Barrier &barrier);
  void writeCall(const FunctionCall &call);
  std::string calledFunction(const FunctionCall &call);
  std::string parameterOf(const FunctionCall::Parameter &parameter);
  std::string awaitCopies(int pending);
  struct RowCall;
  RowCall rowCall(const Execute &execute);
  // Those from there on; returns their end.
  size_t writeRows(const std::vector<const Execute *> &statements, size_t from);
  void writeShift(const RowCall &call, const std::string &shift);
  void declareRows();
  std::string copyAhead(const Execute &execute, const Assignment &assignment);

  // An instruction with its expressions as they are at this place.
  struct Statement {
    const Execute *execute = nullptr;
    std::vector<Expr> predicates;
  };
  void writeStatements(const std::vector<Statement> &statements, size_t from,
                       size_t to, size_t depth);
  size_t sameGuard(const std::vector<Statement> &statements, size_t from,
                   size_t to, size_t depth);
  size_t alternativeEnd(const std::vector<Statement> &statements, size_t from,
                        size_t to, size_t depth);
  bool isConditional(const std::vector<Statement> &statements, size_t from,
                     size_t to, size_t depth);
  size_t writeConditional(const std::vector<Statement> &statements, size_t from,
                          size_t to, size_t depth, bool isAlternative);
  void writeStraight(const std::vector<const Execute *> &statements);
  void writeTogether(const SineAndCosine &pair);
  void writeStatement(const Execute &execute);
  void write(const Execute &execute, const Assignment &assignment);
  void write(const Execute &execute, const Update &update);
  void writeChoice(const Execute &execute, const Update &update);
  void write(const Execute &execute, const CallBody &call);
  void writeMatrixStep(const Execute &execute, const Update &update);
  void writeLookBack(const Execute &execute, const CallBody &call);
  std::string pieceFunctions(const CallBody &call);
  bool isShared(const Storage &storage) const;
  void writePlace(const Execute &execute);
  std::string rightSide(const Execute &execute, const Expr &value);

  std::string parameterName(const Storage &storage,
                            const std::string &name) const;
  std::string loopHeader(const Loop &loop);
  std::string indexType(const Loop &loop);
  void declareAll(const std::vector<const Storage *> &variables);
  std::string declarator(const Storage &storage, const std::string &name);
  void writeLocalArray(const Storage &storage, const std::string &name);
  std::string inLocalBlock(const std::string &type,
                           const std::string &identifier,
                           const std::string &part);
  void declareShared(const std::vector<const Storage *> &sharing);
  void offsetScratch(const Storage &storage);

  KernelData &data;
  const Dialect &dialect;
  Helpers &helpers;
  TextBuilder &out;
  std::optional<bool> hasSharedChoices; // see restrictOf
  const CodeGenOptions &options;
  ExprPrinter printer;
  SourceText source;
  KernelTree tree;
  Placement placement;
  std::optional<LocalBlock> localMemory; // null: declared one by one
  std::string lastPlace;
  std::string chosenValue; // a name, once there is a choice
  std::vector<NamedValue> named;
};

} // namespace codegen
} // namespace loopyc

#endif
