# A script's own comparison with the kernel that it began with, on a device with
# CUDA: the reference runs on the host.
# REQUIRES: gpu, nvcc
# RUN: %loopyc %s --target=cuda -o %t -Wno-serial
# RUN: not %loopyc %s --target=cuda --set WRONG=1 -o %t.wrong 2>&1 | FileCheck %s
# CHECK: error: auto_test_vs_ref of kernel 'scaled'
knl = lp.make_kernel(
    "{ [i]: 0 <= i < n }", "y[i] = factor*x[i]",
    [lp.GlobalArg("x", np.float32, shape="n"),
     lp.GlobalArg("y", np.float32, shape="n"), lp.ValueArg("factor", np.float32),
     "..."], name="scaled")
other = knl
if globals().get("WRONG"):
    other = lp.make_kernel(
        "{ [i]: 0 <= i < n }", "y[i] = factor*x[i] + 1",
        [lp.GlobalArg("x", np.float32, shape="n"),
         lp.GlobalArg("y", np.float32, shape="n"),
         lp.ValueArg("factor", np.float32), "..."], name="scaled")
split = lp.split_iname(other, "i", 128, outer_tag="g.0", inner_tag="l.0")
lp.auto_test_vs_ref(knl, None, split)
RESULT = split
