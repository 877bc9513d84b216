// Statistics for programs.
#include "loopyc/Driver/Stats.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace loopyc;
using namespace loopyc::driver;

namespace {

class Writer {
public:
  explicit Writer(llvm::raw_ostream &out) : json(out, 2) {}

  void kernels(const std::vector<KernelStats> &all) {
    json.array([&] {
      for (const KernelStats &stats : all)
        json.object([&] { kernel(stats); });
    });
  }

private:
  // "NAME": the polynomial; "NAME_value": its value, if it has one.
  void quantity(const std::string &name, const Quantity &q) {
    json.attribute(name, q.count.str());
    if (!q.value)
      return;
    json.attributeBegin(name + "_value");
    json.rawValue(*q.value);
    json.attributeEnd();
  }

  template <typename Range, typename Write>
  void objects(const char *name, const Range &range, const Write &write) {
    json.attributeArray(name, [&] {
      for (const auto &item : range)
        json.object([&] { write(item); });
    });
  }

  // Strides that are not affine are null.
  void strides(const char *name, const Strides &strides) {
    json.attributeObject(name, [&] {
      for (const auto &[axis, stride] : strides) {
        int64_t number;
        if (stride.empty())
          json.attribute(std::to_string(axis), nullptr);
        else if (!llvm::StringRef(stride).getAsInteger(10, number))
          json.attribute(std::to_string(axis), number);
        else
          json.attribute(std::to_string(axis), stride);
      }
    });
  }

  void launch(const KernelStats &stats) {
    json.attributeArray("group_size", [&] {
      for (int64_t size : stats.groupSize)
        json.value(size);
    });
    json.attributeArray("group_count", [&] {
      for (const auto &[count, value] : stats.groupCount)
        json.value(value.value_or(count));
    });
    json.attributeObject("parameters", [&] {
      for (const auto &[name, value] : stats.parameters)
        json.attribute(name, value);
    });
  }

  void access(const AccessStats &s) {
    json.attribute("space", addressSpaceName(s.access.space));
    json.attribute("direction", s.access.store ? "store" : "load");
    json.attribute("variable", s.access.variable);
    json.attribute("type", s.access.type.str());
    json.attribute("lanes", s.access.lanes);
    strides("lid_strides", s.access.lidStrides);
    strides("gid_strides", s.access.gidStrides);
    quantity("count", s.count);
    quantity("bytes", s.bytes);
  }

  void counts(const KernelStats &stats) {
    quantity("flops", stats.flops);
    objects("operations", stats.operations, [&](const auto &item) {
      json.attribute("type", item.first.type.str());
      json.attribute("kind", item.first.kind);
      quantity("count", item.second);
    });
    objects("accesses", stats.accesses,
            [&](const AccessStats &item) { access(item); });
    objects("traffic", stats.traffic, [&](const auto &item) {
      json.attribute("space", addressSpaceName(item.first.first));
      json.attribute("direction", item.first.second ? "store" : "load");
      quantity("bytes", item.second);
    });
    objects("footprints", stats.footprints, [&](const auto &item) {
      json.attribute("variable", item.first.variable);
      json.attribute("direction", item.first.store ? "write" : "read");
      quantity("bytes", item.second);
    });
    objects("synchronization", stats.synchronisation, [&](const auto &item) {
      json.attribute("kind", item.first);
      quantity("count", item.second);
    });
  }

  void kernel(const KernelStats &stats) {
    json.attribute("kernel", stats.kernel);
    if (!stats.partOf.empty())
      json.attribute("part_of", stats.partOf);
    json.attribute("instructions", stats.instructions);
    json.attribute("inames", stats.inames);
    json.attribute("loops", stats.loops);
    json.attribute("statements", stats.statements);
    json.attribute("barriers", stats.barriers);
    launch(stats);
    counts(stats);
    json.attribute("local_memory_bytes", stats.memory.localBytes);
    json.attribute("private_bytes", stats.memory.privateBytes);
    json.attribute("registers", stats.memory.registers);
    json.attributeArray("remarks", [&] {
      for (const std::string &remark : stats.remarks)
        json.value(remark);
    });
  }

  llvm::json::OStream json;
};

} // namespace

std::string driver::statsJson(const std::vector<KernelStats> &kernels) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Writer(out).kernels(kernels);
  out << "\n";
  return text;
}
