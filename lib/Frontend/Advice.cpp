#include "Advice.h"

#include "loopyc/Support/Glob.h"

using namespace loopyc;
using namespace loopyc::frontend;

namespace {

struct Advice {
  const char *construct; // as refusals name it, with * for names
  const char *instead;
};

const char output[] =
    "keep it out of the kernel: mark the loops before and behind it as regions "
    "(!$loopy begin kernel: NAME), or store values in an array and write them "
    "behind the loop";
const char stops[] =
    "set a variable in its place, and test it behind the kernel";
const char before[] =
    "do it before the kernel: mark the loops that need it as regions (!$loopy "
    "begin kernel: NAME)";
const char perElement[] = "write a loop over the elements";
const char elsewhere[] =
    "compute it before the kernel, and use a variable with the result";
const char readBefore[] =
    "call it before the kernel, and use a variable with the result";
const char ofHost[] =
    "it is of the host: call it before the kernel or behind it";
const char ofThreads[] =
    "let the loop go through all iterations: they are spread over the device, "
    "and not over threads of the host";
const char asked[] =
    "ask before the kernel, and use a logical variable with the answer";
const char clock[] = "call it before the kernel or behind it; "
                     "LOOPYRT_PROFILE=1 measures kernels";
const char constantOne[] = "write a constant, in a branch for each value that "
                           "there may be";
const char ownArray[] =
    "write loops, with an array of a size that is known where the kernel "
    "begins";
const char byNumber[] =
    "compare characters before the kernel, and use a number or a logical "
    "variable in it";
const char asRegion[] = "mark the loops as a region (!$loopy begin kernel: "
                        "NAME), which can have it";
const char ownVariable[] =
    "copy it to a variable of its own before the kernel, and back behind it";

// The first that matches.
const Advice table[] = {
    // statements
    {"print statement", output},
    {"write statement", output},
    {"read statement", before},
    {"open statement", before},
    {"close statement", output},
    {"inquire statement", before},
    {"flush statement", output},
    {"rewind statement", before},
    {"backspace statement", before},
    {"endfile statement", output},
    {"wait statement", before},
    {"stop statement", stops},
    {"pause statement", stops},
    {"fail image statement", stops},
    {"allocate statement", before},
    {"deallocate statement", output},
    {"nullify statement", before},
    {"pointer assignment", before},
    {"assign statement", "use an integer and select case"},
    {"assigned goto statement", "use an integer and select case"},
    {"entry statement", "write a subroutine for each entry"},
    {"data statement among executable statements",
     "put it before the executable statements"},
    {"namelist statement", output},
    {"select type construct",
     "select before the kernel, and mark the loops in each branch as a region"},
    {"select rank construct",
     "select before the kernel, and mark the loops in each branch as a region"},
    {"critical construct", "mark the loops outside of it as regions"},
    {"change team construct", "mark the loops outside of it as regions"},
    {"associate construct", "write what the names stand for"},
    {"block construct", "declare its variables in the procedure"},
    // calls
    {"call of function '*', whose result is an array",
     "make it a subroutine that assigns an argument"},
    {"call of a procedure", "call it by a name of its own"},
    {"call of intrinsic procedure *", before},
    {"call of 'random_number'",
     "fill an array with numbers before the kernel (call "
     "random_number(numbers)), and use its elements"},
    {"call of 'random_seed'", "call it before the kernel"},
    {"call of 'random_init'", "call it before the kernel"},
    {"call of 'system_clock'", clock},
    {"call of 'cpu_time'", clock},
    {"call of 'date_and_time'", clock},
    {"call of 'mvbits'",
     "write it with ishft, iand and ior: ior(iand(to, not(mask)), iand(bits, "
     "mask))"},
    {"call of 'get_environment_variable'", readBefore},
    {"call of 'get_command'", readBefore},
    {"call of 'get_command_argument'", readBefore},
    {"call of 'execute_command_line'", before},
    {"call of 'move_alloc'", before},
    {"call of 'exit'", stops},
    {"call of 'abort'", stops},
    {"call of 'flush'", output},
    {"call of 'sleep'", output},
    {"call of 'omp_get_wtime'", clock},
    {"call of 'omp_get_wtick'", clock},
    {"call of 'mpi_wtime'", clock},
    {"call of 'omp_get_thread_num'", ofThreads},
    {"call of 'omp_get_num_threads'", ofThreads},
    {"call of 'omp_set_*'", ofHost},
    {"call of 'omp_*_lock'",
     "keep it out of the kernel: updates that may meet are atomic there "
     "(lp.make_atomic)"},
    {"call of 'omp_get_*'", readBefore},
    {"call of 'omp_in_parallel'", readBefore},
    {"call of 'acc_*'", ofHost},
    {"call of 'mpi_*'", ofHost},
    {"call of 'nf90_*'", ofHost},
    {"call of 'ieee_set_*'", ofHost},
    {"call of 'ieee_get_*'", ofHost},
    {"call of 'ieee_*'", readBefore},
    {"call of 'co_*'", "mark the loops before and behind it as regions "
                       "(!$loopy begin kernel: NAME)"},
    {"call of *", "give the file that defines it beside this one, or its "
                  "folder with -I, so that it is inlined; or mark the loops "
                  "around the call as regions"},
    {"defined assignment", "call the subroutine that it stands for"},
    {"elemental *",
     "a loop that calls it is a kernel with it; it needs none of its own"},
    {"optional dummy argument *",
     "put \"if (present(...)) then\" and \"end if\" around the loops, and "
     "others without it behind \"else\"; what calls the procedure can be a "
     "kernel as it is"},
    {"procedure * as a value", "call the procedure by its own name"},
    {"reference to procedure *", "call the procedure by its own name"},
    {"alternate return", "return a number in an integer argument"},
    {"argument of assumed type", "declare its type"},
    // variables
    {"volatile variable *", ownVariable},
    {"variable * in an equivalence statement",
     "declare variables that share no storage"},
    {"Cray pointee *",
     "put the loops into a subroutine, and pass it as an argument"},
    {"coarray *", ownVariable},
    {"assumed-rank array *", "write a subroutine for each rank"},
    {"section of '*' by a stride that is not *, without bounds, *",
     "write what the name stands for, or give the section both bounds"},
    {"part of '*', whose bounds are not known, *",
     "write what the name stands for"},
    {"name * of an associate construct*",
     "write what the name stands for, or mark the construct as a whole"},
    {"component of *, a name of an associate construct for an element",
     "write what the name stands for"},
    {"pointer *", asRegion},
    {"allocatable *", asRegion},
    {"variable * in a common block", asRegion},
    {"variable of a construct *", "declare it in the procedure"},
    {"variable * of a block that is allocatable, a pointer or saved",
     "declare it in the procedure"},
    {"local variable * that keeps its value between calls *",
     "make it an argument or a module's variable; what never changes, a "
     "parameter"},
    {"loop variable * that is not an integer",
     "count with an integer, and compute the value from it"},
    {"component '*' of an element of an array", ownVariable},
    {"component '*' as an argument for each of its elements", perElement},
    {"component '*', which lies apart in each element*",
     "let the host loop over the elements, and mark what is inside of that "
     "loop "
     "as a region (!$loopy begin kernel: NAME)"},
    {"component '*'", ownVariable},
    {"component of '*', a name of an associate construct for an expression",
     "write what the name stands for"},
    {"bounds of a component of elements of an array",
     "copy them to variables before the kernel"},
    {"structure constructor without a value for '*'",
     "assign the components one by one"},
    {"* statement that leaves the region",
     "set a logical variable in it, and jump behind it"},
    {"jump between statements of the host and of a kernel",
     "let conditions take its place, or move what the host executes out of its "
     "way"},
    {"component '*' of a variable in a common block",
     "put the variable into a module"},
    {"*, where '*' is allocatable or a pointer", "give it a fixed size"},
    {"* that has a value when the procedure begins (save or initialisation)",
     "assign it at the beginning"},
    {"component * of a function's result", ownVariable},
    {"component * of an argument that is absent", "pass it"},
    {"default value of a derived type", "give the components default values"},
    {"assignment to the dummy argument * that is passed by value",
     "assign a local variable that is initialised with it"},
    // types
    {"character data*", byNumber},
    {"derived type*", "use its components one by one"},
    {"real(*) data*", "use a kind of 4 or 8 bytes"},
    {"complex(*) data*", "use a kind of 4 or 8 bytes"},
    {"integer(*) data*", "use a kind of at most 8 bytes"},
    {"logical(*) data*", "use a kind of at most 8 bytes"},
    {"typeless constant", "give it a type: int(z'ff', 4)"},
    {"null pointer", before},
    {"type parameter inquiry", "use a named constant"},
    {"constant of this type", elsewhere},
    // arrays
    {"array section of *", perElement},
    {"section of constant array *", perElement},
    {"reference to the whole array *", perElement},
    {"array-valued *", perElement},
    {"array constructor whose size *", ownArray},
    {"array constructor", "assign the elements one by one"},
    {"constant array of * elements as a whole *",
     "pass it as an argument, in a variable with these values"},
    {"* elements indexed by a variable *",
     "pass it as an argument, in a variable with these values"},
    {"constant array '*' indexed by a variable here", elsewhere},
    {"array section without bounds", "write its bounds"},
    {"array bound without a value", "give the bound a value"},
    {"array of unknown size", "declare its extents"},
    {"constant array without elements", perElement},
    {"array '*'", perElement},
    {"array statement that needs an array for its values *", ownArray},
    {"forall that needs an array for its values *", ownArray},
    {"implied do *", "fill an array in a loop"},
    {"assignment to a part of *", perElement},
    {"assignment that changes its own subscripts",
     "keep the subscripts in a variable before"},
    {"subscripts of an assigned array that are computed for each element",
     perElement},
    {"coarray reference", ownVariable},
    // arguments
    {"a scalar for an array argument of *", "pass an array of one element"},
    {"argument *", "pass a variable, an element, or a section of an array"},
    {"this statement in a procedure that a kernel calls", output},
    {"bounds of array *",
     "copy what they depend on to a variable that is not assigned"},
    // intrinsics
    {"*intrinsic 'findloc'*",
     "search in a loop: if (a(i) == x) first = min(first, i), a parallel "
     "reduction"},
    {"allocation of '*' by what 'pack' returns",
     "give it its size before, and assign to a part: "
     "list(1:count(mask)) = pack(a, mask)"},
    {"intrinsic 'pack' in an expression",
     "assign what it returns to a part of an array before: "
     "list(1:count(mask)) = pack(a, mask)"},
    {"intrinsic 'unpack' in an expression",
     "assign what it returns to an array before"},
    {"*intrinsic 'associated'*", asked},
    {"*intrinsic 'allocated'*", asked},
    {"*intrinsic 'is_contiguous'*", asked},
    {"*intrinsic 'loc'*", elsewhere},
    {"*intrinsic 'c_loc'*", elsewhere},
    {"*intrinsic 'sizeof'*", elsewhere},
    {"*intrinsic 'c_sizeof'*", elsewhere},
    {"*intrinsic 'storage_size'*", elsewhere},
    {"inquiry about *", "pass the size or bound as an argument"},
    {"intrinsic * along a dimension that is not a constant", constantOne},
    {"intrinsic * with a variable dimension", constantOne},
    {"reshape in an order that is not a constant", constantOne},
    {"* whose argument 'back' is not a constant", constantOne},
    {"intrinsic * of an expression",
     "assign the expression to an array before"},
    {"intrinsic * of an array", perElement},
    {"intrinsic *", elsewhere},
    {"statement of this kind", output},
};

} // namespace

static const char anyCall[] = "call of *";

bool frontend::hasAdviceForCall(const std::string &procedure) {
  const std::string construct = "call of '" + procedure + "'";
  for (const Advice &advice : table)
    if (globMatches(advice.construct, construct))
      return advice.construct != std::string(anyCall);
  return false;
}

Diagnostic frontend::withAdvice(Diagnostic refusal) {
  const std::string begin = "not supported: ";
  if (refusal.message.compare(0, begin.size(), begin) != 0 ||
      refusal.message.find("; ") != std::string::npos)
    return refusal;
  const std::string construct = refusal.message.substr(begin.size());
  for (const Advice &advice : table)
    if (globMatches(advice.construct, construct)) {
      refusal.message += std::string("; ") + advice.instead;
      break;
    }
  return refusal;
}
