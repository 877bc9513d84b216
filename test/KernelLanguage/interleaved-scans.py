# A running value is none where another loop over the same iterations sets it:
# loops at one place of the reference order, over other inames, run by turns.
# RUN: %loopyc --check --target=c,opencl %s -Wno-serial | FileCheck %s
# CHECK-DAG: check: by_turns: c: ok
# CHECK-DAG: check: by_turns: opencl: ok
# CHECK-DAG: check: split: c: ok
# CHECK-DAG: check: split: opencl: ok
import loopy as lp
import numpy as np


def made(name):
    knl = lp.make_kernel("{ [j, i]: 0<=i<n and 0<=j<8 }", """
        for j, i
          <> acc = 0 {id=begin}
          acc = acc + a[i, j] {id=step, dep=begin}
          out[i, j] = acc {dep=step}
        end
        """, name=name)
    knl = lp.add_dtypes(knl, {"a": np.float64})
    knl = lp.privatize_temporaries_with_inames(knl, "j", "acc")
    return lp.duplicate_inames(knl, "j", within="id:begin")


RESULT = [lp.tag_inames(made("by_turns"), {"i": "g.0"}),
          lp.split_iname(made("split"), "i", 16, outer_tag="g.0", inner_tag="l.0")]
