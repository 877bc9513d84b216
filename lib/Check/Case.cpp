#include "Case.h"

#include "Extents.h"
#include "IndexValues.h"
#include "Magnitudes.h"
#include "Signs.h"
#include "TextInC.h"
#include "Toolchain.h"

#include "loopyc/Support/Diagnostic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <optional>

using namespace loopyc;
using namespace loopyc::check;

// MAX_SIZES of harness.h.
static constexpr size_t maxSizesCompared = 8;

std::string check::sizeName(const std::string &name) { return "p_" + name; }

static std::string nameText(const std::string &name) {
  llvm::StringRef digits(name);
  bool index = digits.consume_front("i") && !digits.empty() &&
               digits.find_first_not_of("0123456789") == digits.npos;
  return index ? "i[" + digits.str() + "]" : sizeName(name);
}

std::string check::sizeText(const Expr &e) { return textInC(e, nameText); }

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
  case TypeClass::Unsigned: // the same bits
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
  bool integer = type.isAnyInteger() || type.isLogical();
  int bytes = type.isComplex() ? type.bytes / 2 : type.bytes;
  return llvm::formatv("static void {0}(const long *i, void *element) {{\n"
                       "  (void)i;\n"
                       "  {1}(element, {2}, {3});\n}\n",
                       function, integer ? "put_integer" : "put_real", bytes,
                       sizeText(*object.init))
      .str();
}

// static const struct threshold thresholds_3[] = {{2.7315e+02, 0}};
// Returns what names it: "{thresholds_3, 1}"; "{0, 0}" for none.
static std::string thresholdsText(const std::vector<Threshold> &thresholds,
                                  const std::string &name, std::string &text) {
  std::string list;
  for (const Threshold &threshold : thresholds)
    list += llvm::formatv("{0}{{{1:e17}, {2}}", list.empty() ? "" : ", ",
                          threshold.value, int(threshold.isExact));
  if (list.empty())
    return "{0, 0}";
  text += "static const struct threshold " + name + "[] = {" + list + "};\n";
  return "{" + name + ", " + std::to_string(thresholds.size()) + "}";
}

// Those of comparisons, and with limits.
static std::string allThresholdsText(const std::vector<Threshold> &all,
                                     size_t k, std::string &text) {
  std::vector<Threshold> constants = all;
  llvm::erase_if(constants, [](const Threshold &one) { return one.size; });
  std::vector<Threshold> compared = constants;
  llvm::erase_if(compared, [](const Threshold &one) { return one.isLimit; });
  std::string number = std::to_string(k);
  std::string first = thresholdsText(compared, "thresholds_" + number, text);
  return "{" + first + ", " + thresholdsText(constants, "limits_" + number, text) +
         "}";
}

// `around`: the initialiser of what it is compared with.
static std::string objectText(const Object &object, size_t k, SignLevel signs,
                              const std::string &around, int sizes) {
  Type type = object.dummy->type;
  std::string number = std::to_string(k);
  return llvm::formatv(
             "  {{.name = \"{0}\", .class = {1}, .bytes = {2}, .rank = {3}, "
             ".written = {4}, .output = {5}, .init = {6}, .fixed = {7}, "
             ".given = {8}, .signs = {9}, .undefined = {10}, "
             ".distinct = {11}, .increasing = {12}, .bounded = {13}, "
             ".sum = {14}, .around = {15}, .apart = {16}, .size_count = {17}},\n",
             object.name, className(type), type.bytes, object.extents.size(),
             int(object.written), int(object.output),
             object.init ? "init_" + number : "0",
             object.value && !object.isSize() ? "&fixed_" + number : "0",
             int(object.isGiven()), static_cast<int>(signs),
             int(!object.undefined.empty()),
             int(object.map && object.map->injective),
             int(object.map && object.map->increasing),
             int(object.map && (object.map->lower || object.map->upper)),
             int(object.isPlainSum), around, int(object.choosesApart), sizes)
      .str();
}

// Within the bounds that the script asserts; --init gives what it gives.
static void narrow(IndexRange &range, const MapFacts &facts, bool isGiven,
                   const Values &sizes) {
  constexpr int64_t any = 1 << 30;
  if (isGiven)
    range = {-any, any, false};
  auto lower = facts.lower ? evaluate(facts.lower, sizes) : std::nullopt;
  auto upper = facts.upper ? evaluate(facts.upper, sizes) : std::nullopt;
  range.mirrored &= !lower && !upper;
  range.low = std::max(range.low, lower.value_or(-any));
  range.high = std::min(range.high, upper.value_or(any));
}

// What is behind `static double magnitude_7`.
static std::string magnitudeText(const Expr &magnitude,
                                 const KernelObjects &objects) {
  std::string text = textInC(magnitude, [&](const std::string &name) {
    const Object *input = objects.find(argumentOfLargest(name));
    return input ? "objects[" + std::to_string(input - objects.objects.data()) +
                       "].largest"
                 : nameText(name);
  });
  return "(const long *i) {\n  (void)i;\n  return " + text + ";\n}\n";
}

// The text's number among those that differ.
static size_t numberOf(const std::string &text, Words &texts) {
  auto found = llvm::find(texts, text);
  if (found != texts.end())
    return found - texts.begin();
  texts.push_back(text);
  return texts.size() - 1;
}

// Where in an array of these extents the element stands, from 0; -1 where loops
// go over it.
static int64_t placeOf(const Expr &element, const Values &sizes,
                       const std::vector<int64_t> &extents) {
  const auto &subscripts = element.getIf<ArrayRef>()->subscripts;
  int64_t place = 0, step = 1;
  if (subscripts.size() != extents.size())
    return -1;
  for (size_t a = 0; a < subscripts.size(); ++a) {
    auto at = evaluate(subscripts[a], sizes);
    if (!at)
      return -1;
    place += *at * step;
    step *= extents[a];
  }
  return place;
}

// Sets what a run's sizes make of thresholds that are none of constants.
static std::string sizesText(const std::vector<Threshold> &thresholds, size_t k,
                             const Values &sizes,
                             const std::vector<int64_t> &extents) {
  std::string text;
  size_t count = 0;
  for (const Threshold &threshold : thresholds) {
    auto value =
        threshold.size ? evaluate(threshold.size, sizes) : std::nullopt;
    if (value && count < maxSizesCompared)
      text += llvm::formatv("    objects[{0}].size[{1}] = {2};\n"
                            "    objects[{0}].sized[{1}] = {3};\n",
                            k, count++, *value,
                            placeOf(threshold.element, sizes, extents));
  }
  return text + llvm::formatv("    objects[{0}].size_count = {1};\n", k, count)
                    .str();
}

// `functions` gets what the text mentions: magnitude_0, ...
static std::string runText(const KernelObjects &objects, Bounds &bounds,
                           const Thresholds &thresholds, const Values &sizes,
                           const std::map<std::string, IndexRange> &ranges,
                           Words &functions) {
  std::string text;
  std::vector<RoundingError> errors;
  if (objects.rounding)
    errors = objects.rounding(sizes);
  Extents extents(bounds, objects, sizes, ranges);
  for (const auto &[name, value] : sizes)
    if (objects.find(name))
      text += llvm::formatv("    {0} = {1};\n", sizeName(name), value);
  for (size_t k = 0; k < objects.objects.size(); ++k) {
    const Object &object = objects.objects[k];
    auto set = [&](const std::string &field, int64_t value) {
      text += llvm::formatv("    objects[{0}].{1} = {2};\n", k, field, value);
    };
    IndexRange range;
    auto known = ranges.find(object.name);
    if (known != ranges.end())
      range = known->second;
    if (!errors.empty()) {
      const RoundingError &error = errors[k];
      std::string magnitude = "0";
      if (error.magnitude)
        magnitude = "magnitude_" +
                    std::to_string(numberOf(
                        magnitudeText(error.magnitude, objects), functions));
      text += llvm::formatv("    objects[{0}].rounding = {1:e17};\n"
                            "    objects[{0}].terms = {2:e17};\n"
                            "    objects[{0}].magnitude = {3};\n"
                            "    objects[{0}].absolute = {4:e17};\n"
                            "    objects[{0}].of_terms = {5:e17};\n",
                            k, error.relative, error.terms, magnitude,
                            error.absolute, error.ofTerms);
    }
    if (object.isSize())
      range.low = range.high = sizes.at(object.name);
    if (object.map)
      narrow(range, *object.map, object.init.has_value(), sizes);
    if (object.dummy->type.isAnyInteger()) {
      set("low", range.low);
      set("high", range.high);
      set("starts", range.starts);
      set("chain", range.chain);
      set("mirrored", range.mirrored);
      set("confined", known != ranges.end() || object.map || object.isSize());
    }
    if (auto compared = thresholds.find(object.name);
        compared != thresholds.end())
      text += sizesText(compared->second, k, sizes, extents.of(object));
    for (size_t a = 0; a < object.extents.size(); ++a) {
      set("extent[" + std::to_string(a) + "]", extents.of(object)[a]);
      set("lower[" + std::to_string(a) + "]",
          evaluate(object.lowerBounds[a], sizes).value_or(1));
    }
  }
  return text;
}

// What sets each choice for which inputs can be chosen; if there is none, why
// they cannot for the first. Behind all, those of which conditions turned out
// not to keep the original from what they guard.
static std::vector<std::string> choiceTexts(const KernelObjects &objects,
                                            Bounds &bounds,
                                            const Thresholds &thresholds,
                                            const std::vector<Values> &choices,
                                            Words &functions) {
  std::vector<std::string> texts;
  std::optional<UserError> failure;
  std::vector<std::map<std::string, IndexRange>> known(choices.size());
  for (bool guarded : {true, false})
    for (size_t k = 0; k < choices.size(); ++k)
      try {
        auto ranges = indexRanges(bounds, objects, choices[k], guarded);
        if (!guarded && ranges == known[k])
          continue;
        texts.push_back(
            runText(objects, bounds, thresholds,
                                choices[k], ranges, functions));
        known[k] = std::move(ranges);
      } catch (const UserError &error) {
        if (!failure)
          failure = error;
      }
  if (texts.empty())
    throw *failure;
  return texts;
}

// `count` choices of each run: what there is not is the last one again. Runs
// of the same sizes are set alike.
static std::string
setRunText(const std::vector<std::vector<std::string>> &choices, size_t count) {
  Words texts, labels;
  for (size_t run = 0; run < choices.size(); ++run)
    for (size_t c = 0; c < count; ++c) {
      size_t last = choices[run].size() - 1;
      size_t k = numberOf(choices[run][std::min(c, last)], texts);
      labels.resize(texts.size());
      labels[k] += llvm::formatv("  case {0}:\n", run * count + c);
    }
  std::string text = "void set_run(int run, int choice) {\n"
                     "  switch (run * choice_count + choice) {\n";
  for (size_t k = 0; k < texts.size(); ++k)
    text += labels[k] + texts[k] + "    break;\n";
  return text + "  }\n}\n";
}

std::string check::caseText(const KernelObjects &objects, Bounds &bounds,
                            const Thresholds &thresholds,
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
    std::vector<Threshold> compared;
    if (auto found = thresholds.find(object.name); found != thresholds.end())
      compared = found->second;
    std::string around = allThresholdsText(compared, k, text);
    int sizes = std::min<int>(
        maxSizesCompared,
        llvm::count_if(compared, [](const Threshold &one) { return one.size; }));
    table += objectText(object, k, signs[object.name], around, sizes);
  }
  text += "\nstruct object objects[] = {\n" + table + "};\n";
  std::vector<std::vector<std::string>> choices;
  Words functions;
  size_t count = 1;
  for (const std::vector<Values> &run : runs) {
    choices.push_back(choiceTexts(objects, bounds, thresholds, run, functions));
    count = std::max(count, choices.back().size());
  }
  for (size_t k = 0; k < functions.size(); ++k)
    text += "static double magnitude_" + std::to_string(k) + functions[k];
  text += llvm::formatv("const int object_count = {0};\n"
                        "const int run_count = {1};\n"
                        "const int choice_count = {2};\n\n",
                        objects.objects.size(), runs.size(), count);
  return text + setRunText(choices, count);
}
