# Names of the kernel language are two where they differ in case: what is said
# of one does not go to the other when it is gone.
# RUN: %loopyc %s -o %t --target=c --check | FileCheck %s
import loopy as lp
import numpy as np

knl = lp.make_kernel("{ [i,k]: 0<=i<N and 0<=k<K and n >= 0 }",
                     "b[i,k] = a[i,k] + n", name="cases")
knl = lp.add_dtypes(knl, {"a": np.float32})
knl = lp.fix_parameters(knl, n=5, N=8)
for wrong in (lambda: lp.assume(knl, "k >= 7"),
              lambda: lp.split_iname(knl, "I", 4),
              lambda: lp.fix_parameters(knl, k=5)):
    try:
        wrong()
    except lp.LoopyError as error:
        print(error)
knl = lp.split_iname(knl, "k", 4, outer_tag="g.0")
RESULT = lp.add_prefetch(knl, "a[:,k]", default_tag="l.auto")
print(RESULT)
# CHECK: assume: 'k' is no integer scalar
# CHECK: split_iname: kernel 'cases' has no iname 'I'; did you mean 'i'
# CHECK: fix_parameters: kernel 'cases' has no argument 'k'
# CHECK: a_fetch[{{.*}}] = a[{{.*}}, k_inner + 4*k_outer]
# CHECK: check: cases: c: ok
