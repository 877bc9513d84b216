# A temporary that has an axis of the iname gets no other, asked for again or
# by the tag, and so is one short vector.
# RUN: %loopyc %s --target=opencl -o - | FileCheck %s
# RUN: %loopyc %s --target=c --check | FileCheck %s --check-prefix=VALUES
import loopy as lp
import numpy as np

knl = lp.make_kernel(
    "{ [i,k]: 0<=i<n and 0<=k<4 }",
    """
    for i, k
      <> t = 2*a[i,k] {id=t}
      b[i,k] = t + 1 {dep=t}
    end
    """, name="doubled")
knl = lp.add_dtypes(knl, {"a": np.float32})
knl = lp.tag_inames(knl, "i:g.0, k:vec")
knl = lp.tag_array_axes(knl, "a,b", "N0,vec")
knl = lp.privatize_temporaries_with_inames(knl, "k")
# CHECK: float4 t = 2.0f * a[{{.*}}];
# CHECK: b[{{.*}}] = t + 1.0f;
# VALUES: check: doubled: c: ok
RESULT = lp.privatize_temporaries_with_inames(knl, "k")
