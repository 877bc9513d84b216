#include "loopyc/IR/Routines.h"

#include "loopyc/IR/Pieces.h"

using namespace loopyc;

const char *loopyc::routineName(Routine routine) {
  switch (routine) {
  case Routine::SinCos:
    return "sincos";
  case Routine::LookBack:
    return "lookback";
  }
  return "";
}

std::vector<Expr> loopyc::resultsOf(Routine routine,
                                    const std::vector<Expr> &arguments) {
  switch (routine) {
  case Routine::SinCos: {
    Type type = arguments.at(0).type();
    return {Expr::call(Intrinsic::Sin, arguments, type),
            Expr::call(Intrinsic::Cos, arguments, type)};
  }
  case Routine::LookBack:
    return {arguments.at(0), arguments.at(2)};
  }
  return {};
}

static std::string misuseOfLookBack(const std::vector<Expr> &arguments) {
  const Expr &before = arguments[0], &cell = arguments[1];
  if (!before.getIf<ArrayRef>() || !cell.getIf<ArrayRef>() ||
      cell.type() != Type::integer(8))
    return "lookback takes an element, and a cell of type " +
           Type::integer(8).str() + ", but not " + before.str() + " and " +
           cell.str();
  for (size_t i = 2; i < arguments.size(); ++i)
    if (arguments[i].type() != before.type())
      return "lookback takes values of one type with " + before.str() +
             ", but " + arguments[i].str() + " is of type " +
             arguments[i].type().str();
  bool isLinear = arguments.size() == 5;
  return isLinear || operationOfPiece(before, arguments[2])
             ? ""
             : "lookback with a piece of one value takes an update of " +
                   before.str() + ", but " + arguments[2].str() + " is none";
}

std::string loopyc::misuseOf(Routine routine,
                             const std::vector<Expr> &arguments) {
  const std::string name = routineName(routine);
  const size_t least = routine == Routine::SinCos ? 1 : 4,
               most = routine == Routine::SinCos ? 1 : 5;
  if (arguments.size() < least || arguments.size() > most)
    return name + " takes " + std::to_string(least) +
           (most > least ? " or " + std::to_string(most) : "") +
           " arguments, not " + std::to_string(arguments.size());
  switch (routine) {
  case Routine::SinCos:
    if (Type type = arguments[0].type();
        type != Type::real(4) && type != Type::real(8))
      return name + " takes real(4) or real(8), but " + arguments[0].str() +
             " is of type " + type.str();
    return "";
  case Routine::LookBack:
    return misuseOfLookBack(arguments);
  }
  return "";
}
