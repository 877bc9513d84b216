# A function's own sum is a scalar in memory where several launches share it:
# what becomes a function of the text gets a pointer to it.
# RUN: %loopyc %s -o %t --target=opencl,cuda,c -Wno-serial
# RUN: FileCheck %s < %t.c
# RUN: %loopyc %s --check --target=opencl,c -Wno-serial | FileCheck %s --check-prefix=RUNS
# CHECK: static {{.*}}row_sums(
# RUNS: check: twice: opencl: ok
# RUNS: check: twice: c: ok
row_sums = lp.make_function(
    ["{ [k]: 0<=k<w }", "{ [l]: 0<=l<w }"], "b[k] = sum(l, a[l]) + c",
    [lp.GlobalArg("a"), lp.GlobalArg("b"), lp.ValueArg("w"), lp.ValueArg("c"),
     "..."], name="row_sums")
twice = lp.make_kernel(
    ["{ [i]: 0<=i<n }", "{ [p]: 0<=p<5 }", "{ [q]: 0<=q<5 }"], """
    for i
      [p]: y[i, p] = row_sums([q]: x[q, i], 5, z[i])
    end
    """,
    [lp.GlobalArg("x", np.float64, shape="5, n"),
     lp.GlobalArg("y", shape="n, 5"), lp.GlobalArg("z", np.float64, shape="n"),
     "..."], name="twice")
knl = lp.merge([twice, row_sums])["twice"]
knl = lp.realize_reduction(knl)
RESULT = lp.split_iname(knl, "row_sums_l", 3, outer_tag="g.0", inner_tag="l.0")
