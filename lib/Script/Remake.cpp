#include "Remake.h"

#include "Declarations.h"
#include "InstructionTexts.h"
#include "Session.h"
#include "ValueClasses.h"

#include "loopyc/IR/ExternalFunction.h"
#include "loopyc/IR/Images.h"
#include "loopyc/IR/PartMark.h"
#include "loopyc/IR/ReductionMark.h"
#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Transform/History.h"

using namespace loopyc;
using namespace loopyc::script;

static std::string ruleText(const Kernel &kernel,
                            const SubstitutionRule &rule) {
  std::string text = rule.name;
  for (size_t i = 0; i < rule.parameters.size(); ++i)
    text += (i ? ", " : "(") + rule.parameters[i];
  return text + (rule.parameters.empty() ? "" : ")") +
         " := " + expressionText(kernel, rule.value);
}

std::vector<std::string> script::ruleTexts(const Kernel &kernel) {
  std::vector<std::string> texts;
  for (const SubstitutionRule &rule : kernel.rules)
    texts.push_back(ruleText(kernel, rule));
  return texts;
}

// The loops that instructions which were one have in order, as they are now:
// those that are not around all of them. By what the marks count.
static std::map<size_t, std::set<std::string>>
orderedLoops(const Kernel &kernel) {
  std::map<size_t, std::vector<const Instruction *>> parts;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &tag : insn->tags)
      if (auto mark = readPartMark(tag))
        parts[mark->of].push_back(insn.get());
  std::map<size_t, std::set<std::string>> loops;
  for (const auto &[of, all] : parts)
    for (const Instruction *insn : all)
      for (const std::string &iname : insn->inames)
        if (!std::all_of(all.begin(), all.end(), [&](const Instruction *other) {
              return other->within(iname);
            }))
          loops[of].insert(iname);
  return loops;
}

PartMarks script::partsOfOne(const Kernel &kernel) {
  std::map<size_t, std::set<std::string>> loops = orderedLoops(kernel);
  PartMarks parts;
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &tag : insn->tags)
      if (auto mark = readPartMark(tag)) {
        mark->loops = loops[mark->of];
        parts.marks[insn->id].insert(spelled(*mark));
        parts.formerTimes[insn->id] = insn->time;
      }
  return parts;
}

// What instructions call is their own.
static void keepReductionMarks(const Kernel &kernel, PartMarks &parts) {
  for (const InstructionPtr &insn : kernel.instructions)
    for (const std::string &tag : insn->tags)
      if (readReductionMark(tag))
        parts.marks[insn->id].insert(tag);
}

Remake script::remakeOf(const KernelHandle &handle, const char *function) {
  const Kernel &kernel = *handle.kernel;
  if (!handle.made)
    throw UserError(std::string(function) + ": kernel '" + kernel.name +
                    "' is not one that make_kernel made, and only such are "
                    "made anew; transformations change it");
  Remake remake;
  remake.name = kernel.name;
  for (const poly::Set &domain : kernel.domains)
    remake.domains.push_back(domain.str());
  remake.rules = ruleTexts(kernel);
  auto before = dependencesById(handle.kernel);
  for (const InstructionPtr &insn : kernel.instructions) {
    remake.instructions.push_back(
        partsOf(kernel, *insn, before[insn->id]).text());
  }
  remake.parts = partsOfOne(kernel);
  keepReductionMarks(kernel, remake.parts);
  for (const auto *list : {&kernel.arguments, &kernel.temporaries})
    for (const VariablePtr &variable : *list) {
      remake.data.push_back(declarationOf(kernel, *variable, function));
    }
  if (!kernel.assumptions.isUniverse())
    remake.assumptions = kernel.assumptions.str();
  return remake;
}

// --- back

namespace {

// Texts of one source, which messages show.
class Parts {
public:
  explicit Parts(const std::string &kernelName)
      : name(std::make_shared<const std::string>("<" + kernelName + ">")) {}

  language::SourcePart operator()(const std::string &text) {
    language::SourcePart part;
    part.text = text;
    part.file = name;
    part.firstLine =
        1 + static_cast<int>(std::count(all.begin(), all.end(), '\n'));
    all += text + "\n";
    if (DiagnosticEngine *engine = currentDiagnostics())
      engine->addSource(*name, all);
    return part;
  }

  const std::string &text() const { return all; }

private:
  std::shared_ptr<const std::string> name;
  std::string all;
};

} // namespace

// What was said of loops that are still there.
static void keepTags(const Kernel &from, Kernel &to) {
  for (const auto &[iname, tag] : from.inameTags)
    if (to.hasIname(iname))
      to.inameTags[iname] = tag;
  for (const auto &[iname, slab] : from.slabs)
    if (to.hasIname(iname))
      to.slabs[iname] = slab;
  for (std::vector<std::string> list : from.loopPriority) {
    std::erase_if(
        list, [&](const std::string &iname) { return !to.hasIname(iname); });
    to.loopPriority.push_back(std::move(list));
  }
  std::set<std::string> all = images(to);
  to.options = from.options;
  setImages(to, all);
}

language::KernelSource script::sourceOf(const language::KernelSource &before,
                                        const Remake &changed) {
  language::KernelSource source = before;
  source.functions.clear();
  source.types.clear();
  source.marks = changed.parts.marks;
  source.formerTimes = changed.parts.formerTimes;
  source.name = changed.name;
  source.range = Session::current().here();
  source.findsOthers = true;
  source.data = changed.data;
  source.domains.clear();
  source.instructions.clear();
  Parts parts(changed.name);
  for (const std::string &domain : changed.domains)
    source.domains.push_back(parts(domain));
  for (const auto *list : {&changed.rules, &changed.instructions})
    for (const std::string &text : *list)
      source.instructions.push_back(parts(text));
  source.assumptions = std::nullopt;
  if (!changed.assumptions.empty())
    source.assumptions = parts(changed.assumptions);
  source.file = std::make_shared<const std::string>(parts.text());
  return source;
}

KernelHandle script::remade(const KernelHandle &before, const Remake &changed,
                            const char *function) {
  const Session &session = Session::current();
  KernelRecipe recipe = *before.made;
  recipe.source = sourceOf(before.made->source, changed);
  for (const ExternalCall &call : externalCalls(*before.kernel))
    recipe.source.externals.emplace(call.function->name, call.function);
  recipe.isTransformed = false;
  recipe.fixedParameters.clear();

  Kernel kernel = makeKernel(recipe);
  keepTags(*before.kernel, kernel);
  kernel.history.insert(kernel.history.begin(), before.kernel->history.begin(),
                        before.kernel->history.end());
  HistoryEntry entry;
  entry.transformation = function;
  entry.scriptRange = session.here();
  entry.remarks = {"made anew by the script: what it computes is what its "
                   "instructions now say"};
  KernelHandle result;
  result.kernel = std::make_shared<const Kernel>(
      loopyc::recorded(*before.kernel, std::move(kernel), std::move(entry)));
  result.made = std::make_shared<const KernelRecipe>(std::move(recipe));
  session.host().transformed(function, *before.kernel, *result.kernel);
  return result;
}

// --- LoopKernel.copy

static std::vector<std::string> textsOf(py::handle list, const char *what) {
  std::vector<std::string> texts;
  if (PyUnicode_Check(list.ptr()))
    return {bytesOf(list)};
  if (!PyObject_HasAttrString(list.ptr(), "__iter__"))
    raiseTypeError(std::string("LoopKernel.copy: '") + what +
                   "' is a text, or a list, not " + shortReprOf(list));
  InstructionWriter written;
  for (py::handle item : py::reinterpret_borrow<py::object>(list)) {
    if (const poly::Set *set = asSet(item)) {
      texts.push_back(set->str());
    } else if (const std::string *text = asInstructionText(item)) {
      texts.push_back(*text);
    } else if (const InstructionHandle *insn = asInstruction(item)) {
      texts.push_back(written(*insn));
    } else if (PyUnicode_Check(item.ptr())) {
      texts.push_back(bytesOf(item));
    } else {
      raiseTypeError(std::string("LoopKernel.copy: '") + what +
                     "' holds texts and instructions, found " +
                     shortReprOf(item));
    }
  }
  return texts;
}

static std::vector<language::Declaration> dataOf(py::handle list) {
  language::KernelSource source;
  readData(list, source);
  return source.data;
}

// A list, or by name.
static void replaceTemporaries(std::vector<language::Declaration> &data,
                               py::handle value) {
  std::erase_if(data, [](const language::Declaration &declaration) {
    return declaration.kind == VariableKind::Temporary ||
           declaration.kind == VariableKind::Table;
  });
  py::list list;
  if (PyDict_Check(value.ptr()))
    list = py::list(value.attr("values")());
  else
    list = py::list(py::reinterpret_borrow<py::object>(value));
  for (const language::Declaration &declaration : dataOf(list))
    data.push_back(declaration);
}

KernelHandle script::copiedWith(const KernelHandle &handle,
                                const py::kwargs &changes) {
  const char *function = "copy";
  Remake remake = remakeOf(handle, function);
  for (auto change : changes) {
    std::string field = textOf(change.first);
    py::handle value = change.second;
    if (field == "domains")
      remake.domains = textsOf(value, "domains");
    else if (field == "instructions")
      remake.instructions = textsOf(value, "instructions");
    else if (field == "substitutions")
      remake.rules = textsOf(value, "substitutions");
    else if (field == "args")
      remake.data = dataOf(value);
    else if (field == "temporary_variables")
      replaceTemporaries(remake.data, value);
    else if (field == "assumptions")
      remake.assumptions = textOf(value);
    else if (field == "name")
      remake.name = textOf(value);
    else
      raiseTypeError("LoopKernel.copy changes 'name', 'domains', "
                     "'instructions', 'substitutions', 'args', "
                     "'temporary_variables' and 'assumptions', not '" +
                     field + "'");
  }
  return remade(handle, remake, function);
}
