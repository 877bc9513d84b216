#include "Host/Variants.h"

#include "loopyc/IR/SpecializedArguments.h"

#include <algorithm>

using namespace loopyc;
using namespace loopyc::codegen;

std::vector<const Storage *> codegen::specializedParameters(KernelData &data) {
  std::vector<std::string> names =
      specializedArguments(data.scheduled.kernel).names;
  std::vector<const Storage *> result;
  for (const Storage *storage : data.parameters())
    if (storage->kind == StorageKind::Value &&
        std::count(names.begin(), names.end(), storage->var->name))
      result.push_back(storage);
  return result;
}

bool codegen::isSpecialized(const ScheduledKernel &kernel) {
  return !specializedArguments(kernel.kernel).names.empty();
}

bool codegen::anySpecialized(const ScheduledKernels &kernels) {
  for (const ScheduledKernel &kernel : kernels)
    for (const ScheduledKernel *launch : launchesOf(kernel))
      if (isSpecialized(*launch))
        return true;
  return false;
}

std::string codegen::variantMacro(KernelData &data, const Storage &parameter) {
  return "LOOPYC_" + deviceFunctionName(data.scheduled.kernel) + "__" +
         parameter.identifiers.front();
}

std::string codegen::writeAsVariant(KernelData &data, KernelWriter &writer) {
  std::vector<KernelWriter::NamedValue> values;
  std::string text;
  for (const Storage *parameter : specializedParameters(data)) {
    std::string macro = variantMacro(data, *parameter);
    std::string given =
        data.identifiers().fresh(parameter->identifiers.front() + "_given");
    text += "#ifndef " + macro + "\n#define " + macro + " " + given +
            "\n#endif\n";
    values.push_back({parameter, given, macro});
  }
  writer.nameValues(std::move(values));
  return text;
}

static const char *const structText =
    R"(/* Kernels that were compiled for the values of some arguments, in the order in which these came;
 * the general kernel serves all values behind the last. */
struct variants {
  const char *kernel;
  const char *const *macros; /* one for each value, then NULL */
  int width, most, count;
  int64_t *values; /* most * width */
  int full;        /* did others come? */
};
static pthread_mutex_t variants_lock = PTHREAD_MUTEX_INITIALIZER;

)";

static const char *const weakText =
    R"(/* Where loopyrt is linked, it tells who asks for that (LOOPYRT_LOG). */
#ifdef __GNUC__
__attribute__((weak)) void loopyrt_note_variant(const char *kernel, const char *values, int number);
#else
#define loopyrt_note_variant ((void (*)(const char *, const char *, int)) NULL)
#endif

static void note_variant(const struct variants *all, const char *defines, int number) {
  if (loopyrt_note_variant)
    loopyrt_note_variant(all->kernel, defines, number);
}

)";

static const char *const strongText =
    R"(/* From loopyrt.h. */
void loopyrt_note_variant(const char *kernel, const char *values, int number);

static inline void note_variant(const struct variants *all, const char *defines, int number) {
  loopyrt_note_variant(all->kernel, defines, number);
}

)";

static const char *const functionsText =
    R"(/* Options that define the macros as the values; NULL: no memory. */
static inline char *variant_defines(const struct variants *all, const int64_t *values) {
  size_t length = 1, used = 0;
  char *text;
  int i;
  for (i = 0; i < all->width; ++i)
    length += strlen(all->macros[i]) + 32;
  if (!(text = malloc(length)))
    return NULL;
  for (i = 0; i < all->width; ++i)
    used += (size_t) snprintf(text + used, length - used, " -D%s=%lld", all->macros[i],
                              (long long) values[i]);
  return text;
}

/* The variant for these values; `count` if it is a new one, -1 if there is none. Call it with the
 * lock. */
static inline int find_variant(struct variants *all, const int64_t *values) {
  size_t bytes = (size_t) all->width * sizeof *values;
  int i;
  for (i = 0; i < all->count; ++i)
    if (!memcmp(all->values + i * all->width, values, bytes))
      return i;
  if (i == all->most) {
    if (!all->full)
      note_variant(all, "", all->most);
    all->full = 1;
    return -1;
  }
  memcpy(all->values + i * all->width, values, bytes);
  return i;
}

)";

std::string codegen::variantsText(bool isWeak) {
  return std::string(structText) + (isWeak ? weakText : strongText) +
         functionsText;
}

void codegen::writeVariants(KernelData &data, const std::string &entry,
                            TextBuilder &out) {
  std::vector<const Storage *> parameters = specializedParameters(data);
  std::string most = std::to_string(
      specializedArguments(data.scheduled.kernel).variants);
  std::string width = std::to_string(parameters.size());
  std::string macros, values;
  for (const Storage *parameter : parameters) {
    macros += "\"" + variantMacro(data, *parameter) + "\", ";
    values += (values.empty() ? "" : ", ") + parameter->identifiers.front();
  }
  out.line("static const char *const macros[] = {" + macros + "NULL};");
  out.line("static int64_t known_values[" + most + " * " + width + "];");
  out.line("static " + entry + " compiled[" + most + "];");
  out.line("static struct variants variants = {\"" +
           deviceFunctionName(data.scheduled.kernel) + "\", macros, " + width +
           ", " + most + ", 0, known_values, 0};");
  out.line("const int64_t variant_values[] = {" + values + "};");
}
