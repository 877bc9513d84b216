#include "Statement.h"

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace loopyc;
using namespace loopyc::verify;

int NameTable::add(const std::string &name) {
  auto [known, isNew] = places.try_emplace(name, names.size());
  if (isNew)
    names.push_back(name);
  return known->second;
}

int NameTable::find(const std::string &name) const {
  auto known = places.find(name);
  return known == places.end() ? -1 : known->second;
}

namespace {

// Code for the parameters of the rule that is being expanded.
using Bound = std::map<std::string, Code>;

class Compiler {
public:
  explicit Compiler(const Meaning &meaning)
      : meaning(meaning), around(meaning.inames) {}

  Code compile(const Expr &e, const Bound &bound) {
    Code code;
    code.type = e.type();
    match(
        e->value,
        [&](const IntLit &l) { code.literal = Value::integer(l.value); },
        [&](const RealLit &l) {
          code.literal = literalValue(l.value, code.type);
        },
        [&](const LogicalLit &l) { code.literal = Value::integer(l.value); },
        [&](const ComplexLit &l) {
          code.literal = literalValue(l.re, l.im, code.type);
        },
        [&](const VarRef &ref) { code = reference(ref.str(), e, bound); },
        [&](const AxisRef &ref) { code = reference(ref.axis.str(), e, bound); },
        [&](const ArrayRef &ref) {
          code.kind = Code::Kind::Element;
          code.index = variable(ref.name);
          code.operands = all(ref.subscripts, bound);
        },
        [&](const Unary &u) {
          code.kind = Code::Kind::Unary;
          code.unary = u.op;
          code.operands = all({u.a}, bound);
        },
        [&](const Binary &b) {
          code.kind = Code::Kind::Binary;
          code.binary = b.op;
          code.operands = all({b.a, b.b}, bound);
        },
        [&](const Call &call) {
          code.kind = Code::Kind::Call;
          code.fn = call.fn;
          code.operands = all(call.args, bound);
        },
        [&](const Cast &cast) {
          code.kind = Code::Kind::Cast;
          code.operands = all({cast.a}, bound);
        },
        [&](const Select &s) {
          code.kind = Code::Kind::Select;
          code.operands = all({s.condition, s.ifTrue, s.ifFalse}, bound);
        },
        [&](const RuleCall &call) { code = expanded(call, bound); },
        [&](const Reduction &n) {
          code.kind = Code::Kind::Reduction;
          code.reduction = n.op;
          code.domain = domainOf(n);
          around.insert(around.end(), n.inames.begin(), n.inames.end());
          code.operands = all({n.value}, bound);
          around.resize(around.size() - n.inames.size());
        },
        [&](const ExternalCall &call) {
          code.kind = Code::Kind::External;
          code.operands = all(call.args, bound);
          code.index = static_cast<int>(std::hash<std::string>()(
              call.signature ? call.signature->nameInTarget
                             : call.function->name));
        });
    return code;
  }

private:
  std::vector<Code> all(const std::vector<Expr> &list, const Bound &bound) {
    std::vector<Code> result;
    for (const Expr &e : list)
      result.push_back(compile(e, bound));
    return result;
  }

  std::shared_ptr<const Domain> domainOf(const Reduction &n) const {
    if (!meaning.domainOf)
      throw InternalError("verify: a reduction where there are no loops");
    return meaning.domainOf(around, n.inames);
  }

  int variable(const std::string &name) const {
    auto known = meaning.variables.find(name);
    if (known == meaning.variables.end())
      throw InternalError("verify: unknown array '" + name + "'");
    return known->second;
  }

  Code reference(const std::string &name, const Expr &e, const Bound &bound) {
    if (auto parameter = bound.find(name); parameter != bound.end())
      return parameter->second;
    Code code;
    code.type = e.type();
    auto known = meaning.variables.find(name);
    code.kind = known == meaning.variables.end() ? Code::Kind::Name
                                                 : Code::Kind::Element;
    code.index = known == meaning.variables.end() ? meaning.names->add(name)
                                                  : known->second;
    return code;
  }

  Code expanded(const RuleCall &call, const Bound &bound) {
    for (const SubstitutionRule &rule : *meaning.rules) {
      if (rule.name != call.rule)
        continue;
      Bound own;
      for (size_t i = 0; i < rule.parameters.size(); ++i)
        own[rule.parameters[i]] = compile(call.args.at(i), bound);
      return compile(rule.value, own);
    }
    throw InternalError("verify: unknown rule '" + call.rule + "'");
  }

  const Meaning &meaning;
  std::vector<std::string> around; // inames, those of reductions too
};

} // namespace

Code verify::compile(const Expr &e, const Meaning &meaning) {
  return Compiler(meaning).compile(e, {});
}

std::vector<int64_t> verify::evaluateAll(const std::vector<Code> &subscripts,
                                         const std::vector<int64_t> &names,
                                         Elements &elements) {
  std::vector<int64_t> result;
  result.reserve(subscripts.size());
  for (const Code &code : subscripts) {
    Value value = evaluate(code, names, elements);
    if (!value.isDefined())
      throw Fault("has a subscript that is " + valueStr(value, code.type));
    result.push_back(value.re);
  }
  return result;
}

static Value logicalOperation(const Code &code,
                              const std::vector<int64_t> &names,
                              Elements &elements) {
  bool isAnd = code.binary == BinaryOp::And;
  Value left = evaluate(code.operands[0], names, elements);
  if (left.isDefined() && (left.re != 0) != isAnd)
    return left;
  return apply(code.binary, code.type, left,
               evaluate(code.operands[1], names, elements), code.type);
}

static Value neutral(ReductionOp op, Type type) {
  bool isMin = op == ReductionOp::Min;
  switch (op) {
  case ReductionOp::Add:
  case ReductionOp::Or:
  case ReductionOp::Neqv:
  case ReductionOp::Ior:
  case ReductionOp::Ieor:
    return Value::integer(0); // of the field, too
  case ReductionOp::Mul:
  case ReductionOp::And:
  case ReductionOp::Eqv:
    return Value::integer(1);
  case ReductionOp::Iand:
    if (type.isUnsigned())
      return Value::integer(
          static_cast<int64_t>(UINT64_MAX >> (64 - 8 * type.bytes)));
    return Value::integer(-1);
  case ReductionOp::Min:
  case ReductionOp::Max:
    if (type.isReal())
      return literalValue(isMin ? INFINITY : -INFINITY, type);
    if (type.isUnsigned())
      return isMin ? Value::integer(static_cast<int64_t>(
                         UINT64_MAX >> (64 - 8 * type.bytes)))
                   : Value::integer(0);
    int64_t low = INT64_MIN >> (64 - 8 * type.bytes);
    return Value::integer(isMin ? -(low + 1) : low);
  }
  return Value::invalid();
}

static Value combined(ReductionOp op, Type type, const Value &a,
                      const Value &b) {
  auto call = [&](Intrinsic fn) { return apply(fn, type, type, {a, b}); };
  auto compared = [&](BinaryOp op) { return apply(op, type, a, b, type); };
  switch (op) {
  case ReductionOp::Add:
    return apply(BinaryOp::Add, type, a, b, type);
  case ReductionOp::Mul:
    return apply(BinaryOp::Mul, type, a, b, type);
  case ReductionOp::And:
    return apply(BinaryOp::And, type, a, b, type);
  case ReductionOp::Or:
    return apply(BinaryOp::Or, type, a, b, type);
  case ReductionOp::Eqv:
    return compared(BinaryOp::Eq);
  case ReductionOp::Neqv:
    return compared(BinaryOp::Ne);
  case ReductionOp::Min:
    return call(Intrinsic::Min);
  case ReductionOp::Max:
    return call(Intrinsic::Max);
  case ReductionOp::Iand:
    return call(Intrinsic::Iand);
  case ReductionOp::Ior:
    return call(Intrinsic::Ior);
  case ReductionOp::Ieor:
    return call(Intrinsic::Ieor);
  }
  return Value::invalid();
}

// In ascending order of the points.
static Value reduced(const Code &code, std::vector<int64_t> names,
                     Elements &elements) {
  const Domain &domain = *code.domain;
  std::vector<int64_t> fixed;
  for (size_t i = 0; i < domain.sizes; ++i)
    fixed.push_back(names[domain.places[i]]);
  for (size_t d = 0; d < domain.data.size(); ++d) {
    Value value = elements.load(domain.data[d], {});
    if (!value.isDefined())
      throw Fault("has a loop bound '" + domain.fixed[domain.sizes + d] +
                  "' that is undefined");
    fixed.push_back(value.re);
  }
  Value result = neutral(code.reduction, code.type);
  domain.scanner->scan(fixed, {}, [&](const int64_t *point) {
    for (size_t i = 0; i < domain.places.size(); ++i)
      names[domain.places[i]] = point[i];
    result = combined(code.reduction, code.type, result,
                      evaluate(code.operands[0], names, elements));
  });
  return result;
}

Value verify::evaluate(const Code &code, const std::vector<int64_t> &names,
                       Elements &elements) {
  auto operand = [&](size_t i) {
    return evaluate(code.operands[i], names, elements);
  };
  switch (code.kind) {
  case Code::Kind::Literal:
    return code.literal;
  case Code::Kind::Name:
    return Value::integer(names[code.index]);
  case Code::Kind::Element:
    return elements.load(code.index,
                         evaluateAll(code.operands, names, elements));
  case Code::Kind::Unary:
    return apply(code.unary, code.type, operand(0));
  case Code::Kind::Binary: {
    if (code.binary == BinaryOp::And || code.binary == BinaryOp::Or)
      return logicalOperation(code, names, elements);
    Value left = operand(0);
    return apply(code.binary, code.operands[0].type, left, operand(1),
                 code.operands[1].type);
  }
  case Code::Kind::Call: {
    std::vector<Value> args;
    for (size_t i = 0; i < code.operands.size(); ++i)
      args.push_back(operand(i));
    return apply(code.fn, code.type, code.operands[0].type, args);
  }
  case Code::Kind::External: {
    std::vector<Value> args;
    for (size_t i = 0; i < code.operands.size(); ++i)
      args.push_back(operand(i));
    return applyUnknown(code.index, code.type, args);
  }
  case Code::Kind::Cast:
    return convert(operand(0), code.operands[0].type, code.type);
  case Code::Kind::Select: {
    Value condition = operand(0);
    if (!condition.isDefined())
      return {0, 0, condition.state};
    return operand(condition.re ? 1 : 2);
  }
  case Code::Kind::Reduction:
    return reduced(code, names, elements);
  }
  return Value::invalid();
}

namespace {
class NoElements : public Elements {
public:
  Value load(int, const std::vector<int64_t> &) override {
    throw InternalError("verify: a size that reads memory");
  }
};
} // namespace

int64_t verify::evaluateSize(const Expr &e,
                             const std::map<std::string, int64_t> &at) {
  NameTable table;
  Meaning meaning;
  meaning.names = &table;
  Code code = compile(e, meaning);
  std::vector<int64_t> names;
  for (size_t i = 0; i < table.size(); ++i) {
    auto known = at.find(table.nameAt(i));
    if (known == at.end())
      throw Fault("depends on '" + table.nameAt(i) + "', which has no value");
    names.push_back(known->second);
  }
  NoElements none;
  Value value = evaluate(code, names, none);
  if (!value.isDefined())
    throw Fault("divides by zero");
  return value.re;
}
