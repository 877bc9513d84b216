// Questions that the host answers before the kernel: is it allocated, what does
// it point at?
#include "StatementFunctions.h"
#include "Variables.h"

#include "loopyc/Values/Affine.h"

using namespace loopyc;
using namespace loopyc::frontend;
using Fortran::semantics::Attr;
using Fortran::semantics::Symbol;

// A kernel neither allocates nor points, so that the host knows.
Expr Variables::status(const Fortran::evaluate::NamedEntity &entity,
                       const std::string &intrinsic) {
  std::vector<PathPart> parts;
  if (const auto *component = entity.UnwrapComponent())
    parts = partsOf(*component);
  else
    parts = {{&entity.GetLastSymbol().GetUltimate(), {}}};
  const Symbol &symbol = *parts.back().symbol;
  if (!region || region->confined.count(parts.front().symbol) ||
      presenceOf(symbol) == HostValue::Presence::Always ||
      mayBeAbsent(*parts.front().symbol) ||
      firstWithElements(parts) + 1 < parts.size())
    throw Unsupported{"intrinsic '" + intrinsic + "'"};
  Variable asked;
  asked.name = asName(nameOf(parts, parts.size()));
  asked.range = session.range(symbol.name());
  Expr answer = hide(symbol, asked, nameOf(parts, parts.size()), 0,
                     HostValue::Kind::IsPresent);
  return Expr::binary(BinaryOp::Gt, answer, Expr::integer(0, answer.type()));
}

// associated(p, q), as the host is asked for `status`: neither changes in a
// kernel. For --check, both are arguments.
Expr Variables::reference(const Fortran::evaluate::ProcedureRef &call,
                          const std::string &name, Type type) {
  if (call.proc().GetSpecificIntrinsic()) {
    auto pathOf = [&](int argument, bool isPointer) {
      const Fortran::semantics::SomeExpr *given = call.UnwrapArgExpr(argument);
      std::optional<Fortran::evaluate::NamedEntity> entity;
      if (given &&
          Fortran::evaluate::UnwrapWholeSymbolOrComponentDataRef(*given))
        entity = Fortran::evaluate::ExtractNamedEntity(*given);
      std::vector<PathPart> parts;
      if (const auto *component = entity ? entity->UnwrapComponent() : nullptr)
        parts = partsOf(*component);
      else if (entity)
        parts = {{&entity->GetLastSymbol().GetUltimate(), {}}};
      if (parts.empty() || !region ||
          region->confined.count(parts.front().symbol) ||
          mayBeAbsent(*parts.front().symbol) ||
          firstWithElements(parts) + 1 < parts.size() ||
          (isPointer && !parts.back().symbol->attrs().test(Attr::POINTER)))
        throw Unsupported{"intrinsic '" + name + "' of two variables"};
      typeOf(*parts.back().symbol, spelling(*parts.front().symbol));
      if (parts.size() == 1)
        variable(*parts.front().symbol);
      return nameOf(parts, parts.size());
    };
    const std::string pointer = pathOf(0, true), target = pathOf(1, false);
    HiddenVariable question;
    question.value = valueAt(pointer);
    question.value.kind = HostValue::Kind::IsPresent;
    question.value.presence = HostValue::Presence::Pointer;
    question.value.nameInModule = target; // fortran::askedTarget
    const HiddenVariable *known = nullptr;
    for (const HiddenVariable &other : hiddenArguments)
      if (other.value.kind == HostValue::Kind::IsPresent &&
          other.value.path == question.value.path &&
          other.value.nameInModule == target)
        known = &other;
    if (!known) {
      question.variable.name =
          freeName(asName(pointer) + "_associated_" + asName(target));
      question.variable.type = Type::integer(4);
      question.variable.kind = VariableKind::ValueArg;
      question.variable.intent = Intent::In;
      hiddenArguments.push_back(question);
      known = &hiddenArguments.back();
    }
    return Expr::binary(
        BinaryOp::Gt, Expr::var(known->variable.name, known->variable.type),
        Expr::integer(0, known->variable.type));
  }
  if (std::optional<Expr> value = expandStatementFunction(call, type, *this))
    return *value;
  return Symbols::reference(call, name, type);
}

// A component that keeps its value where the variable does.
static bool isPartOfItsVariable(const Symbol &symbol) {
  return symbol.owner().IsDerivedType() &&
         symbol.has<Fortran::semantics::ObjectEntityDetails>() &&
         !symbol.attrs().test(Attr::POINTER);
}

bool Variables::isStable(const Symbol &symbol) const {
  return isPartOfItsVariable(symbol) || symbol.attrs().test(Attr::INTENT_IN) ||
         symbol.attrs().test(Attr::PARAMETER) ||
         region->unchanged.count(&symbol.GetUltimate()) ||
         (region->isWhole && isKept(symbol.GetUltimate()));
}

std::vector<EqualExtents> Variables::settledValues() const {
  std::vector<EqualExtents> result;
  // Of an array, the shape, for a value with elements is none that is asked.
  auto isFixed = [&](const Symbol &symbol) {
    const bool moves = symbol.attrs().test(Attr::ALLOCATABLE) ||
                       symbol.attrs().test(Attr::POINTER);
    return symbol.Rank() == 0
               ? isStable(symbol)
               : Fortran::semantics::IsDummy(symbol) && !moves;
  };
  for (const SettledBefore &settled : region->settled) {
    auto known = variables.find(settled.variable);
    if (known == variables.end() || !known->second.isArgument() ||
        !known->second.type.isInteger())
      continue;
    auto symbols = Fortran::evaluate::CollectSymbols(*settled.value);
    if (symbols.empty() ||
        !std::all_of(symbols.begin(), symbols.end(),
                     [&](const Symbol &symbol) { return isFixed(symbol); }))
      continue;
    try {
      Variables trial = *this;
      Expr value = fold(lowerExpr(*settled.value, trial));
      bool isNew = trial.hiddenArguments.size() != hiddenArguments.size() ||
                   trial.order.size() != order.size() ||
                   trial.components.size() != components.size() ||
                   trial.arraysOfTypes.size() != arraysOfTypes.size();
      if (isNew || !value.type().isInteger() || !toAffine(value))
        continue;
      result.push_back({Expr::var(known->second.name, known->second.type),
                        value, "", known->second.range, true});
    } catch (const Unsupported &) { // nothing is known of it
    } catch (const UserError &) {
    }
  }
  return result;
}
