#include "Expansion.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

void language::forEachWritten(
    const StatementText &statement,
    const std::function<void(const NodePtr &)> &visit) {
  if (const auto *a = std::get_if<AssignmentText>(&statement.value)) {
    visit(a->value);
    for (const NodePtr &assignee : a->assignees)
      visit(assignee);
  }
  for (const NodePtr &predicate : statement.attributes.predicates)
    visit(predicate);
}

static void addNames(const NodePtr &node, std::set<std::string> &names) {
  walk(node, [&](const Node &each) {
    if (const auto *name = each.getIf<NameNode>())
      names.insert(name->name);
    if (const auto *element = each.getIf<SubscriptNode>())
      names.insert(element->array);
    return true;
  });
}

static void addNames(const StatementText &statement,
                     std::set<std::string> &names) {
  forEachWritten(statement,
                 [&](const NodePtr &node) { addNames(node, names); });
}

std::set<std::string> language::mentionedNames(const Building &building) {
  std::set<std::string> names;
  for (const Domain &domain : building.domains)
    for (const std::string &name : domain.set.names())
      names.insert(name);
  for (const Declaration &declaration : building.source.data)
    names.insert(declaration.name);
  for (const RuleText &rule : building.written.rules) {
    names.insert(rule.name.text);
    for (const Word &parameter : rule.parameters)
      names.insert(parameter.text);
    addNames(rule.value, names);
  }
  for (const StatementText &statement : building.written.statements)
    addNames(statement, names);
  return names;
}

Expansion::Expansion(Building &building) : building(building) {
  for (const StatementText &statement : building.written.statements)
    if (statement.attributes.id)
      ids.take(statement.attributes.id->text);
}

void Expansion::run() {
  std::vector<StatementText> written;
  written.swap(building.written.statements);
  // Until it is expanded, each is another to those before and behind.
  all = std::move(written);
  for (at = 0; at < all.size(); ++at)
    expand();
}

FreshNames &Expansion::names() {
  if (!taken) {
    std::set<std::string> mentioned = mentionedNames(building);
    for (const StatementText &statement : all)
      addNames(statement, mentioned);
    taken.emplace(std::move(mentioned));
  }
  return *taken;
}

void Expansion::keep() { building.written.statements.push_back(all[at]); }

// --- instructions

void Expansion::begin(const StatementText &statement) {
  const Attributes &attributes = statement.attributes;
  span = statement.span;
  part = {at, {}};
  made.clear();
  id = attributes.id         ? attributes.id->text
       : attributes.idPrefix ? ids.fresh(attributes.idPrefix->text)
                             : ids.fresh("insn");
}

NodePtr Expansion::node(Node::Value value) const {
  return std::make_shared<const Node>(Node{std::move(value), span});
}

std::string Expansion::temporary(const std::string &what) {
  return names().fresh(id + "_" + what);
}

Attributes &Expansion::add(const std::string &ownId,
                           AssignmentText assignment) {
  StatementText statement = all[at];
  statement.value = std::move(assignment);
  Attributes &attributes = statement.attributes;
  attributes.id = Word{ownId, span};
  attributes.idPrefix.reset();
  for (const std::string &before : made)
    attributes.dependsOn.push_back({before, span});
  statement.part = std::make_shared<Part>(part);
  made.push_back(ownId);
  building.written.statements.push_back(std::move(statement));
  return building.written.statements.back().attributes;
}

Attributes &Expansion::addTemporary(const std::string &temporary, NodePtr value,
                                    std::optional<Type> type) {
  return add(ids.fresh(temporary),
             {{TemporaryMark{type}}, {name(temporary)}, std::move(value)});
}

Attributes &Expansion::addUpdate(const std::string &temporary, NodePtr value) {
  return add(ids.fresh(temporary),
             {{std::nullopt}, {name(temporary)}, std::move(value)});
}

void Expansion::withoutConditions(Attributes &attributes) {
  attributes.predicates.clear();
  attributes.blockConditions.clear();
}

// --- inames

void Expansion::inLoops(Attributes &attributes, const Inames &inames,
                        const Renaming &loops) const {
  for (const std::string &iname : inames) {
    Word word{loops.count(iname) ? loops.at(iname) : iname, span};
    if (attributes.inames)
      attributes.inames->push_back(word);
    else
      attributes.moreInames.push_back(word);
  }
}

// The inames that a reduction of any kind is over.
static std::vector<std::string> reducedBy(const Node &node) {
  if (const auto *extremum = node.getIf<ArgExtremumNode>())
    return extremum->inames;
  if (const auto *fold = node.getIf<FoldNode>())
    return fold->inames;
  const auto *reduction = node.getIf<ReductionNode>();
  return reduction ? reduction->inames : std::vector<std::string>();
}

static bool mentionsFree(const NodePtr &node, const std::string &iname) {
  bool found = false;
  walk(node, [&](const Node &each) {
    const auto *name = each.getIf<NameNode>();
    found = found || (name && name->name == iname);
    std::vector<std::string> bound;
    if (each.getIf<ReductionNode>())
      bound = reducedBy(each);
    return std::find(bound.begin(), bound.end(), iname) == bound.end();
  });
  return found;
}

// Is another instruction in the loop over it?
bool Expansion::isUsedElsewhere(const std::string &iname) const {
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == at)
      continue;
    bool found = false;
    forEachWritten(all[i], [&](const NodePtr &node) {
      found = found || mentionsFree(node, iname);
      walk(node, [&](const Node &each) {
        std::vector<std::string> own;
        if (!each.getIf<ReductionNode>())
          own = reducedBy(each);
        found = found || std::find(own.begin(), own.end(), iname) != own.end();
        return true;
      });
    });
    const Attributes &attributes = all[i].attributes;
    auto has = [&](const std::vector<Word> &words) {
      return std::any_of(words.begin(), words.end(),
                         [&](const Word &w) { return w.text == iname; });
    };
    if (found || has(attributes.moreInames) ||
        (attributes.inames && has(*attributes.inames)))
      return true;
  }
  return std::any_of(
      building.written.rules.begin(), building.written.rules.end(),
      [&](const RuleText &rule) { return mentionsFree(rule.value, iname); });
}

Renaming Expansion::takeLoops(const Inames &inames) {
  bool isUsed = false;
  for (const std::string &iname : inames)
    isUsed = isUsed || isUsedElsewhere(iname);
  Renaming loops = isUsed ? copied(inames) : Renaming();
  for (const std::string &iname : inames)
    part.loops.insert(loops.count(iname) ? loops.at(iname) : iname);
  return loops;
}

Renaming Expansion::copied(const Inames &inames, const Renaming &wanted) {
  requireNotInRules(inames);
  Renaming copies;
  for (const std::string &iname : inames)
    copies[iname] =
        names().fresh(wanted.count(iname) ? wanted.at(iname) : iname);
  const std::vector<Domain> domains = building.domains;
  for (const Domain &domain : domains) {
    poly::Names dims;
    for (const std::string &dim : domain.set.dims())
      if (copies.count(dim))
        dims.push_back(copies.at(dim));
    if (!dims.empty())
      building.domains.push_back(
          {domain.set.rename(copies).withDims(dims), domain.text});
  }
  return copies;
}

void Expansion::requireNotInRules(const Inames &inames) const {
  for (const RuleText &rule : building.written.rules)
    for (const std::string &iname : inames)
      if (mentionsFree(rule.value, iname))
        all[at].text->fail("rule '" + rule.name.text + "' mentions '" + iname +
                               "', which this reduction needs a copy of; give "
                               "the rule a parameter for it",
                           span);
}
