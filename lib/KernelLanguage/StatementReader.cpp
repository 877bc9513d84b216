// Lines of the kernel language: instructions, rules, and the blocks around
// them, whose attributes they get.
#include "Calls.h"
#include "TokenReader.h"

#include "loopyc/KernelLanguage/CodeBlock.h"
#include "loopyc/Support/CloseMatches.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::language;

static const char *const codeFunction = "c_code";

namespace {

class StatementReader {
public:
  StatementReader(std::shared_ptr<const Text> text, const IsIname &isIname,
                  Instructions &all)
      : text(text), read(*text, isIname), all(all) {}

  void run() {
    block(Attributes());
    if (!read.atEnd())
      read.fail("'" + read.next().text + "' has no block that it belongs to");
  }

private:
  // --- blocks

  bool atBlockEnd() const {
    return read.atEnd() || read.next().isName("end") ||
           read.next().isName("elif") || read.next().isName("else");
  }

  // Until a line that ends it.
  void block(const Attributes &around) {
    for (read.skipLines(); !atBlockEnd(); read.skipLines())
      line(around);
  }

  void line(const Attributes &around) {
    const Token first = read.next();
    if (first.isName("for"))
      return forBlock(around);
    if (first.isName("if") && !read.next(1).is("="))
      return ifBlock(around);
    if (first.isName("with") && read.next(1).is("{"))
      return withBlock(around);
    if (isRule())
      return rule();
    statement(around);
  }

  void endBlock(const Token &begin) {
    if (!read.takeName("end"))
      throw UserError("'end' was expected, for the block of '" + begin.text +
                          "'",
                      text->range(read.next().span))
          .note("it begins here", text->range(begin.span));
    // end i, end if
    while (!read.atLineEnd())
      read.takeAny();
  }

  void endLine(const char *behind) {
    if (!read.atLineEnd())
      read.fail("the end of the line was expected behind " +
                std::string(behind) + ", but '" + read.next().text +
                "' was found");
  }

  void forBlock(const Attributes &around) {
    Token begin = read.takeAny();
    Attributes inside = around;
    do {
      Token iname = read.expectName("an iname");
      inside.moreInames.push_back({iname.text, iname.span});
    } while (read.take(","));
    inside.inamesAreAll = true;
    endLine("the inames of a 'for'");
    block(inside);
    endBlock(begin);
  }

  static NodePtr negated(const NodePtr &condition) {
    return std::make_shared<const Node>(
        Node{PrefixNode{Prefix::Not, condition}, condition->span});
  }

  // Of each branch, the conditions of those before do not hold.
  void ifBlock(const Attributes &around) {
    Token begin = read.takeAny();
    Attributes inside = around;
    bool hasElse = false;
    auto addCondition = [](Attributes &to, const NodePtr &condition) {
      to.predicates.push_back(condition);
      to.blockConditions.push_back(condition);
    };
    NodePtr condition = read.expression();
    endLine("the condition of an 'if'");
    for (;;) {
      Attributes branch = inside;
      if (condition)
        addCondition(branch, condition);
      block(branch);
      if (hasElse ||
          !(read.next().isName("elif") || read.next().isName("else")))
        break;
      addCondition(inside, negated(condition));
      hasElse = read.takeAny().text == "else";
      condition = hasElse ? nullptr : read.expression();
      endLine(hasElse ? "'else'" : "the condition of an 'elif'");
    }
    endBlock(begin);
  }

  void withBlock(const Attributes &around) {
    Token begin = read.takeAny();
    Attributes inside = around;
    attributes(inside);
    endLine("the attributes of a 'with'");
    block(inside);
    endBlock(begin);
  }

  // --- rules

  // NAME := or NAME(...) :=
  bool isRule() {
    if (read.next().kind != TokenKind::Name)
      return false;
    size_t ahead = 1;
    if (read.next(1).is("("))
      while (!read.next(ahead++).is(")"))
        if (read.next(ahead).kind == TokenKind::Line)
          return false;
    return read.next(ahead).is(":=");
  }

  void rule() {
    RuleText rule;
    rule.text = text;
    size_t begin = read.beginning();
    Token name = read.takeAny();
    rule.name = {name.text, name.span};
    if (read.take("("))
      while (!read.take(")")) {
        if (!rule.parameters.empty())
          read.expect(",", "between parameters of a rule");
        Token parameter = read.expectName("a parameter of the rule");
        rule.parameters.push_back({parameter.text, parameter.span});
      }
    read.expect(":=", "behind a rule's parameters");
    rule.value = read.expression();
    rule.span = read.since(begin);
    if (read.isAt("{"))
      read.fail("a substitution rule is no instruction and has no attributes");
    endLine("a rule");
    all.rules.push_back(std::move(rule));
  }

  // --- instructions

  void statement(const Attributes &around) {
    StatementText statement;
    statement.text = text;
    statement.attributes = around;
    size_t begin = read.beginning();
    if (read.take("..."))
      statement.value = special();
    else
      statement.value = assignment();
    statement.span = read.since(begin);
    if (read.isAt("{"))
      attributes(statement.attributes);
    checkMemory(statement);
    endLine("an instruction");
    all.statements.push_back(std::move(statement));
  }

  // Whatever is said, what was accessed before a barrier is seen behind it.
  void checkMemory(const StatementText &statement) const {
    const std::optional<Word> &memory = statement.attributes.memory;
    if (!memory)
      return;
    if (!std::holds_alternative<BarrierText>(statement.value))
      text->fail("'mem_kind' is said of '... lbarrier' and '... gbarrier', and "
                 "this is neither",
                 memory->span);
    if (memory->text != "local" && memory->text != "global")
      text->fail("the memory of a barrier is 'local' or 'global', not '" +
                     memory->text + "'",
                 memory->span);
  }

  std::variant<AssignmentText, BarrierText, NoOpText> special() {
    Token word = read.expectName("gbarrier, lbarrier or nop");
    if (word.text == "gbarrier" || word.text == "lbarrier")
      return BarrierText{word.text == "gbarrier"};
    if (word.text == "nop")
      return NoOpText();
    text->fail("'... " + word.text +
                   "' is no instruction; there are '... gbarrier', '... "
                   "lbarrier' and '... nop'",
               word.span);
  }

  std::optional<TemporaryMark> temporaryMark() {
    if (read.take("<>"))
      return TemporaryMark();
    if (!read.take("<"))
      return std::nullopt;
    TemporaryMark mark;
    if (!read.isAt(">"))
      mark.type = read.typeName();
    read.expect(">", "behind the type of a temporary");
    return mark;
  }

  AssignmentText assignment() {
    AssignmentText result;
    bool several = read.take("(");
    do {
      result.temporaries.push_back(temporaryMark());
      result.assignees.push_back(read.expression());
    } while (read.take(","));
    if (several)
      read.expect(")", "behind assignees");
    for (const NodePtr &assignee : result.assignees)
      if (!assignee->getIf<NameNode>() && !assignee->getIf<SubscriptNode>() &&
          !assignee->getIf<ViewNode>())
        text->fail("a value is assigned to a variable or an element of an "
                   "array, not to this",
                   assignee->span);
    if (!read.isAt("="))
      read.fail("'=' was expected behind what is assigned to; an instruction "
                "is 'x = value', '... gbarrier', '... lbarrier' or '... nop'");
    read.takeAny();
    if (read.next().isName(codeFunction) && read.next(1).is("("))
      return codeBlock(std::move(result));
    result.value = read.expression();
    findViews(result, *text);
    return result;
  }

  // x, y = c_code(i, b=a[i]) {{ ... }}
  AssignmentText codeBlock(AssignmentText result) {
    CodeBlock block;
    size_t begin = read.beginning();
    for (const NodePtr &assignee : result.assignees) {
      const auto *name = assignee->getIf<NameNode>();
      if (!name)
        text->fail("C code assigns temporaries without subscripts; write an "
                   "instruction that copies one to an element of an array",
                   assignee->span);
      if (std::count(block.results.begin(), block.results.end(), name->name))
        text->fail("C code assigns '" + name->name + "' twice",
                   assignee->span);
      block.results.push_back(name->name);
    }
    read.takeAny();
    read.expect("(", "behind 'c_code'");
    NodeList operands;
    while (!read.take(")")) {
      if (!operands.empty())
        read.expect(",", "between what C code reads");
      operands.push_back(codeOperand(block));
    }
    if (read.next().kind != TokenKind::Code)
      read.fail("C code was expected behind what it reads, in '{{' and '}}'");
    block.code = read.takeAny().text;
    result.value = std::make_shared<const Node>(
        Node{CallNode{codeFunction, operands}, read.since(begin)});
    result.code = std::make_shared<const CodeBlock>(std::move(block));
    return result;
  }

  // i, b=a[i]
  NodePtr codeOperand(CodeBlock &block) {
    Token name = read.expectName("the name of a value that C code reads");
    if (std::count(block.inputs.begin(), block.inputs.end(), name.text))
      text->fail("C code reads '" + name.text + "' twice", name.span);
    block.inputs.push_back(name.text);
    if (read.take("="))
      return read.expression();
    if (!read.isAt(",") && !read.isAt(")"))
      text->fail("what C code reads has a name in it; write x=" + name.text +
                     "..., and read x",
                 name.span);
    return std::make_shared<const Node>(Node{NameNode{name.text}, name.span});
  }

  // --- attributes: {id=a, dep=b:c}

  void attributes(Attributes &to) {
    read.expect("{", "before attributes");
    while (!read.take("}")) {
      Token key = read.expectName("an attribute");
      attribute(key, to);
      if (!read.take(",") && !read.isAt("}"))
        read.fail("',' or '}' was expected behind the attribute '" + key.text +
                  "', but '" + read.next().text + "' was found");
    }
  }

  void attribute(const Token &key, Attributes &to) {
    if (key.text == "if") {
      read.expect("=", "behind 'if'");
      do
        to.predicates.push_back(read.expression());
      while (read.take(":"));
      return;
    }
    if (key.text == "atomic") {
      to.atomic = true;
      if (read.take("="))
        words();
      return;
    }
    static const std::vector<std::string> known = {
        "id",     "id_prefix", "dep",      "nosync",       "no_sync_with",
        "inames", "priority",  "tags",     "groups",       "conflicts",
        "if",     "atomic",    "mem_kind", "nosync_query", "dep_query",
        "dup"};
    if (std::find(known.begin(), known.end(), key.text) == known.end())
      text->fail("an instruction has no attribute '" + key.text + "'" +
                     suggestion(key.text, known),
                 key.span);
    read.expect("=", "behind an attribute's name");
    value(key, words(), to);
  }

  // a:b*:c, until the comma or the brace
  std::vector<Word> words() {
    std::vector<Word> list;
    Word word;
    auto end = [&] {
      if (!word.text.empty())
        list.push_back(word);
      word = {};
    };
    while (!read.isAt(",") && !read.isAt("}") && !read.atLineEnd()) {
      Token token = read.takeAny();
      if (token.is(":")) {
        end();
        continue;
      }
      if (word.text.empty())
        word.span = token.span;
      word.text += token.text == "**" ? "*" : token.text;
      word.span.end = token.span.end;
    }
    end();
    return list;
  }

  static void add(std::vector<std::string> &to, const std::vector<Word> &from) {
    for (const Word &word : from)
      to.push_back(word.text);
  }

  Word one(const Token &key, const std::vector<Word> &list) const {
    if (list.size() != 1)
      text->fail("the attribute '" + key.text + "' has one value", key.span);
    return list.front();
  }

  void value(const Token &key, std::vector<Word> list, Attributes &to) {
    const std::string &name = key.text;
    if (name == "id")
      setId(one(key, list), to);
    else if (name == "id_prefix")
      to.idPrefix = one(key, list);
    else if (name == "dep")
      addDependences(list, to);
    else if (name == "nosync" || name == "no_sync_with")
      addNoSync(key, list, to);
    else if (name == "inames")
      setInames(list, to);
    else if (name == "dup")
      addDuplicates(key, list, to);
    else if (name == "priority")
      setPriority(one(key, list), to);
    else if (name == "tags")
      add(to.tags, list);
    else if (name == "groups")
      to.groups.insert(to.groups.end(), list.begin(), list.end());
    else if (name == "conflicts")
      to.conflicts.insert(to.conflicts.end(), list.begin(), list.end());
    else if (name == "mem_kind")
      to.memory = one(key, list);
    else
      text->fail("the attribute '" + name +
                     "' is not supported; write ids, or globs of them",
                 key.span);
  }

  // id=load* is a prefix.
  static void setId(Word word, Attributes &to) {
    if (word.text.back() != '*') {
      to.id = word;
      return;
    }
    word.text.pop_back();
    to.idPrefix = word;
  }

  static void addDependences(const std::vector<Word> &list, Attributes &to) {
    for (Word word : list) {
      // *a: these and no others; a* is a glob.
      if (word.text[0] == '*') {
        to.onlyThese = true;
        word.text.erase(0, 1);
      }
      if (!word.text.empty())
        to.dependsOn.push_back(word);
    }
  }

  // ID, ID@local, ID@global
  void addNoSync(const Token &key, const std::vector<Word> &list,
                 Attributes &to) const {
    for (Word word : list) {
      auto [glob, scope] = llvm::StringRef(word.text).split('@');
      if (!scope.empty() && scope != "local" && scope != "global" &&
          scope != "any")
        text->fail("'" + key.text +
                       "' is for barriers that are 'local', "
                       "'global' or 'any', not '" +
                       scope.str() + "'",
                   word.span);
      bool all = scope.empty() || scope == "any";
      std::string name = glob.str();
      word.text = name;
      to.noSyncWith.push_back(
          {word, all || scope == "local", all || scope == "global"});
    }
  }

  // i:j are all, +i:j more than those that are found.
  static void setInames(const std::vector<Word> &list, Attributes &to) {
    if (!list.empty() && list.front().text[0] == '+') {
      for (Word word : list) {
        if (word.text[0] == '+')
          word.text.erase(0, 1);
        to.moreInames.push_back(word);
      }
      return;
    }
    to.inames = list;
    to.inamesAreAll = true;
  }

  // i, i->k
  void addDuplicates(const Token &key, const std::vector<Word> &list,
                     Attributes &to) const {
    if (list.empty())
      text->fail("the attribute 'dup' names inames, as dup=i or dup=i->k",
                 key.span);
    for (Word word : list) {
      auto [iname, copy] = llvm::StringRef(word.text).split("->");
      if (copy.empty() && iname.size() < word.text.size())
        text->fail("a name was expected behind '->'", word.span);
      Word named{copy.str(), word.span};
      word.text = iname.str();
      to.duplicates.emplace_back(word, named);
    }
  }

  void setPriority(const Word &word, Attributes &to) const {
    if (llvm::StringRef(word.text).getAsInteger(10, to.priority))
      text->fail("a priority is an integer", word.span);
  }

  std::shared_ptr<const Text> text;
  TokenReader read;
  Instructions &all;
};

} // namespace

void language::readInstructions(std::shared_ptr<const Text> text,
                                const IsIname &isIname, Instructions &all) {
  StatementReader(std::move(text), isIname, all).run();
}
