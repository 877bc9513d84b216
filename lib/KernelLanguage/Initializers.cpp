// Temporaries with values to begin with. What nothing assigns later is a table,
// constants in the code. Others are set by instructions outside of all loops,
// or in loops of their own, before whatever else touches them:
//
//   temporary w: float64[2] = [0.5, 1.5]   ->   w[0] = 0.5;  w[1] = 1.5
//
// and of many values from a table, w[w_i0] = w_values[w_i0].
#include "Builder.h"

#include "Arithmetic.h"
#include "Expansion.h"

#include "loopyc/IR/OpenTypes.h"
#include "loopyc/IR/Tables.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Match.h"

#include <algorithm>
#include <cmath>

using namespace loopyc;
using namespace loopyc::language;

namespace {

// As many elements as are set by an instruction each.
constexpr size_t mostInstructions = 16;

class Initializer {
public:
  Initializer(Building &building, const Declaration &declaration,
              FreshNames &names)
      : building(building), declaration(declaration), names(names),
        text(std::make_shared<const Text>(
            SourcePart{declaration.name, declaration.range.file,
                       declaration.range.line, declaration.range.column})) {}

  void addTo(std::vector<StatementText> &statements) {
    if (!declaration.shape)
      throw UserError("'" + declaration.name +
                          "' has an initializer, and no shape",
                      declaration.range);
    if (declaration.initial.size() > mostInstructions)
      return statements.push_back(copy());
    std::vector<int64_t> extents;
    for (const std::string &extent : *declaration.shape)
      extents.push_back(std::stoll(extent));
    std::vector<int64_t> index(extents.size(), 0);
    for (const Expr &value : declaration.initial) {
      statements.push_back(single(index, value));
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
      return node(IntegerNode{n->value, e.type().isUnsigned() && n->value < 0});
    if (const auto *n = e.getIf<LogicalLit>())
      return node(TruthNode{n->value});
    if (const auto *n = e.getIf<ComplexLit>())
      return node(InfixNode{Operator::Add, node(RealNode{n->re, std::nullopt}),
                            node(ImaginaryNode{n->im})});
    return node(RealNode{e.getIf<RealLit>()->value, std::nullopt});
  }

  NodePtr element(const std::string &array, const NodeList &subscripts) const {
    return subscripts.empty() ? node(NameNode{array})
                              : node(SubscriptNode{array, subscripts});
  }

  StatementText single(const std::vector<int64_t> &index,
                       const Expr &value) const {
    NodeList subscripts;
    for (int64_t i : index)
      subscripts.push_back(node(IntegerNode{i}));
    return statement(subscripts, valueOf(value));
  }

  // w[w_i0, w_i1] = w_values[w_i0, w_i1], and the domain of these inames.
  StatementText copy() {
    auto table = std::make_shared<Declaration>(declaration);
    table->name = names.fresh(declaration.name + "_values");
    table->space = AddressSpace::Constant;
    table->isReadOnly = true;
    NodeList subscripts;
    std::string inames, bounds;
    for (size_t a = 0; a < table->shape->size(); ++a) {
      std::string iname =
          names.fresh(declaration.name + "_i" + std::to_string(a));
      subscripts.push_back(node(NameNode{iname}));
      inames += (a ? ", " : "") + iname;
      bounds += (a ? " and 0 <= " : "0 <= ") + iname + " < " +
                (*table->shape)[a];
    }
    SourcePart part;
    part.text = "{ [" + inames + "] : " + bounds + " }";
    part.file = declaration.range.file;
    part.firstLine = declaration.range.line;
    for (Domain &domain : readDomains({part}))
      building.domains.push_back(std::move(domain));
    StatementText result =
        statement(subscripts, element(table->name, subscripts));
    for (const NodePtr &iname : subscripts)
      result.attributes.inames->push_back(
          Word{iname->getIf<NameNode>()->name, result.span});
    building.initialTables.push_back(std::move(table));
    return result;
  }

  StatementText statement(const NodeList &subscripts, NodePtr value) const {
    AssignmentText assignment;
    assignment.temporaries.resize(1);
    assignment.assignees.push_back(element(declaration.name, subscripts));
    assignment.value = std::move(value);
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

  Building &building;
  const Declaration &declaration;
  FreshNames &names;
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
  FreshNames names(mentionedNames(building));
  for (const Declaration &declaration : building.source.data) {
    if (declaration.isReadOnly && declaration.initial.empty())
      throw UserError("'" + declaration.name +
                          "' is read_only, and has no initializer",
                      declaration.range);
    if (declaration.isReadOnly)
      requireNotAssigned(building, declaration);
    if (!declaration.initial.empty() && !declaration.isTable())
      Initializer(building, declaration, names).addTo(first);
  }
  auto &all = building.written.statements;
  all.insert(all.begin(), std::make_move_iterator(first.begin()),
             std::make_move_iterator(first.end()));
}

// --- tables

static bool holds(const Expr &value, Type type) {
  const auto *n = value.getIf<IntLit>();
  if (!n || !type.isAnyInteger() || type.bytes == 8)
    return !n || !type.isUnsigned() || n->value >= 0 ||
           value.type().isUnsigned();
  int bits = 8 * type.bytes - (type.isInteger() ? 1 : 0);
  int64_t end = int64_t(1) << bits;
  return n->value < end && n->value >= (type.isInteger() ? -end : 0);
}

// Fractions and complex numbers fit where there is a place for them.
static bool isOfClass(const Expr &value, Type type) {
  if (value.getIf<ComplexLit>())
    return type.isComplex();
  if (value.getIf<RealLit>())
    return type.isFloating();
  return value.getIf<LogicalLit>() || !type.isLogical();
}

static Expr tableValue(const Expr &value, Type type) {
  Expr number = value;
  if (const auto *truth = value.getIf<LogicalLit>()) {
    if (type.isLogical())
      return Expr::logical(truth->value, type);
    number = Expr::integer(truth->value);
  }
  if (const auto *n = number.getIf<IntLit>()) {
    if (type.isAnyInteger())
      return Expr::integer(n->value, type);
    double real = number.type().isUnsigned()
                      ? static_cast<double>(static_cast<uint64_t>(n->value))
                      : static_cast<double>(n->value);
    return type.isComplex() ? Expr::complex(real, 0, type)
                            : Expr::real(real, type);
  }
  if (const auto *n = number.getIf<RealLit>())
    return type.isComplex() ? Expr::complex(n->value, 0, type)
                            : Expr::real(n->value, type);
  const auto *n = number.getIf<ComplexLit>();
  return Expr::complex(n->re, n->im, type);
}

static std::vector<Expr> tableValues(const Declaration &table, Type type) {
  std::vector<Expr> values;
  values.reserve(table.initial.size());
  for (const Expr &value : table.initial) {
    if (!isOfClass(value, type) || !holds(value, type))
      throw UserError("'" + table.name + "' holds " + value.str() +
                          ", and its elements are " + type.str(),
                      table.range);
    values.push_back(tableValue(value, type));
  }
  return values;
}

Type language::typeOfInitial(const Declaration &declaration) {
  Type type = Type::logical(1);
  bool isShort = true;
  for (const Expr &value : declaration.initial) {
    const auto *n = value.getIf<IntLit>();
    isShort = isShort &&
              (!n || (n->value >= INT32_MIN && n->value <= INT32_MAX));
    if (!value.type().isLogical())
      type = promoteLikeNumPy(type, value.type());
  }
  return type.isInteger() ? Type::integer(isShort ? 4 : 8) : type;
}

std::shared_ptr<const MapFacts>
language::factsOf(const Declaration &table, Type type) {
  return tableFacts(tableValues(table, type), type, table.shape->size());
}
