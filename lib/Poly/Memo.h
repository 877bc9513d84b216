// Answers of isl that were had before.
//
// Analyses ask for the same sets again and again: a kernel is lowered, ordered
// and proved for each way in which its loops may be spread, and all of these
// begin with the same domains. Sets and expressions never change, and copies of
// one are one object for isl, so a question is known by the objects that it is
// about. Answers are objects, too: of equal questions about equal answers, the
// whole chain is known.
//
// A memo holds what its questions are about, so that an address means one
// object as long as it is a key. Memos are never destroyed: their objects would
// need isl's context, which lives as long as the process, too.
#ifndef LOOPYC_LIB_POLY_MEMO_H
#define LOOPYC_LIB_POLY_MEMO_H

#include "loopyc/Poly/Set.h"

#include <string>
#include <string_view>
#include <unordered_map>

namespace loopyc {
namespace poly {

// What a question of words alone is about.
struct Nothing {
  const void *get() const { return nullptr; }
};

// No name has an end of line.
inline std::string inOneWord(const Names &names) {
  std::string result;
  for (const std::string &name : names)
    (result += name) += '\n';
  return result;
}

// Questions of one kind about an A and a B, with words beside them.
template <typename Answer, typename A = Nothing, typename B = Nothing>
class Memo {
public:
  template <typename Ask>
  const Answer &operator()(const A &a, const B &b, std::string_view words,
                           Ask ask) {
    const Question question{a.get(), b.get(), words};
    if (auto known = recent.find(question); known != recent.end())
      return known->second;
    if (auto known = older.find(question); known != older.end())
      return keep(Held{a, b, std::string(words)}, std::move(known->second));
    return keep(Held{a, b, std::string(words)}, ask());
  }

private:
  // Some tens of megabytes, where sets are large.
  static constexpr size_t mostRecent = 1 << 14;

  struct Question {
    const void *a, *b;
    std::string_view words;
    bool operator==(const Question &) const = default;
  };
  struct Held {
    A a;
    B b;
    std::string words;
    operator Question() const { return {a.get(), b.get(), words}; }
  };
  struct Hash {
    using is_transparent = void;
    size_t operator()(const Question &q) const {
      std::hash<const void *> ofAddress;
      size_t hash = std::hash<std::string_view>()(q.words);
      for (const void *operand : {q.a, q.b})
        hash = (hash ^ ofAddress(operand)) * 0x9e3779b97f4a7c15u;
      return hash ^ hash >> 32;
    }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const Question &x, const Question &y) const {
      return x == y;
    }
  };

  const Answer &keep(Held held, Answer answer) {
    if (recent.size() >= mostRecent) {
      older = std::move(recent);
      recent.clear();
    }
    return recent.insert_or_assign(std::move(held), std::move(answer))
        .first->second;
  }

  // What was not asked for while `recent` filled up is forgotten with `older`.
  std::unordered_map<Held, Answer, Hash, Equal> recent, older;
};

} // namespace poly
} // namespace loopyc

#endif
