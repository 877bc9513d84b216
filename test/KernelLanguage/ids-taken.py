# An id that is given and taken would lead later queries astray; nothing comes
# after itself.
# RUN: %loopyc %s -o %t --target=c | FileCheck %s
# CHECK: precompute of 'f': 'm' is already an instruction of kernel 'ids'; choose another id
# CHECK: add_prefetch of 'x': 'm' is already an instruction of kernel 'ids'; choose another id
# CHECK: add_dependency: kernel 'ids': both queries select 'm' alone, which cannot come after itself
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i]: 0<=i<n }",
    """
    f(j) := x[j]*x[j + 1]
    y[i] = f(i) + f(i + 2)  {id=m}
    """, name="ids")
knl = lp.add_dtypes(knl, {"x": np.float32})


def refused(function, *args, **kwargs):
    try:
        function(knl, *args, **kwargs)
    except lp.LoopyError as error:
        print(error)


refused(lp.precompute, "f", "i", compute_insn_id="m")
refused(lp.add_prefetch, "x", "i", prefetch_insn_id="m")
refused(lp.add_dependency, "id:m", "writes:y")
RESULT = lp.precompute(knl, "f", "i", compute_insn_id="fill")
