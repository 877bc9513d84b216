#include "InstructionParts.h"

#include "loopyc/Analysis/DependenceGraph.h"
#include "loopyc/IR/CallMark.h"
#include "loopyc/IR/NoSync.h"
#include "loopyc/IR/OpenTypes.h"
#include "loopyc/Source/KernelText.h"
#include "loopyc/Support/CloseMatches.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"
#include "loopyc/Transform/Instructions.h"

#include <algorithm>
#include <cmath>
#include <regex>

using namespace loopyc;
using namespace loopyc::script;

template <typename Range>
static std::string joined(const Range &words, const char *between) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : between) + word;
  return text;
}

std::string InstructionParts::text() const {
  std::string list;
  auto add = [&](const std::string &key, const std::string &value) {
    list += (list.empty() ? "" : ", ") + key + value;
  };
  if (!id.empty())
    add("id=", id);
  if (!inames.empty())
    add("inames=", joined(inames, ":"));
  add("dep=*", joined(dependsOn, ":"));
  if (!tags.empty())
    add("tags=", joined(tags, ":"));
  if (!noSyncWith.empty())
    add("no_sync_with=", joined(noSyncWith, ":"));
  if (!predicates.empty()) {
    std::vector<std::string> each;
    for (const std::string &predicate : predicates)
      each.push_back("(" + predicate + ")");
    add("if=", joined(each, ":"));
  }
  if (priority)
    add("priority=", std::to_string(priority));
  if (isAtomic)
    add("atomic", "");
  return (special.empty() ? assignee + " = " + value : special) + " {" + list +
         "}";
}

// "inf" might be a variable; 2j is imaginary.
static std::string literalText(const Expr &literal) {
  const auto *complex = literal.getIf<ComplexLit>();
  if (!complex) {
    const auto *real = literal.getIf<RealLit>();
    if (!real || !std::isinf(real->value))
      return literal.str();
    return real->value < 0 ? "(-np.inf)" : "np.inf";
  }
  auto part = [&](double value) {
    return literalText(Expr::real(value, literal.type().part()));
  };
  if (complex->im == 0)
    return complex->re < 0 ? "(" + part(complex->re) + ")" : part(complex->re);
  if (complex->re == 0 && complex->im > 0)
    return part(complex->im) + "j";
  return "(" + part(complex->re) + (complex->im < 0 ? " - " : " + ") +
         part(std::abs(complex->im)) + "j)";
}

static bool isLiteral(const Expr &e) {
  return e.getIf<IntLit>() || e.getIf<RealLit>() || e.getIf<ComplexLit>();
}

// As it stands where it takes its type from what it meets; or with its type.
static Expr literalAsRead(const Expr &literal, bool saysType) {
  std::string text = literalText(literal);
  if (saysType && !isOpen(literal.type()) && literal.type() != Type::integer(4))
    text = literal.type().str() + "(" + text + ")";
  return text == literal.str() ? literal : Expr::var(text, literal.type());
}

// float32(0.1)*float32(0.7), which would be a number of any type else.
static Expr withTypesOfLiterals(const Expr &e) {
  return rewrite(e, [](const Expr &node) {
    return isLiteral(node) ? literalAsRead(node, true) : node;
  });
}

namespace {

struct Read {
  Expr e;
  bool hasType = true; // says anything but literals the type of the value?
};

} // namespace

static bool hasTypeOfItsOwn(const Expr &e, const std::vector<Read> &parts) {
  bool any = std::any_of(parts.begin(), parts.end(),
                         [](const Read &part) { return part.hasType; });
  return match(
      e->value, [&](const Unary &) { return any; },
      [&](const Binary &) { return any; }, [&](const Call &) { return any; },
      [&](const Reduction &) { return any; },
      [&](const Select &) { return parts[1].hasType || parts[2].hasType; },
      [](const auto &) { return true; });
}

// a / b is a real number: one that truncates is (a - mod(a, b)) // b.
static Expr withoutTruncation(const Expr &e) {
  const auto *quotient = e.getIf<Binary>();
  if (!quotient || quotient->op != BinaryOp::Div || !e.type().isAnyInteger())
    return e;
  Expr rest = Expr::binary(BinaryOp::Rem, quotient->a, quotient->b);
  return Expr::binary(BinaryOp::FloorDiv,
                      Expr::binary(BinaryOp::Sub, quotient->a, rest),
                      quotient->b);
}

// What would be an iname to reduce over is +i: min(+i, 5)
static Expr withSignedIname(const Kernel &kernel, const Expr &e) {
  const auto *call = e.getIf<Call>();
  if (!call || !reductionByName(intrinsicName(call->fn)))
    return e;
  std::vector<Expr> args = call->args;
  if (const auto *first = args.front().getIf<VarRef>();
      first && kernel.hasIname(first->name))
    args.front() = Expr::var("+" + first->name, args.front().type());
  return withOperands(e, args);
}

static Read asRead(const Kernel &kernel, const Expr &e) {
  if (isLiteral(e))
    return {literalAsRead(e, false), false};
  const std::vector<Expr> written = operands(e);
  std::vector<Read> read;
  for (const Expr &part : written)
    read.push_back(asRead(kernel, part));
  const bool hasType = hasTypeOfItsOwn(e, read);
  // 0.1 of real(4) may become real(8).
  const bool converts = e.getIf<Cast>() && !isOpen(e.type());
  std::vector<Expr> parts;
  for (size_t k = 0; k < read.size(); ++k) {
    bool isNumber = isLiteral(written[k]) &&
                    (!converts || written[k].getIf<IntLit>() != nullptr);
    parts.push_back(hasType && !read[k].hasType && !isNumber
                        ? withTypesOfLiterals(written[k])
                        : read[k].e);
  }
  Expr changed = withOperands(e, parts);
  return {withoutTruncation(withSignedIname(kernel, changed)), hasType};
}

// 3.0d0 is Fortran's: a literal takes its type from what it meets. not(x) is of
// bits, and of truth values 'not x'.
std::string script::expressionText(const Kernel &kernel, const Expr &e) {
  if (kernel.origins.empty() || !source::kernelAsMade(kernel.origins.front()))
    return e.str();
  static const std::regex plain(R"((^|[^A-Za-z0-9_.])(\d+\.?\d*)d0(?!\d))"),
      scaled(R"((^|[^A-Za-z0-9_.])(\d+\.?\d*)d([+-]?\d+))"),
      bits(R"((^|[^A-Za-z0-9_.])not\()");
  Read read = asRead(kernel, e);
  Expr whole = read.hasType || isLiteral(e) ? read.e : withTypesOfLiterals(e);
  std::string text = std::regex_replace(whole.str(), plain, "$1$2");
  text = std::regex_replace(text, bits, "$1inot(");
  return std::regex_replace(text, scaled, "$1$2e$3");
}

const InstructionPtr &script::instructionNamed(const Kernel &kernel,
                                               const std::string &id,
                                               const char *function) {
  if (const InstructionPtr *insn = kernel.findInstruction(id))
    return *insn;
  std::vector<std::string> known;
  for (const InstructionPtr &insn : kernel.instructions)
    known.push_back(insn->id);
  throw UserError(std::string(function) + ": kernel '" + kernel.name +
                  "' has no instruction '" + id + "'" +
                  suggestion(id, known));
}

InstructionParts script::partsOf(const Kernel &kernel, const Instruction &insn,
                                 const std::set<std::string> &dependsOn) {
  InstructionParts parts;
  parts.id = insn.id;
  parts.inames = insn.inames;
  parts.dependsOn = dependsOn;
  parts.dependsOn.insert(insn.dependsOn.begin(), insn.dependsOn.end());
  parts.tags = visibleTags(insn);
  for (const auto &[id, asserted] : insn.noSyncWith)
    parts.noSyncWith.insert(noSyncStr(id, asserted));
  for (const Predicate &predicate : insn.predicates)
    parts.predicates.push_back(expressionText(kernel, predicate));
  match(
      insn.body,
      [&](const Assignment &a) {
        parts.assignee = expressionText(kernel, a.assignee);
        parts.value = expressionText(kernel, a.value);
        parts.isAtomic = insn.update() && insn.update()->atomic;
      },
      [&](const CallBody &) {
        throw UserError("instruction '" + insn.id +
                        "' has several results, and no text that it could be "
                        "made from");
      },
      [&](const BarrierBody &barrier) {
        parts.special = barrier.scope == BarrierScope::Global ? "... gbarrier"
                                                              : "... lbarrier";
      },
      [&](const NoOp &) { parts.special = "... nop"; });
  return parts;
}

// Nothing passes a barrier: it depends on all between the one before and
// itself, and all up to the next depend on it.
static void
addOrderOfBarriers(const Kernel &kernel,
                   std::map<std::string, std::set<std::string>> &result) {
  std::string last; // barrier
  std::set<std::string> since;
  for (const InstructionPtr &insn : kernel.instructions) {
    if (!last.empty())
      result[insn->id].insert(last);
    since.insert(insn->id);
    if (!std::holds_alternative<BarrierBody>(insn->body))
      continue;
    since.erase(insn->id);
    result[insn->id].insert(since.begin(), since.end());
    last = insn->id;
    since = {};
  }
}

static std::map<std::string, std::set<std::string>>
findDependences(const std::shared_ptr<const Kernel> &kernel) {
  Kernel expanded = expandRules(*kernel);
  DependenceGraph graph(expanded);
  std::map<std::string, std::set<std::string>> result;
  for (const DependenceEdge &edge : graph.edges())
    for (const OrderLevel &level : edge.levels)
      if (edge.source != edge.sink && !level.carried)
        result[expanded.instructions[edge.sink]->id].insert(
            expanded.instructions[edge.source]->id);
  addOrderOfBarriers(expanded, result);
  return result;
}

// Scripts ask about one instruction after the other.
std::map<std::string, std::set<std::string>>
script::dependencesById(const std::shared_ptr<const Kernel> &kernel) {
  static thread_local std::weak_ptr<const Kernel> asked;
  static thread_local std::map<std::string, std::set<std::string>> found;
  if (asked.lock() != kernel) {
    found = findDependences(kernel);
    asked = kernel;
  }
  return found;
}

std::string InstructionWriter::operator()(const InstructionHandle &insn) {
  auto [it, isNew] = dependences.try_emplace(insn.kernel.get());
  if (isNew)
    it->second = dependencesById(insn.kernel);
  return partsOf(*insn.kernel, *insn.insn, it->second[insn.insn->id]).text();
}

// --- changes

// Sets have no order.
static std::vector<std::string> wordsOf(py::handle value) {
  std::vector<std::string> words;
  if (value.is_none())
    return words;
  if (PyUnicode_Check(value.ptr()))
    return splitNames(bytesOf(value));
  for (py::handle item : py::reinterpret_borrow<py::object>(value)) {
    bool isPair = PyTuple_Check(item.ptr()) && PyTuple_Size(item.ptr()) == 2;
    auto pair = isPair ? py::reinterpret_borrow<py::tuple>(item) : py::tuple();
    words.push_back(isPair ? textOf(pair[0]) + "@" + textOf(pair[1])
                           : textOf(item));
  }
  if (PyAnySet_Check(value.ptr()))
    std::sort(words.begin(), words.end());
  return words;
}

void script::change(InstructionParts &parts, const py::kwargs &changes) {
  for (auto item : changes) {
    std::string key = textOf(item.first);
    py::handle value = item.second;
    auto set = [&](std::set<std::string> &to) {
      std::vector<std::string> words = wordsOf(value);
      to = {words.begin(), words.end()};
    };
    bool isText = key == "assignee" || key == "expression";
    if (isText && !parts.special.empty())
      raiseTypeError("Instruction.copy: '" + parts.id + "' is no assignment");
    if (isText && value.is_none())
      raiseTypeError("Instruction.copy: '" + key + "' of '" + parts.id +
                     "' is an expression, not None");
    if (key == "id")
      parts.id = textOf(value);
    else if (key == "assignee")
      parts.assignee = textOf(value);
    else if (key == "expression")
      parts.value = textOf(value);
    else if (key == "within_inames")
      parts.inames = wordsOf(value);
    else if (key == "depends_on")
      set(parts.dependsOn);
    else if (key == "tags")
      set(parts.tags);
    else if (key == "no_sync_with")
      set(parts.noSyncWith);
    else if (key == "predicates")
      parts.predicates = wordsOf(value);
    else if (key == "priority")
      parts.priority = static_cast<int>(integerOf(value, "a priority"));
    else
      raiseTypeError("Instruction.copy has no argument '" + key +
                     "'; it has id, assignee, expression, within_inames, "
                     "depends_on, tags, no_sync_with, predicates and priority");
  }
}
