#include "Calls.h"

#include "Bindings.h"

#include "loopyc/IR/CallMark.h"
#include "loopyc/IR/ReductionMark.h"
#include "loopyc/Support/FreshNames.h"
#include "loopyc/Support/Glob.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;
using poly::Set;

namespace {

// The function's expressions in the caller's names.
class Rewriter {
public:
  Rewriter(const Function &function, const Bindings &bindings,
           const std::map<std::string, std::string> &names)
      : function(function), bindings(bindings), names(names) {}

  NodePtr operator()(const NodePtr &node) const { return rewrite(node, {}); }

  std::string name(const std::string &own) const {
    auto it = names.find(own);
    return it == names.end() ? own : it->second;
  }

private:
  using Values = std::map<std::string, NodePtr>; // of a rule's parameters

  NodePtr rewrite(const NodePtr &node, const Values &parameters) const {
    NodeList inside;
    for (const NodePtr &operand : operands(*node))
      inside.push_back(rewrite(operand, parameters));
    if (const auto *name = node->getIf<NameNode>())
      return named(name->name, node->span, parameters);
    if (const auto *element = node->getIf<SubscriptNode>())
      return elementOf(element->array, inside, node->span);
    if (const auto *call = node->getIf<CallNode>())
      if (const RuleText *rule = function.findRule(call->function))
        return expanded(*rule, inside, node->span);
    NodePtr result = withOperands(node, inside);
    if (const auto *reduction = node->getIf<ReductionNode>()) {
      ReductionNode renamed{reduction->op, {}, inside.front()};
      for (const std::string &iname : reduction->inames)
        renamed.inames.push_back(name(iname));
      return std::make_shared<const Node>(Node{renamed, node->span});
    }
    return result;
  }

  NodePtr named(const std::string &own, Span span,
                const Values &parameters) const {
    if (auto it = parameters.find(own); it != parameters.end())
      return placedAt(it->second, span);
    if (auto it = bindings.values.find(own); it != bindings.values.end())
      return placedAt(it->second, span);
    if (const RuleText *rule = function.findRule(own))
      return expanded(*rule, {}, span);
    return std::make_shared<const Node>(Node{NameNode{name(own)}, span});
  }

  NodePtr elementOf(const std::string &array, const NodeList &subscripts,
                    Span span) const {
    if (auto it = bindings.views.find(array); it != bindings.views.end())
      return it->second.element(subscripts, span);
    if (auto it = bindings.values.find(array); it != bindings.values.end())
      return placedAt(it->second, span); // a[()]
    return std::make_shared<const Node>(
        Node{SubscriptNode{name(array), subscripts}, span});
  }

  NodePtr expanded(const RuleText &rule, const NodeList &arguments,
                   Span span) const {
    Values parameters;
    for (size_t i = 0; i < rule.parameters.size() && i < arguments.size(); ++i)
      parameters[rule.parameters[i].text] = arguments[i];
    return placedAt(rewrite(rule.value, parameters), span);
  }

  const Function &function;
  const Bindings &bindings;
  const std::map<std::string, std::string> &names;
};

// An extent as it is written.
std::string spelled(const NodePtr &node) {
  static const std::map<Operator, const char *> symbols = {
      {Operator::Add, " + "},
      {Operator::Sub, " - "},
      {Operator::Mul, "*"},
      {Operator::FloorDivide, " // "},
      {Operator::Modulo, " % "}};
  if (const auto *number = node->getIf<IntegerNode>();
      number && !number->isLarge)
    return std::to_string(number->value);
  if (const auto *name = node->getIf<NameNode>())
    return name->name;
  if (const auto *prefix = node->getIf<PrefixNode>())
    return prefix->op == Prefix::Minus ? "(-" + spelled(prefix->a) + ")"
                                       : spelled(prefix->a);
  if (const auto *infix = node->getIf<InfixNode>())
    if (auto it = symbols.find(infix->op); it != symbols.end())
      return "(" + spelled(infix->a) + it->second + spelled(infix->b) + ")";
  throw UserError("an extent is made of integers, names, +, -, *, // and %");
}

class Expander {
public:
  explicit Expander(Building &building) : building(building) {
    for (const auto &[name, symbol] : building.symbols)
      names.take(name);
    for (const Domain &domain : building.domains)
      for (const std::string &name : domain.set.names())
        names.take(name);
    for (const Statement &statement : building.statements)
      ids.take(statement.id);
  }

  void run() {
    std::vector<std::set<size_t>> places; // of what each became
    std::vector<Statement> old = std::move(building.statements);
    building.statements.clear();
    originals = &old;
    for (const Statement &statement : old) {
      size_t begin = building.statements.size();
      if (kernelCall(building, *statement.text))
        expand(statement);
      else
        building.statements.push_back(statement);
      std::set<size_t> made;
      for (size_t i = begin; i < building.statements.size(); ++i)
        made.insert(i);
      originOf.resize(building.statements.size(), &statement - old.data());
      places.push_back(std::move(made));
    }
    addOuterDependences(old, places);
    dropSwept();
  }

private:
  // What comes before a call comes before all of it, and it before others.
  void addOuterDependences(const std::vector<Statement> &old,
                           const std::vector<std::set<size_t>> &places) {
    for (size_t i = 0; i < building.statements.size(); ++i) {
      const Statement &from = old[originOf[i]];
      std::set<size_t> all;
      if (kernelCall(building, *from.text))
        all = building.statements[i].dependsOn;
      for (size_t before : from.dependsOn)
        all.insert(places[before].begin(), places[before].end());
      building.statements[i].dependsOn = std::move(all);
    }
  }

  // --- one call

  void expand(const Statement &call) {
    const CallNode &node = *kernelCall(building, *call.text);
    building.called.insert(node.function);
    auto &function = functions[node.function];
    if (!function)
      function =
          analyseFunction(building, node, call.text->span, *call.text->text);
    building.codeFunctions.insert(function->building.codeFunctions.begin(),
                                  function->building.codeFunctions.end());
    Bindings bindings = bind(*function, call, building);
    markSwept(call);
    std::map<std::string, std::string> renamed = addNames(*function, bindings);
    noteCall(*function, bindings, renamed);
    std::set<size_t> first = addComputed(*function, call, bindings, renamed);
    Rewriter rewrite(*function, bindings, renamed);
    addTemporaries(*function, rewrite, call);
    addDomains(*function, bindings, renamed);
    addLoopChoices(function->building.source.loops, renamed);
    addLoopChoices(function->building.loops, renamed); // of what it calls
    addStatements(*function, call, rewrite, first);
  }

  // What code generation calls things in the function that it makes.
  void noteCall(const Function &function, const Bindings &bindings,
                const std::map<std::string, std::string> &renamed) {
    mark = {static_cast<int>(building.calls.size()), function.name};
    source::CallNames &noted = building.calls[mark];
    for (const Formal &formal : function.formals)
      noted.arguments.push_back(formal.variable->name);
    for (const auto &[own, given] : renamed) {
      noted.names.emplace(given, own);
      if (function.building.isIname(own))
        noted.inames.insert(given);
    }
    for (const auto &[formal, view] : bindings.views)
      noted.names.emplace(view.array, formal);
    for (const auto &[formal, value] : bindings.values) {
      if (const auto *name = value->getIf<NameNode>())
        noted.names.emplace(name->name, formal);
      if (const auto *element = value->getIf<SubscriptNode>())
        noted.names.emplace(element->array, formal);
    }
  }

  // f_k for an iname, temporary or computed number k of f.
  std::map<std::string, std::string> addNames(const Function &function,
                                              const Bindings &bindings) {
    std::map<std::string, std::string> renamed;
    for (const auto &[name, symbol] : function.building.symbols) {
      bool isOwn = symbol.kind == Symbol::Iname || symbol.isTemporary;
      if (!isOwn && !bindings.computed.count(name))
        continue;
      std::string fresh = names.fresh(function.name + "_" + name);
      renamed[name] = fresh;
      Symbol copy = symbol;
      copy.declaration = nullptr;
      copy.isTemporary = symbol.kind == Symbol::Variable;
      copy.isWritten = copy.isTemporary;
      if (bindings.computed.count(name))
        copy.rank = 0;
      building.symbols.emplace(fresh, copy);
    }
    return renamed;
  }

  // Temporaries that are declared keep what is said of them.
  void addTemporaries(const Function &function, const Rewriter &rewrite,
                      const Statement &call) {
    for (const auto &[name, symbol] : function.building.symbols) {
      if (!symbol.isTemporary || !symbol.declaration)
        continue;
      auto copy = std::make_shared<Declaration>(*symbol.declaration);
      copy->name = rewrite.name(name);
      if (copy->shape)
        for (std::string &extent : *copy->shape)
          extent = extentIn(extent, *copy, rewrite, call);
      building.symbols.at(copy->name).declaration = copy.get();
      building.declarations.push_back(std::move(copy));
    }
  }

  std::string extentIn(const std::string &extent, const Declaration &of,
                       const Rewriter &rewrite, const Statement &call) const {
    SourcePart part;
    part.text = extent;
    NodePtr node = rewrite(
        readExpression(Text(part), [](const std::string &) { return false; }));
    walk(node, [&](const Node &each) {
      const auto *name = each.getIf<NameNode>();
      if (!name)
        return true;
      const Symbol &symbol = building.symbols.at(name->name);
      if (symbol.kind == Symbol::Variable && !symbol.isTemporary)
        return true;
      call.text->text->fail("the extent '" + extent + "' of temporary '" +
                                of.name + "' would be '" + name->name +
                                "', and temporaries have extents in arguments "
                                "of the kernel alone",
                            call.text->span);
    });
    try {
      return spelled(node);
    } catch (UserError &error) {
      throw error.locate(of.range);
    }
  }

  void addDomains(const Function &function, const Bindings &bindings,
                  const std::map<std::string, std::string> &renamed) {
    for (const Domain &domain : function.building.domains) {
      // Numbers, which may have a name of the caller.
      std::map<std::string, std::string> changes = renamed;
      for (const auto &[name, value] : bindings.sizes)
        changes[name] = " f:" + name;
      Set set = domain.set.rename(changes);
      poly::Names dims;
      for (const std::string &dim : domain.set.dims())
        dims.push_back(renamed.at(dim));
      set = set.flat();
      for (const auto &[name, value] : bindings.sizes)
        if (set.involves(" f:" + name))
          set = set.equate(" f:" + name, value).project({" f:" + name});
      set = set.dropUnusedParams().withDims(dims);
      building.domains.push_back({set, domain.text});
    }
  }

  void addLoopChoices(const LoopChoices &own,
                      const std::map<std::string, std::string> &renamed) {
    LoopChoices &loops = building.loops;
    for (const auto &[iname, tag] : own.tags)
      loops.tags[renamed.at(iname)] = tag;
    for (const auto &[iname, slab] : own.slabs)
      loops.slabs[renamed.at(iname)] = slab;
    for (std::vector<std::string> list : own.priority) {
      for (std::string &iname : list)
        iname = renamed.at(iname);
      loops.priority.push_back(std::move(list));
    }
  }

  // --- instructions

  Statement &add(const Statement &call, StatementText text,
                 const std::string &id) {
    auto owned = std::make_shared<const StatementText>(std::move(text));
    Statement statement;
    statement.id = ids.fresh(id);
    statement.text = owned.get();
    statement.inames = call.inames;
    building.texts.push_back(std::move(owned));
    building.statements.push_back(std::move(statement));
    building.expandedIds[call.id].push_back(building.statements.back().id);
    return building.statements.back();
  }

  // <> f_a = the value that is passed
  std::set<size_t> addComputed(const Function &function, const Statement &call,
                               const Bindings &bindings,
                               const std::map<std::string, std::string> &to) {
    std::set<size_t> added;
    for (const auto &[name, value] : bindings.computed) {
      StatementText text = *call.text;
      NodePtr temporary = std::make_shared<const Node>(
          Node{NameNode{to.at(name)}, value->span});
      text.value = AssignmentText{{std::nullopt}, {temporary}, value};
      text.span = value->span;
      added.insert(building.statements.size());
      add(call, std::move(text), function.name + "_" + name);
    }
    return added;
  }

  void addStatements(const Function &function, const Statement &call,
                     const Rewriter &rewrite, const std::set<size_t> &first) {
    const auto &own = function.building.statements;
    size_t base = building.statements.size();
    std::vector<std::string> newIds;
    for (const Statement &statement : own) {
      StatementText text = *statement.text;
      text.value = rewritten(text.value, rewrite);
      if (text.part)
        text.part = renamed(*text.part, base, rewrite);
      Statement &made =
          add(call, std::move(text), function.name + "_" + statement.id);
      for (const std::string &iname : statement.inames)
        made.inames.insert(rewrite.name(iname));
      made.dependsOn = first;
      for (size_t before : statement.dependsOn)
        made.dependsOn.insert(base + before);
      newIds.push_back(made.id);
    }
    for (size_t i = 0; i < own.size(); ++i) {
      auto text =
          std::make_shared<StatementText>(*building.statements[base + i].text);
      text->attributes =
          attributes(function, *own[i].text, call, rewrite, newIds);
      building.statements[base + i].text = text.get();
      building.texts.push_back(std::move(text));
    }
  }

  // Of what one instruction of the function was expanded into.
  static std::shared_ptr<const Part>
  renamed(const Part &part, size_t base, const Rewriter &rewrite) {
    Part result{base + part.of, {}};
    for (const std::string &loop : part.loops)
      result.loops.insert(rewrite.name(loop));
    return std::make_shared<const Part>(std::move(result));
  }

  static decltype(StatementText::value)
  rewritten(const decltype(StatementText::value) &value,
            const Rewriter &rewrite) {
    return match(
        value,
        [&](const AssignmentText &a) -> decltype(StatementText::value) {
          AssignmentText result;
          result.temporaries.resize(a.assignees.size());
          for (const NodePtr &assignee : a.assignees)
            result.assignees.push_back(rewrite(assignee));
          result.value = rewrite(a.value);
          return result;
        },
        [](const auto &other) -> decltype(StatementText::value) {
          return other;
        });
  }

  static void addRenamed(const Attributes &from, const Rewriter &rewrite,
                         std::vector<Word> &to) {
    for (Word word : from.moreInames)
      to.push_back({rewrite.name(word.text), word.span});
    if (from.inames)
      for (const Word &word : *from.inames)
        to.push_back({rewrite.name(word.text), word.span});
  }

  // Those of the call and the function's own.
  Attributes attributes(const Function &function, const StatementText &own,
                        const Statement &call, const Rewriter &rewrite,
                        const std::vector<std::string> &newIds) const {
    const Attributes &outer = call.text->attributes, &inner = own.attributes;
    Attributes result = inner;
    result.id = result.idPrefix = std::nullopt;
    result.dependsOn.clear();
    result.inames = std::nullopt;
    result.moreInames = outer.moreInames;
    if (outer.inames)
      result.moreInames.insert(result.moreInames.end(), outer.inames->begin(),
                               outer.inames->end());
    addRenamed(inner, rewrite, result.moreInames);
    result.priority += outer.priority;
    // A function is part of what calls it.
    std::erase_if(result.tags, isCallMark);
    for (std::string &tag : result.tags)
      if (auto reduction = readReductionMark(tag)) {
        reduction->id = rewrite.name(reduction->id);
        tag = spelled(*reduction);
      }
    result.tags.insert(result.tags.end(), outer.tags.begin(), outer.tags.end());
    result.tags.push_back(spelled(mark));
    result.predicates = outer.predicates;
    result.blockConditions = outer.blockConditions;
    for (const NodePtr &condition : inner.predicates)
      result.predicates.push_back(rewrite(condition));
    for (const NodePtr &condition : inner.blockConditions)
      result.blockConditions.push_back(rewrite(condition));
    result.noSyncWith.clear();
    for (const auto &said : inner.noSyncWith)
      addNoSync(said, function.building.statements, newIds, own, result);
    for (const auto &said : outer.noSyncWith)
      addNoSync(said, *originals, {}, *call.text, result);
    return result;
  }

  // By ids, for globs are of the ids that there were.
  static void addNoSync(Attributes::NoSyncWord said,
                        const std::vector<Statement> &statements,
                        const std::vector<std::string> &newIds,
                        const StatementText &text, Attributes &to) {
    const std::string glob = said.glob.text;
    bool any = false;
    for (size_t i = 0; i < statements.size(); ++i)
      if (globMatches(glob, statements[i].id)) {
        said.glob.text = newIds.empty() ? statements[i].id : newIds[i];
        to.noSyncWith.push_back(said);
        any = true;
      }
    if (!any)
      text.text->fail("no instruction has the id '" + glob + "'",
                      said.glob.span);
  }

  // --- inames of views

  void markSwept(const Statement &call) {
    const auto &assignment = std::get<AssignmentText>(call.text->value);
    NodeList all = assignment.assignees;
    all.push_back(assignment.value);
    for (const NodePtr &node : all)
      walk(node, [&](const Node &each) {
        if (each.getIf<ViewNode>())
          for (const std::string &iname : boundInames(each))
            swept.insert(iname);
        return true;
      });
  }

  std::set<std::string> usedInames() const {
    std::set<std::string> used;
    for (const Statement &statement : building.statements) {
      used.insert(statement.inames.begin(), statement.inames.end());
      const auto *a = std::get_if<AssignmentText>(&statement.text->value);
      if (a)
        walk(a->value, [&](const Node &each) {
          for (const std::string &iname : boundInames(each))
            used.insert(iname);
          return true;
        });
    }
    for (const Domain &domain : building.domains)
      for (const std::string &name : domain.set.params())
        used.insert(name);
    return used;
  }

  // They are no loops, unless others use them.
  void dropSwept() {
    std::set<std::string> used = usedInames();
    std::vector<Domain> kept;
    for (const Domain &domain : building.domains) {
      poly::Names dropped;
      for (const std::string &dim : domain.set.dims())
        if (swept.count(dim) && !used.count(dim))
          dropped.push_back(dim);
      for (const std::string &iname : dropped)
        building.symbols.erase(iname);
      if (dropped.size() < domain.set.dims().size())
        kept.push_back({domain.set.project(dropped), domain.text});
    }
    building.domains = std::move(kept);
  }

  Building &building;
  const std::vector<Statement> *originals = nullptr;
  std::vector<size_t> originOf; // of each statement
  std::map<std::string, std::unique_ptr<Function>> functions;
  CallMark mark; // of the call that is being expanded
  FreshNames names, ids;
  std::set<std::string> swept;
};

} // namespace

void language::expandCalls(Building &building) {
  bool any = false;
  for (const Statement &statement : building.statements)
    any = any || kernelCall(building, *statement.text);
  if (any)
    Expander(building).run();
}
