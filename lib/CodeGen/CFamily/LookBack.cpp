#include "CFamily/LookBack.h"

#include "CFamily/KernelWriter.h"
#include "loopyc/IR/Pieces.h"
#include "loopyc/Support/Diagnostic.h"

using namespace loopyc;
using namespace loopyc::codegen;

// first_0, first_1
static Piece pieceNamed(const std::string &name, size_t width, Type type) {
  Piece piece;
  for (size_t i = 0; i < width; ++i)
    piece.push_back(Expr::var(name + "_" + std::to_string(i), type));
  return piece;
}

static std::optional<ReductionOp> operationOf(const CallBody &call) {
  const bool isLinear = call.arguments.size() == 5;
  return isLinear ? std::nullopt
                  : operationOfPiece(call.arguments[0], call.arguments[2]);
}

// A structure with how pieces are composed and applied; its name.
std::string KernelWriter::pieceFunctions(const CallBody &call) {
  const Type type = call.arguments[0].type();
  const std::optional<ReductionOp> op = operationOf(call);
  const size_t width = pieceWidth(op);
  const std::string name = std::string("pieces_") +
                           (op ? reductionName(*op) : "linear") + "_" +
                           typeSuffix(type);
  helpers.useType(type);
  helpers.define("lookback", [&] { return dialect.lookBackText(); });
  helpers.define(name, [&] {
    ExprPrinter plain(data, helpers, dialect);
    auto declared = [&](const std::string &piece) {
      std::string text;
      for (size_t i = 0; i < width; ++i)
        text += "    const value " + piece + "_" + std::to_string(i) + " = " +
                piece + "[" + std::to_string(i) + "];\n";
      return text;
    };
    Piece both = composed(op, pieceNamed("first", width, type),
                          pieceNamed("second", width, type));
    std::string text =
        "struct " + name + " {\n  typedef " + dialect.typeName(type) +
        " value;\n  static const int width = " + std::to_string(width) +
        ";\n  /* second: what first does, and then second. */\n"
        "  static __device__ void compose(const value *first, "
        "value *second) {\n" +
        declared("first") + declared("second");
    for (size_t i = 0; i < width; ++i)
      text += "    second[" + std::to_string(i) +
              "] = " + plain.stored(fold(both[i])) + ";\n";
    text += "  }\n  static __device__ value apply(const value *piece, value s) "
            "{\n" +
            declared("piece") + "    return " +
            plain.stored(fold(applied(op, pieceNamed("piece", width, type),
                                      Expr::var("s", type)))) +
            ";\n  }\n};\n";
    return text;
  });
  return name;
}

void KernelWriter::writeLookBack(const Execute &execute, const CallBody &call) {
  if (dialect.lookBackText().empty())
    throw UserError("kernel '" + data.scheduled.kernel.name +
                        "': work-groups are to look back at others "
                        "(set_reduction(..., across=\"lookback\")), but those "
                        "of target '" +
                        data.target.name() +
                        "' cannot wait for each other; say "
                        "across=\"steps\", or --target=cuda",
                    execute.insn->range);
  auto placed = [&](const Expr &e) { return withValues(e, execute.values); };
  const Expr next = placed(call.assignees[1]);
  const auto &chain = *next.getIf<ArrayRef>();
  VariablePtr declared = data.scheduled.kernel.findVariable(chain.name);
  std::string function = "look_back<" + pieceFunctions(call) + ", " +
                         declared->axes[0].extent.str() + ">";
  std::string piece = data.identifiers().fresh("piece"), values;
  for (size_t i = 3; i < call.arguments.size(); ++i)
    values += (values.empty() ? "" : ", ") +
              printer.stored(placed(call.arguments[i]));
  out.open("");
  out.line("const " + dialect.typeName(next.type()) + " " + piece + "[] = {" +
           values + "};");
  out.line(function + "((unsigned long long *) " +
           printer.address(placed(call.arguments[1])) + ", " +
           printer.print(chain.subscripts[1]) + ", " +
           printer.print(chain.subscripts[0]) + ", " +
           printer.address(placed(call.arguments[0])) + ", " + piece + ", " +
           printer.address(placed(call.assignees[0])) + ", " +
           printer.address(next) + ");");
  out.close();
}
