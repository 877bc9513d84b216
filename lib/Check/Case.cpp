#include "Case.h"

#include "Extents.h"
#include "Signs.h"
#include "TextInC.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::check;

std::string check::sizeName(const std::string &name) { return "p_" + name; }

std::string check::sizeText(const Expr &e) {
  return textInC(e, [](const std::string &name) {
    llvm::StringRef digits(name);
    bool index = digits.consume_front("i") && !digits.empty() &&
                 digits.find_first_not_of("0123456789") == digits.npos;
    return index ? "i[" + digits.str() + "]" : sizeName(name);
  });
}

std::string check::sizeDeclarations(const KernelObjects &objects) {
  std::string text;
  for (const Object &object : objects.objects)
    if (object.isSize())
      text += "extern long " + sizeName(object.name) + ";\n";
  return text;
}

static const char *className(Type type) {
  switch (type.cls) {
  case TypeClass::Integer:
    return "INTEGER";
  case TypeClass::Real:
    return "REAL";
  case TypeClass::Complex:
    return "COMPLEX";
  case TypeClass::Logical:
    return "LOGICAL";
  }
  return "";
}

// static void init_3(const long *i, void *element)
static std::string initText(const Object &object, const std::string &function) {
  Type type = object.dummy->type;
  bool integer = type.isInteger() || type.isLogical();
  int bytes = type.isComplex() ? type.bytes / 2 : type.bytes;
  return llvm::formatv("static void {0}(const long *i, void *element) {{\n"
                       "  (void)i;\n"
                       "  {1}(element, {2}, {3});\n}\n",
                       function, integer ? "put_integer" : "put_real", bytes,
                       sizeText(*object.init))
      .str();
}

static std::string objectText(const Object &object, size_t k,
                              SignLevel signs) {
  Type type = object.dummy->type;
  std::string number = std::to_string(k);
  return llvm::formatv(
             "  {{.name = \"{0}\", .class = {1}, .bytes = {2}, .rank = {3}, "
             ".written = {4}, .output = {5}, .init = {6}, .fixed = {7}, "
             ".given = {8}, .signs = {9}, .undefined = {10}, "
             ".distinct = {11}, .increasing = {12}, .bounded = {13}, "
             ".sum = {14}},\n",
             object.name, className(type), type.bytes, object.extents.size(),
             int(object.written), int(object.output),
             object.init ? "init_" + number : "0",
             object.value && !object.isSize() ? "&fixed_" + number : "0",
             int(object.isGiven()), static_cast<int>(signs),
             int(!object.undefined.empty()),
             int(object.map && object.map->injective),
             int(object.map && object.map->increasing),
             int(object.map && (object.map->lower || object.map->upper)),
             int(object.isPlainSum))
      .str();
}

// Within the bounds that the script asserts; --init gives what it gives.
static void narrow(Bounds::Range &range, const MapFacts &facts, bool isGiven,
                   const Values &sizes) {
  constexpr int64_t any = 1 << 30;
  if (isGiven)
    range = {-any, any};
  auto lower = facts.lower ? evaluate(facts.lower, sizes) : std::nullopt;
  auto upper = facts.upper ? evaluate(facts.upper, sizes) : std::nullopt;
  range.low = std::max(range.low, lower.value_or(-any));
  range.high = std::min(range.high, upper.value_or(any));
}

static std::string runText(const KernelObjects &objects, Bounds &bounds,
                           const Values &sizes) {
  std::string text;
  auto ranges = bounds.valueRanges(sizes);
  Extents extents(bounds, objects, sizes, ranges);
  for (const auto &[name, value] : sizes)
    if (objects.find(name))
      text += llvm::formatv("    {0} = {1};\n", sizeName(name), value);
  for (size_t k = 0; k < objects.objects.size(); ++k) {
    const Object &object = objects.objects[k];
    auto set = [&](const std::string &field, int64_t value) {
      text += llvm::formatv("    objects[{0}].{1} = {2};\n", k, field, value);
    };
    Bounds::Range range;
    if (auto known = ranges.find(object.name); known != ranges.end())
      range = known->second;
    if (objects.rounding)
      text += llvm::formatv("    objects[{0}].rounding = {1:e17};\n", k,
                            objects.rounding(k, sizes));
    if (object.isSize())
      range.low = range.high = sizes.at(object.name);
    if (object.map)
      narrow(range, *object.map, object.init.has_value(), sizes);
    if (object.dummy->type.isInteger()) {
      set("low", range.low);
      set("high", range.high);
    }
    for (size_t a = 0; a < object.extents.size(); ++a) {
      set("extent[" + std::to_string(a) + "]", extents.of(object)[a]);
      set("lower[" + std::to_string(a) + "]",
          evaluate(object.lowerBounds[a], sizes).value_or(1));
    }
  }
  return text;
}

// What sets each choice for which inputs can be chosen; if there is none, why
// they cannot for the first.
static std::vector<std::string>
choiceTexts(const KernelObjects &objects, Bounds &bounds,
            const std::vector<Values> &choices) {
  std::vector<std::string> texts;
  std::optional<UserError> failure;
  for (const Values &sizes : choices)
    try {
      texts.push_back(runText(objects, bounds, sizes));
    } catch (const UserError &error) {
      if (!failure)
        failure = error;
    }
  if (texts.empty())
    throw *failure;
  return texts;
}

std::string check::caseText(const KernelObjects &objects, Bounds &bounds,
                            const std::vector<std::vector<Values>> &runs) {
  std::map<std::string, SignLevel> signs = signLevels(bounds, objects);
  std::string text = "#include \"harness.h\"\n\n#include <math.h>\n"
                     "#include <stdlib.h>\n\n";
  for (const Object &object : objects.objects)
    if (object.isSize())
      text += "long " + sizeName(object.name) + ";\n";
  std::string table;
  for (size_t k = 0; k < objects.objects.size(); ++k) {
    const Object &object = objects.objects[k];
    if (object.init)
      text += initText(object, "init_" + std::to_string(k));
    if (object.value && !object.isSize())
      text += llvm::formatv("static const double fixed_{0} = {1:e17};\n", k,
                            *object.value);
    table += objectText(object, k, signs[object.name]);
  }
  text += "\nstruct object objects[] = {\n" + table + "};\n";
  std::vector<std::vector<std::string>> choices;
  size_t count = 1; // of each run: what there is not is the last one again
  for (const std::vector<Values> &run : runs) {
    choices.push_back(choiceTexts(objects, bounds, run));
    count = std::max(count, choices.back().size());
  }
  text += llvm::formatv("const int object_count = {0};\n"
                        "const int run_count = {1};\n"
                        "const int choice_count = {2};\n\n"
                        "void set_run(int run, int choice) {{\n"
                        "  switch (run * choice_count + choice) {{\n",
                        objects.objects.size(), runs.size(), count);
  for (size_t run = 0; run < runs.size(); ++run)
    for (size_t c = 0; c < count; ++c) {
      text += "  case " + std::to_string(run * count + c) + ":\n";
      if (c < choices[run].size())
        text += choices[run][c];
      if (c + 1 < choices[run].size() || c + 1 == count)
        text += "    break;\n";
    }
  return text + "  }\n}\n";
}
