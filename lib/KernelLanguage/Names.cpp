// What the names of a kernel are: inames, variables that are declared, marked
// as temporaries, or found by their use, rules and their parameters.
#include "Builder.h"

#include "Arithmetic.h"
#include "Expansion.h"

#include "loopyc/IR/ExprParser.h"
#include "loopyc/IR/Images.h"
#include "loopyc/IR/OpenTypes.h"
#include "loopyc/IR/SetNames.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

namespace {

class NameFinder {
public:
  explicit NameFinder(Building &building)
      : building(building), source(building.source) {}

  void run() {
    addInames();
    for (const Declaration &declaration : source.data)
      declare(declaration);
    for (const auto &table : building.initialTables)
      declare(*table);
    for (const RuleText &rule : building.written.rules)
      addRule(rule);
    for (const StatementText &statement : building.written.statements)
      markTemporaries(statement);
    for (RuleText &rule : building.written.rules) {
      renameParameters(rule);
      useInRule(rule);
    }
    for (const StatementText &statement : building.written.statements)
      useIn(statement);
    useInDomains();
    useInShapes();
  }

private:
  void requireName(const std::string &name, const SourceRange &range) const {
    if (!isProgramName(name))
      throw UserError("'" + name + "' is no name of a variable", range);
  }

  Symbol &add(const std::string &name, Symbol symbol) {
    requireName(name, symbol.range);
    auto [it, isNew] = building.symbols.emplace(name, symbol);
    if (!isNew)
      throw UserError("'" + name + "' is " + kindOf(it->second) +
                          " already, and cannot be " + kindOf(symbol) + ", too",
                      symbol.range)
          .note("it is first mentioned here", it->second.range);
    return it->second;
  }

  static std::string kindOf(const Symbol &symbol) {
    switch (symbol.kind) {
    case Symbol::Iname:
      return "an iname";
    case Symbol::Variable:
      return symbol.isTemporary ? "a temporary" : "an argument";
    case Symbol::Rule:
      return "a substitution rule";
    case Symbol::Parameter:
      return "a parameter of a rule";
    }
    return "";
  }

  void addInames() {
    for (const Domain &domain : building.domains)
      for (const std::string &iname : domain.set.dims()) {
        Symbol symbol;
        symbol.kind = Symbol::Iname;
        symbol.range = domain.text->range({0, domain.text->str().size()});
        add(iname, symbol);
      }
  }

  void declare(const Declaration &declaration) {
    Symbol symbol;
    symbol.declaration = &declaration;
    symbol.isTemporary = declaration.kind == VariableKind::Temporary;
    symbol.type = declaration.type;
    symbol.range = declaration.range;
    if (declaration.kind == VariableKind::ValueArg)
      symbol.rank = 0;
    if (declaration.rank)
      symbol.rank = declaration.rank;
    if (declaration.shape)
      symbol.rank = declaration.shape->size();
    add(declaration.name, symbol);
  }

  void addRule(const RuleText &rule) {
    Symbol symbol;
    symbol.kind = Symbol::Rule;
    symbol.range = rule.text->range(rule.name.span);
    add(rule.name.text, symbol);
  }

  void markTemporaries(const StatementText &statement) {
    const auto *assignment = std::get_if<AssignmentText>(&statement.value);
    for (size_t i = 0; assignment && i < assignment->assignees.size(); ++i) {
      if (!assignment->temporaries[i])
        continue;
      const Node &assignee = *assignment->assignees[i];
      Symbol symbol;
      symbol.isTemporary = true;
      symbol.type = assignment->temporaries[i]->type;
      symbol.range = statement.text->range(assignee.span);
      add(assignedName(assignee), symbol);
    }
  }

  // --- uses

  // Inside of the rule, a parameter hides what else has its name: it gets one
  // that nothing has.
  void renameParameters(RuleText &rule) {
    Renaming names;
    FreshNames fresh(mentionedNames(building));
    for (Word &parameter : rule.parameters) {
      auto hidden = building.symbols.find(parameter.text);
      if (hidden == building.symbols.end())
        continue;
      if (auto same = names.find(parameter.text); same != names.end()) {
        parameter.text = same->second;
        continue;
      }
      walk(rule.value, [&](const Node &node) {
        if (const auto *element = node.getIf<SubscriptNode>();
            element && element->array == parameter.text)
          failAsArray(*rule.text, element->array, node.span);
        for (const std::string &iname : boundInames(node))
          if (iname == parameter.text)
            rule.text->fail("the rule reduces over '" + iname +
                                "', which is its parameter, too; give one of "
                                "them another name",
                            parameter.span);
        return true;
      });
      const std::string own = fresh.fresh(parameter.text);
      names[parameter.text] = own;
      parameter.text = own;
    }
    if (!names.empty())
      rule.value = renamed(rule.value, names);
  }

  void useInRule(const RuleText &rule) {
    parameters.clear();
    for (const Word &parameter : rule.parameters)
      if (!parameters.insert(parameter.text).second)
        rule.text->fail("two parameters of the rule have one name",
                        parameter.span);
    text = rule.text.get();
    use(rule.value, false);
    parameters.clear();
  }

  void useIn(const StatementText &statement) {
    text = statement.text.get();
    if (const auto *a = std::get_if<AssignmentText>(&statement.value)) {
      use(a->value, false);
      for (const NodePtr &assignee : a->assignees)
        assign(*assignee);
    }
    for (const NodePtr &predicate : statement.attributes.predicates)
      use(predicate, false);
  }

  void assign(const Node &assignee) {
    const std::string &name = assignedName(assignee);
    const auto *view = assignee.getIf<ViewNode>();
    const auto *element =
        (view ? *view->element : assignee).getIf<SubscriptNode>();
    Symbol &symbol =
        variable(name, assignee.span, element ? element->subscripts.size() : 0);
    symbol.isWritten = true;
    if (symbol.declaration &&
        symbol.declaration->kind == VariableKind::ValueArg)
      text->fail("'" + name +
                     "' is a ValueArg, which is passed by value; what "
                     "is assigned to is a GlobalArg or a TemporaryVariable",
                 assignee.span);
    if (symbol.declaration && symbol.declaration->isImage)
      text->fail("'" + name +
                     "' is an ImageArg, and images are only read; what is "
                     "assigned to is a GlobalArg or a TemporaryVariable",
                 assignee.span);
    if (element)
      for (const NodePtr &subscript : element->subscripts)
        use(subscript, true);
  }

  void use(const NodePtr &node, bool isIndex) {
    if (const auto *name = node->getIf<NameNode>())
      return useName(name->name, node->span, isIndex);
    if (const auto *element = node->getIf<SubscriptNode>()) {
      variable(element->array, node->span, element->subscripts.size());
      for (const NodePtr &subscript : element->subscripts)
        use(subscript, true);
      return;
    }
    if (const auto *call = node->getIf<CallNode>()) {
      useCall(*call, node->span);
      isIndex = false;
    }
    if (const auto *reduction = node->getIf<ReductionNode>())
      isIndex = isIndex && reduction->inames.empty();
    for (const NodePtr &operand : operands(*node))
      use(operand, isIndex);
  }

  void useCall(const CallNode &call, Span span) const {
    auto it = building.symbols.find(call.function);
    if (it == building.symbols.end() || it->second.kind == Symbol::Rule)
      return;
    text->fail("'" + call.function + "' is " + kindOf(it->second) +
                   ", and no function; subscripts stand in [ ]",
               span);
  }

  void useName(const std::string &name, Span span, bool isIndex) {
    auto it = building.symbols.find(name);
    if (parameters.count(name))
      return;
    if (it != building.symbols.end() && it->second.kind != Symbol::Variable)
      return; // a rule without parameters, an iname
    Symbol &symbol = variable(name, span, 0);
    symbol.isIndex = symbol.isIndex || isIndex;
  }

  [[noreturn]] static void failAsArray(const Text &text,
                                       const std::string &parameter,
                                       Span span) {
    text.fail("parameter '" + parameter +
                  "' of the rule is a value, and has no subscripts",
              span);
  }

  // A variable that nothing was said of is made one.
  Symbol &known(const std::string &name, const SourceRange &range) {
    auto found = building.symbols.find(name);
    if (found != building.symbols.end())
      return found->second;
    if (!source.findsOthers)
      throw UserError("'" + name +
                          "' is unknown: kernel_data has no such variable, and "
                          "no \"...\" for those that are to be found",
                      range);
    requireName(name, range);
    Symbol symbol;
    symbol.range = range;
    return building.symbols.emplace(name, symbol).first->second;
  }

  Symbol &variable(const std::string &name, Span span, size_t rank) {
    SourceRange range = text->range(span);
    if (parameters.count(name))
      failAsArray(*text, name, span);
    Symbol &symbol = known(name, range);
    if (symbol.kind != Symbol::Variable)
      text->fail("'" + name + "' is " + kindOf(symbol) +
                     (rank ? ", and has no subscripts"
                           : ", to which nothing can be assigned"),
                 span);
    if (!symbol.rank)
      symbol.rank = rank;
    if (*symbol.rank != rank)
      throw UserError("'" + name + "' has " + std::to_string(*symbol.rank) +
                          " subscripts, and here " + std::to_string(rank),
                      range)
          .note("it is first mentioned here", symbol.range);
    return symbol;
  }

  // --- sizes

  void useSize(const std::string &name, const SourceRange &range) {
    Symbol &symbol = known(name, range);
    if (symbol.kind == Symbol::Iname)
      return;
    if (symbol.kind != Symbol::Variable || symbol.rank.value_or(0) != 0)
      throw UserError(
          "'" + name +
              "' bounds a domain or an array, and must be "
              "an integer, not " +
              (symbol.kind == Symbol::Variable ? "an array" : kindOf(symbol)),
          range);
    symbol.rank = 0;
    symbol.isIndex = true;
    if (symbol.type && !symbol.type->isInteger())
      throw UserError("'" + name +
                          "' bounds a domain or an array, and must be "
                          "an integer, not " +
                          symbol.type->str(),
                      range);
  }

  void useInDomains() {
    for (const Domain &domain : building.domains)
      for (const std::string &name : domain.set.params())
        useSize(name, domain.text->range({0, domain.text->str().size()}));
    if (!source.assumptions)
      return;
    Text words(*source.assumptions);
    for (const std::string &name : readAssumptions(*source.assumptions).names())
      useSize(name, words.range({0, words.str().size()}));
  }

  void useInShapes() {
    for (const Declaration &declaration : source.data) {
      if (declaration.shape)
        for (const std::string &extent : *declaration.shape)
          useSizes(extent, declaration.range);
      if (declaration.offset)
        useSizes(*declaration.offset, declaration.range);
    }
    useSizes(source.defaultOffset, source.range);
  }

  void useSizes(const std::string &extent, const SourceRange &range) {
    SourcePart part;
    part.text = extent;
    Text words(part);
    NodePtr node;
    try {
      node = readExpression(words, [](const std::string &) { return false; });
    } catch (UserError &error) {
      throw UserError("the extent '" + extent + "': " + error.what(), range);
    }
    walk(node, [&](const Node &each) {
      if (const auto *name = each.getIf<NameNode>())
        useSize(name->name, range);
      return true;
    });
  }

  Building &building;
  const KernelSource &source;
  const Text *text = nullptr;
  std::set<std::string> parameters; // of the rule around
};

} // namespace

void language::findNames(Building &building) { NameFinder(building).run(); }

Expr language::extentOf(const std::string &text, const Building &building,
                        const SourceRange &range) {
  NameResolver resolve =
      [&](const std::string &name) -> std::optional<ResolvedName> {
    auto it = building.symbols.find(name);
    if (it == building.symbols.end() || it->second.kind != Symbol::Variable)
      return std::nullopt;
    ResolvedName resolved;
    resolved.type = it->second.type.value_or(Type::integer(4));
    return resolved;
  };
  try {
    Expr extent = fold(parseExpr(text, resolve));
    if (!extent.type().isInteger())
      throw UserError("'" + text + "' is no integer, as extents are");
    return extent;
  } catch (UserError &error) {
    throw error.locate(range);
  }
}

// --- variables

std::string language::obstacleToImage(const Declaration &declaration) {
  const char *said = declaration.axisTags ? "no strides or tags of axes"
                     : declaration.order  ? "no order of axes"
                     : declaration.offset ? "no offset"
                                          : nullptr;
  if (said)
    return std::string("an image has ") + said +
           ": its rows lie packed, in the order that make_kernel's "
           "default_order says; leave them out, or pass the array as an "
           "lp.GlobalArg";
  if (declaration.shape && declaration.rank &&
      *declaration.rank != declaration.shape->size())
    return "num_axes is " + std::to_string(*declaration.rank) +
           ", and the shape has " +
           std::to_string(declaration.shape->size()) + "; leave num_axes out";
  return "";
}

static VariableKind kindOf(const Symbol &symbol) {
  if (symbol.declaration && symbol.declaration->isTable())
    return VariableKind::Table;
  if (symbol.declaration && symbol.declaration->kind)
    return *symbol.declaration->kind;
  if (symbol.isTemporary)
    return VariableKind::Temporary;
  return symbol.rank.value_or(0) || symbol.isWritten ? VariableKind::ArrayArg
                                                     : VariableKind::ValueArg;
}

Expr language::offsetOf(const Symbol &symbol, const Building &building) {
  const Declaration *declaration = symbol.declaration;
  if (symbol.isTemporary || symbol.rank.value_or(0) == 0 ||
      kindOf(symbol) != VariableKind::ArrayArg ||
      (declaration && declaration->isImage))
    return Expr();
  const std::string &text = declaration && declaration->offset
                                ? *declaration->offset
                                : building.source.defaultOffset;
  Expr offset = extentOf(text, building, symbol.range);
  return asInteger(offset) == 0 ? Expr() : offset;
}

static void requireOneAxis(const Variable &variable) {
  if (variable.axes.size() != 1)
    throw UserError(
        "'" + variable.name + "' has " + std::to_string(variable.axes.size()) +
            " axes, and an offset is of arrays with one axis, whose "
            "subscripts count from it; make the array flat",
        variable.range);
}

// Nesting levels by order: in C's the last axis is the innermost.
static void setLevels(Variable &variable, char order) {
  size_t n = variable.axes.size();
  for (size_t a = 0; a < n; ++a) {
    int level = static_cast<int>(order == 'F' ? a : n - 1 - a);
    variable.axes[a].tag = NestedAxis{level};
  }
}

static VariablePtr makeVariable(const std::string &name, const Symbol &symbol,
                                const Building &building) {
  auto variable = std::make_shared<Variable>();
  const Declaration *declaration = symbol.declaration;
  variable->name = name;
  variable->kind = kindOf(symbol);
  variable->type = symbol.type      ? *symbol.type
                   : symbol.isIndex ? Type::integer(4)
                                    : openType();
  variable->range = symbol.range;
  if (declaration)
    variable->space = declaration->space;
  else if (symbol.isTemporary)
    variable->space = AddressSpace::Auto;
  if (variable->isTable()) {
    variable->space = AddressSpace::Constant;
    if (!symbol.type)
      variable->type = typeOfInitial(*declaration);
    variable->map = factsOf(*declaration, variable->type);
  }
  if (variable->isArgument())
    variable->intent = symbol.isWritten ? Intent::InOut : Intent::In;
  variable->axes.resize(symbol.rank.value_or(0));
  char order = declaration && declaration->order ? declaration->order
                                                 : building.source.defaultOrder;
  setLevels(*variable, order);
  for (size_t a = 0; a < variable->axes.size(); ++a) {
    Axis &axis = variable->axes[a];
    if (declaration && declaration->shape)
      axis.extent =
          extentOf((*declaration->shape)[a], building, declaration->range);
    if (declaration && a < declaration->axisNames.size())
      axis.name = declaration->axisNames[a];
  }
  if (Expr offset = offsetOf(symbol, building)) {
    requireOneAxis(*variable);
    Axis &axis = variable->axes[0];
    if (axis.extent)
      axis.extent = fold(axis.extent + offset);
  }
  return variable;
}

// Those that are declared where they are listed, others by name; where "..."
// stands makes no difference.
void language::addVariables(const Building &building, Kernel &kernel) {
  auto add = [&](const std::string &name, const Symbol &symbol) {
    VariablePtr variable = makeVariable(name, symbol, building);
    (variable->isArgument() ? kernel.arguments : kernel.temporaries)
        .push_back(variable);
  };
  std::set<std::string> images;
  for (const Declaration &declaration : building.source.data) {
    add(declaration.name, building.symbols.at(declaration.name));
    if (declaration.isImage)
      images.insert(declaration.name);
  }
  setImages(kernel, images);
  for (const auto &table : building.initialTables)
    add(table->name, building.symbols.at(table->name));
  for (const auto &[name, symbol] : building.symbols)
    if (symbol.kind == Symbol::Variable && !kernel.findVariable(name))
      add(name, symbol);
}
