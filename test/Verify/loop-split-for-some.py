# A private array lives within an iteration of the outer loop, which runs backwards;
# the loop around one of its uses is split, that around the other is not.
# RUN: %loopyc %s --target=c --verify -w -o %t 2>&1 | FileCheck %s
# CHECK: verify: reversed: ok
# RUN: %loopyc %s --target=c --check -w | FileCheck %s --check-prefix=CHECKED
# CHECKED: check: reversed: c: ok
import numpy as np

knl = lp.make_kernel(
    ["{ [i]: 0<=i<n }", "{ [z]: 0<=z<n and z mod 2 = 0 }", "{ [j]: 0<=j<3 }"],
    """
    for i, z, j
      <> w[j] = a[z, j]
    end
    b[z, i, j] = w[(j + 1) % 3] - 2*w[j] {inames=i:z:j}
    """,
    [lp.GlobalArg("a", np.float32, shape="n, 3"),
     lp.GlobalArg("b", np.float32, shape="n, n, 3"), "..."],
    name="reversed", assumptions="n >= 0")
knl = lp.privatize_temporaries_with_inames(knl, "i", "w")
knl = lp.split_iname(knl, "i", 3, inner_tag="l.0", within="writes:b")
RESULT = lp.affine_map_inames(knl, "z", "back", "back = n - z")
