#include "CFamily/Names.h"

#include "loopyc/CodeGen/Target.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cctype>
#include <vector>

using namespace loopyc;
using namespace loopyc::codegen;

// Of C and C++, which all targets build on: keywords, preprocessor names, types.
static const char *const keywords =
    "alignas alignof and and_eq asm atomic auto bitand bitor bool break "
    "case catch char char8_t char16_t char32_t class compl concept const "
    "consteval constexpr constinit const_cast continue co_await co_return "
    "co_yield decltype default delete do double dynamic_cast else enum "
    "explicit export extern false float for friend goto if inline int "
    "long mutable namespace new noexcept not not_eq nullptr operator or "
    "or_eq protected public register reinterpret_cast requires restrict "
    "return short signed sizeof static static_assert static_cast struct "
    "switch template this thread_local throw true try typedef typeid "
    "typename typeof typeof_unqual uniform union unsigned using virtual "
    "void volatile wchar_t while xor xor_eq complex imaginary ushort uint "
    "size_t ptrdiff_t intptr_t uintptr_t ssize_t int8_t int16_t int32_t "
    "int64_t uint8_t uint16_t uint32_t uint64_t intmax_t uintmax_t "
    "defined linux unix";

// Functions and macros of <math.h>, <stdlib.h>, <string.h>. What a target has
// besides, it says (Target::reservedNames).
static const char *const functions =
    "abs acos acosh asin asinh assert atan atan2 atanh cbrt ceil conj "
    "copysign cos cosh div erf erfc exit exp exp2 expm1 "
    "fabs fdim fence floor fma fmax fmin fmod free frexp gamma hypot "
    "ilogb isfinite isinf isnan isnormal labs ldexp lgamma llabs llrint "
    "llround log log10 log1p log2 logb lrint lround main malloc memcpy "
    "memset modf nan nearbyint nextafter pow printf remainder remquo rint "
    "round scalbln scalbn signbit sin sincos sinh sqrt tan tanh tgamma "
    "trap trunc abort calloc realloc stdin stdout stderr errno isgreater "
    "isless fpclassify NULL NAN INFINITY HUGE_VAL HUGE_VALF M_PI M_E "
    "M_LN2 FLT_MAX FLT_MIN DBL_MAX DBL_MIN INT_MAX INT_MIN LONG_MAX "
    "CHAR_BIT EOF ERANGE EDOM TRUE FALSE BUFSIZ NZERO NFDBITS BYTE_ORDER "
    "EXIT_SUCCESS EXIT_FAILURE P_tmpdir L_tmpnam L_ctermid L_cuserid "
    "TIMER_ABSTIME TIME_UTC WNOHANG WNOWAIT CSIGNAL";

// More functions of the C and CUDA libraries. A variable may have their names,
// a function may not.
static const char *const libraryFunctions =
    "y0 y1 yn j0 j1 jn index rindex read write time clock signal system rand "
    "atoi real imag creal cimag cabs norm norm3d open close link stat send "
    "receive accept bind connect listen select poll pipe fork kill sleep";

// What the code of all targets uses itself.
static const char *const own =
    "lid gid status groups workspace part_begins part_ends";

static std::vector<llvm::StringRef> wordsOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 64> words;
  llvm::SplitString(text, words);
  return {words.begin(), words.end()};
}

static void insertWords(std::set<std::string> &into, const char *words) {
  for (llvm::StringRef word : wordsOf(words))
    into.insert(word.str());
}

static const std::set<std::string> &reservedWords() {
  static const std::set<std::string> words = [] {
    std::set<std::string> result;
    for (const char *list : {keywords, functions, own})
      insertWords(result, list);
    for (const Target *target : allTargets())
      insertWords(result, target->reservedNames());
    for (const char *type : {"char", "uchar", "short", "ushort", "int", "uint",
                             "long", "ulong", "float", "double", "half", "bool",
                             "longlong", "ulonglong"})
      for (const char *lanes : {"1", "2", "3", "4", "8", "16"})
        result.insert(std::string(type) + lanes);
    return result;
  }();
  return words;
}

// Macros of the C and CUDA headers, by their families: INT32_MAX, M_PI_2,
// CLOCK_REALTIME. They are in capitals, as much of Fortran is, and none ends in
// an underscore.
static bool isMacroName(llvm::StringRef name) {
  if (name.back() == '_')
    return false;
  for (char c : name)
    if (std::islower(static_cast<unsigned char>(c)))
      return false;
  for (const char *prefix :
       {"INT8_", "INT16_", "INT32_", "INT64_", "INTMAX_", "INTPTR_", "UINT",
        "FLT_", "DBL_", "LDBL_", "FP_", "HUGE_VAL", "SNAN", "M_1", "M_2", "M_E",
        "M_L", "M_PI", "M_S", "PTHREAD_", "SCHED_", "SEEK_", "CLOCK", "CLONE_",
        "CPU_", "ADJ_", "MOD_", "STA_", "FD_", "MATH_ERR", "XATTR_"})
    if (name.starts_with(prefix))
      return true;
  for (const char *suffix :
       {"_MAX", "_MIN", "_WIDTH", "_BIT", "_ENDIAN", "_BUF", "_DIM"})
    if (name.ends_with(suffix))
      return true;
  return false;
}

// Beginnings of reserved names, separated by blanks: helpers', and what targets
// keep for themselves.
static const std::vector<std::string> &reservedPrefixes() {
  static const std::vector<std::string> prefixes = [] {
    std::string all = "cfloat_ cdouble_ lid_0 lid_1 lid_2 gid_0 gid_1 gid_2 "
                      "loopyc_ LOOPYC_";
    for (const Target *target : allTargets())
      all += std::string(" ") + target->reservedPrefixes();
    std::vector<llvm::StringRef> words = wordsOf(all);
    return std::vector<std::string>(words.begin(), words.end());
  }();
  return prefixes;
}

// floor_div_i32, cfloat_mul, lid_0: names of helpers.
static bool isHelperName(llvm::StringRef name) {
  for (const std::string &prefix : reservedPrefixes())
    if (name.starts_with(prefix))
      return true;
  for (const char *suffix : {"_i8", "_i16", "_i32", "_i64", "_f32", "_f64"})
    if (name.ends_with(suffix))
      return true;
  return false;
}

bool codegen::isReservedName(const std::string &name) {
  if (name.empty() || name[0] == '_' || isHelperName(name) || isMacroName(name))
    return true;
  const std::set<std::string> &words = reservedWords();
  if (words.count(name))
    return true;
  // sinf, fminf: the math library's names for single precision.
  return name.back() == 'f' && words.count(name.substr(0, name.size() - 1));
}

bool codegen::isReservedFunctionName(const std::string &name) {
  static const std::set<std::string> words = [] {
    std::set<std::string> result;
    insertWords(result, libraryFunctions);
    return result;
  }();
  return isReservedName(name) || words.count(name);
}

static std::string sanitized(const std::string &name) {
  std::string result;
  for (char c : name)
    result += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) ||
      result[0] == '_')
    result = "v" + result;
  return result;
}

std::string NameTable::fresh(const std::string &base) {
  std::string candidate = sanitized(base);
  if (isReservedName(candidate))
    candidate += "_";
  return taken.firstFree(candidate, [](const std::string &name) {
    return isReservedName(name) ? "v_" + name : name + "_";
  });
}

const std::string &NameTable::operator[](const std::string &name) {
  auto it = identifiers.find(name);
  if (it == identifiers.end())
    it = identifiers.emplace(name, fresh(name)).first;
  return it->second;
}
