#include "Transfer.h"

#include "Code.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Support/Match.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::verify;

std::vector<int64_t> ArgumentContents::subscripts(size_t element) const {
  std::vector<int64_t> result;
  for (int64_t extent : extents) {
    result.push_back(static_cast<int64_t>(element) % extent);
    element /= extent;
  }
  return result;
}

static const std::string &nameIn(const ArgumentNames &names,
                                 const std::string &name) {
  auto other = names.find(name);
  return other == names.end() ? name : other->second;
}

Sizes verify::sizesFor(const Kernel &kernel, const Contents &contents,
                       const ArgumentNames &names) {
  Sizes sizes;
  for (const VariablePtr &arg : kernel.arguments)
    if (auto size = contents.sizes.find(nameIn(names, arg->name));
        size != contents.sizes.end())
      sizes[arg->name] = size->second;
  return sizes;
}

namespace {

class NoMemory : public Elements {
public:
  Value load(int, const std::vector<int64_t> &) override {
    throw InternalError("verify: a layout that reads memory");
  }
};

// From declared subscripts to the kernel's.
class DeclaredPlaces {
public:
  DeclaredPlaces(const Variable &var, const Sizes &sizes) {
    Meaning meaning;
    meaning.names = &table;
    for (size_t a = 0; a < var.declared.extents.size(); ++a)
      places.push_back(table.add("i" + std::to_string(a)));
    for (const Expr &index : var.declared.indices)
      indices.push_back(compile(index, meaning));
    values.resize(table.size());
    for (const auto &[name, value] : sizes)
      if (int place = table.find(name); place >= 0)
        values[place] = value;
  }

  std::vector<int64_t> at(const std::vector<int64_t> &declared) {
    if (indices.empty() || places.size() != declared.size())
      return declared;
    for (size_t a = 0; a < declared.size(); ++a)
      values[places[a]] = declared[a];
    NoMemory none;
    return evaluateAll(indices, values, none);
  }

private:
  NameTable table;
  std::vector<int> places;
  std::vector<Code> indices;
  std::vector<int64_t> values;
};

} // namespace

static std::vector<int64_t> declaredExtents(const Variable &var,
                                            const Sizes &sizes,
                                            const std::vector<int64_t> &given) {
  std::vector<int64_t> result;
  try {
    for (const Expr &extent : var.declared.extents)
      result.push_back(
          extent ? std::max<int64_t>(0, evaluateSize(extent, sizes)) : -1);
  } catch (const Fault &) { // in names that the kernel lost
    return given;
  }
  if (result.size() != given.size())
    return given;
  for (size_t a = 0; a < result.size(); ++a)
    if (result[a] < 0)
      result[a] = given[a];
  return result;
}

static size_t elementCount(const std::vector<int64_t> &extents) {
  size_t count = 1;
  for (int64_t extent : extents)
    count *= static_cast<size_t>(extent);
  return count;
}

// Calls visit(variable, its contents, an element's number, the kernel's
// subscripts of that element).
template <typename Given, typename Visit>
static void forEachElement(Given &contents, const ArgumentNames &names,
                           const Layouts &layouts, const Sizes &sizes,
                           Visit visit) {
  for (size_t v = 0; v < layouts.variables.size(); ++v) {
    const Variable &var = *layouts.variables[v];
    auto given = contents.arguments.find(nameIn(names, var.name));
    if (var.isTemporary() || given == contents.arguments.end())
      continue;
    DeclaredPlaces places(var, sizes);
    // Elements follow each other as the kernel's own declaration has it.
    ArgumentContents own;
    own.extents = declaredExtents(var, sizes, given->second.extents);
    size_t count = given->second.elements.size();
    for (size_t e = 0; e < std::min(count, elementCount(own.extents)); ++e)
      visit(static_cast<int>(v), given->second, e,
            places.at(own.subscripts(e)));
  }
}

void verify::loadArguments(const Contents &contents, const ArgumentNames &names,
                           const Layouts &layouts, const Sizes &sizes,
                           Memory &memory) {
  forEachElement(contents, names, layouts, sizes,
                 [&](int v, const ArgumentContents &given, size_t e,
                     const std::vector<int64_t> &subscripts) {
                   memory.store(v, memory.place(v, subscripts),
                                given.elements[e], -1);
                 });
}

static Value valueOf(const Expr &literal) {
  return match(
      literal->value,
      [](const IntLit &n) { return Value::integer(n.value); },
      [](const LogicalLit &n) { return Value::integer(n.value); },
      [&](const RealLit &n) { return literalValue(n.value, literal.type()); },
      [&](const ComplexLit &n) {
        return literalValue(n.re, n.im, literal.type());
      },
      [](const auto &) { return Value::undefined(); });
}

void verify::loadTables(const Layouts &layouts, Memory &memory) {
  for (size_t v = 0; v < layouts.variables.size(); ++v) {
    const Variable &table = *layouts.variables[v];
    if (!table.isTable())
      continue;
    DeclaredPlaces places(table, {});
    std::vector<int64_t> extents;
    for (const Expr &extent : table.declared.extents)
      extents.push_back(evaluateSize(extent, {}));
    std::vector<int64_t> at(extents.size(), 0);
    for (const Expr &value : table.map->values) {
      memory.store(static_cast<int>(v),
                   memory.place(static_cast<int>(v), places.at(at)),
                   valueOf(value), -1);
      for (size_t a = at.size(); a-- > 0;) { // the last axis is the fastest
        if (++at[a] < extents[a])
          break;
        at[a] = 0;
      }
    }
  }
}

void verify::storeArguments(Memory &memory, const ArgumentNames &names,
                            const Layouts &layouts, const Sizes &sizes,
                            Contents &contents) {
  forEachElement(contents, names, layouts, sizes,
                 [&](int v, ArgumentContents &given, size_t e,
                     const std::vector<int64_t> &subscripts) {
                   given.elements[e] =
                       memory.load(v, memory.place(v, subscripts));
                 });
}
