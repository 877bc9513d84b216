// Tables of constants, with their values in the order of the storage:
//
//   static const double w[3] = {0.25, 0.5, 0.25};
#include "CFamily/KernelWriter.h"

#include "loopyc/Support/Diagnostic.h"
#include "loopyc/Values/Evaluate.h"

using namespace loopyc;
using namespace loopyc::codegen;

namespace {

// Where each element lies, of a table whose axes may have been tagged and split
// since it was declared.
class TablePlaces {
public:
  explicit TablePlaces(const Storage &storage) : storage(storage) {
    const Variable &table = *storage.var;
    for (size_t a = 0; a < table.axes.size(); ++a)
      strides.push_back(constant(fold(storage.strides[a]), "a stride"));
    for (const Expr &extent : table.declared.extents)
      extents.push_back(constant(fold(extent), "an extent"));
    index.assign(extents.size(), 0);
    for (size_t a = 0; a < extents.size(); ++a)
      isPlain = isPlain && extents.size() == strides.size() &&
                table.declared.indices[a] == Expr::var(nameOf(a));
  }

  // Of the element that is next, the last axis' fastest.
  int64_t next() {
    int64_t place = isPlain ? plainPlace() : transformedPlace();
    for (size_t a = extents.size(); a-- > 0;) {
      if (++index[a] < extents[a])
        break;
      index[a] = 0;
    }
    return place;
  }

private:
  static std::string nameOf(size_t axis) { return "i" + std::to_string(axis); }

  int64_t constant(const Expr &e, const char *what) const {
    std::optional<int64_t> value = e ? asInteger(e) : std::nullopt;
    if (!value)
      throw UserError("table '" + storage.var->name + "' has " + what +
                          " that is no constant; tables have a size that is "
                          "known",
                      storage.var->range);
    return *value;
  }

  int64_t plainPlace() const {
    int64_t place = 0;
    for (size_t a = 0; a < index.size(); ++a)
      place += index[a] * strides[a];
    return place;
  }

  int64_t transformedPlace() const {
    Substitution at;
    for (size_t a = 0; a < index.size(); ++a)
      at.emplace(nameOf(a), Expr::integer(index[a], Type::integer(8)));
    int64_t place = 0;
    for (size_t a = 0; a < strides.size(); ++a)
      place += strides[a] *
               constant(fold(substitute(storage.var->declared.indices[a], at)),
                        "an index");
    return place;
  }

  const Storage &storage;
  std::vector<int64_t> strides, extents, index;
  bool isPlain = true;
};

} // namespace

static constexpr size_t tableWidth = 80;

static std::string noRoomText(const Storage &storage, const Dialect &dialect) {
  std::string text = "'" + storage.var->name +
                     "' is beyond the constant memory of a file, " +
                     std::to_string(dialect.mostConstantBytes()) + " bytes";
  return dialect.largeTableQualifier() == dialect.tableQualifier()
             ? text + ": not every device has room for it"
             : text + ", and is in global memory";
}

void KernelWriter::writeTables() {
  for (const Storage *storage : data.temporaries()) {
    if (storage->kind != StorageKind::Table || !storage->read)
      continue;
    const std::vector<Expr> &values = storage->var->map->values;
    int64_t size = *asInteger(fold(storage->elements));
    std::vector<std::string> cells(size, "0"); // padding, too
    TablePlaces places(*storage);
    bool isComplex = storage->var->type.isComplex();
    for (const Expr &value : values)
      cells.at(places.next()) = printer.constant(value);
    if (isComplex)
      for (std::string &cell : cells)
        cell = cell == "0" ? "{0, 0}" : cell;
    bool fits = helpers.takeConstants(size * storage->var->type.bytes);
    const std::string qualifier =
        fits ? dialect.tableQualifier() : dialect.largeTableQualifier();
    if (!fits)
      out.comment(noRoomText(*storage, dialect));
    out.open(qualifier + elementType(*storage) + " " +
             storage->identifiers.front() + "[" + std::to_string(size) +
             "] =");
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) {
      std::string cell = cells[i] + (i + 1 < cells.size() ? "," : "");
      if (!line.empty() && line.size() + cell.size() + 8 > tableWidth) {
        out.line(line);
        line.clear();
      }
      line += (line.empty() ? "" : " ") + cell;
    }
    out.line(line);
    out.close(";");
  }
}
