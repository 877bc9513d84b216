# What a function refuses it says by its own name, with the name that was meant.
# RUN: %loopyc %s -fsyntax-only | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i,j]: 0<=i<n and 0<=j<m }",
    """
    twice(x) := 2*x
    out[i,j] = twice(a[i,j]) {id=main}
    """, [lp.GlobalArg("a", np.float64), "..."], name="knl")


def refused(work):
    try:
        work()
        print("accepted")
    except (lp.LoopyError, TypeError) as error:
        print(error)


# CHECK: add_prefetch: kernel 'knl' has no iname 'ii'; did you mean 'i'?
refused(lambda: lp.add_prefetch(knl, "a", "ii"))
# CHECK: add_prefetch: kernel 'knl' has no iname 'jj'; did you mean 'j'?
refused(lambda: lp.add_prefetch(knl, "a", "i", fetch_outer_inames="jj"))
# CHECK: add_prefetch: kernel 'knl': add_prefetch of 'a': lookahead wants a sequential loop
refused(lambda: lp.add_prefetch(knl, "a", "i,j", lookahead=1))
# CHECK: precompute: argument 'precompute_inames' must be names of inames, or a list of these and None, found 3 (int)
refused(lambda: lp.precompute(knl, "twice", "j", precompute_inames=3))
# CHECK: remove_instructions: kernel 'knl' has no instruction 'mian'; did you mean 'main'?
refused(lambda: lp.remove_instructions(knl, {"mian"}))
# CHECK: replace_instruction_ids: kernel 'knl' has no instruction 'mian'; did you mean 'main'?
refused(lambda: lp.replace_instruction_ids(knl, {"mian": ["x"]}))
# CHECK: realize_reduction: kernel 'knl' has no instruction 'mian'; did you mean 'main'?
refused(lambda: lp.realize_reduction(knl, "mian"))
# CHECK: add_barrier: 'insn_after' matches no instruction of kernel 'knl'; print the kernel to see ids and tags
refused(lambda: lp.add_barrier(knl, "id:main", "id:mian"))
# CHECK: set_options: kernel 'knl': index_dtype must be int32 or int64, but it is 'int16'
refused(lambda: lp.set_options(knl, index_dtype="int16"))
# CHECK: int64
print(lp.set_options(knl, index_dtype=np.int64).options["index_dtype"])
# CHECK: set_options: kernel 'knl': fp_contract must be off or on, but it is 'never'
refused(lambda: lp.set_options(knl, fp_contract="never"))
# CHECK: set_options: kernel 'knl': reassociate must be True or False, but it is 'maybe'
refused(lambda: lp.set_options(knl, reassociate="maybe"))
RESULT = knl
