# RUN: %loopyc %inputs/rules.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/rules.f90 --transform=%s --set CASE=errors -fsyntax-only
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=unknown -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not %loopyc %inputs/rules.f90 --transform=%s --set CASE=clobbered -fsyntax-only 2>&1 | FileCheck %s --check-prefix=CLOBBERED
CASE = globals().get("CASE")
kernels = lp.parse_fortran(SOURCE, FILENAME)
smooth = lp.extract_subst(kernels["smooth"], "s", "sin(x[a, b])", "a, b")


def refused(message, *args, **kwargs):
    try:
        lp.precompute(smooth, *args, **kwargs)
    except lp.LoopyError as error:
        assert message in str(error), str(error)
    else:
        assert False, "accepted"


if CASE == "errors":
    refused("has no iname 'ii'; did you mean 'i'?", "s", "ii")
    refused("'within' selects no use of the rule", "s", "i", within="id:none")
    refused("the values differ along 'a', which must be one of the storage "
            "axes", "s", "i, j", storage_axes=["b"])
    refused("storage axis 'c' is neither a parameter of the rule nor a sweep "
            "iname that it mentions; did you mean 'a'?", "s", "i",
            storage_axes=["a", "c"])
    refused("storage axis 'c' is neither", "s", "i",
            storage_axis_to_tag={"c": "l.0"})
    refused("2 inames are given for 1 storage axes", "s", "i",
            precompute_inames=["p", "q"])
    refused("iname 'p' is given for two axes", "s", "i, j",
            precompute_inames=["p", "p"])
    refused("iname 'j' is one of the loops that the values are computed in",
            "s", "i", precompute_inames=["j"])
    refused("iname 'i' exists with the range", "s", "i",
            precompute_inames=["i"])
    refused("'x' is already a name in kernel 'smooth'; choose another iname",
            "s", "i", precompute_inames=["x"])
    refused("'y' is already a name in kernel 'smooth'", "s", "i",
            temporary_name="y")
    refused("the values depend on 'j', which must be one of the outer inames "
            "or be swept", "s", "i", precompute_outer_inames=[])
    refused("storage axis 'a' is given twice", "s", "i",
            storage_axes=["a", "a"])
    refused("the values are float64, which int32 cannot hold", "s", "i",
            dtype=np.int32)
    refused("the values are float64, which logical", "s", "i", dtype=np.bool_)
    try:
        lp.precompute(smooth, "s", "i", dtype="float128")
    except TypeError as error:
        assert "argument 'dtype' must be a type such as np.float32" in str(
            error), str(error)
    else:
        assert False, "accepted"
    lp.precompute(smooth, "s", "i", dtype="float32")
    # A sweep iname counts once.
    twice = lp.precompute(smooth, "s", "i, i")
    assert twice.temporary_variables["s_0"].shape == ("n",), twice
    refused("'register' is no address space for temporaries", "s", "i",
            temporary_address_space="register")

# UNKNOWN: kernel 'smooth' has no substitution rule 'ss'; did you mean 's'?
if CASE == "unknown":
    lp.precompute(smooth, "ss")

# CLOBBERED: precompute of 't_subst': the value that 'y_0' uses depends on x{{.*}}, which 'x_0' overwrites in between, for example at (j = 0) before (j = 0)
# CLOBBERED: note: it is overwritten here
if CASE == "clobbered":
    knl = lp.assignment_to_subst(kernels["overwritten"], "t")
    lp.precompute(knl, "t_subst", "j")

# What the sweep needs, in each iteration of the loop that it depends on.
# CHECK-LABEL: KERNEL: smooth
# CHECK: s_0: type: float64, shape: (n), {{.*}}dim_names: (a) {{.*}}for each of: (j)
# CHECK: { [a] : 0 <= a < n }
# CHECK: a: l.auto
# CHECK: for j
# CHECK-NEXT: for a
# CHECK-NEXT: s_0[a] = sin(x[a, j])  {id=s}
# CHECK-NEXT: end a
# CHECK-NEXT: for i
# CHECK-NEXT: y[i + 1, j] = s_0[i] + s_0[i + 1] + s_0[i + 2]
# CHECK-NOT: s(a, b) :=
RESULT = [lp.precompute(smooth, "s", "i")]


def add(name, *args, **kwargs):
    RESULT.append(lp.precompute(smooth, *args, **kwargs).copy(name=name))


# No sweep: the three values of one iteration.
# CHECK-LABEL: KERNEL: here
# CHECK: s_0: type: float64, shape: (3), {{.*}}for each of: (j, i)
# CHECK: for j
# CHECK-NEXT: for i
# CHECK-NEXT: for a
# CHECK-NEXT: s_0[a] = sin(x[a + i, j])
# CHECK-NEXT: end a
# CHECK-NEXT: y[i + 1, j] = s_0[0] + s_0[1] + s_0[2]
add("here", "s")

# The axes in the order asked for, before all loops.
# CHECK-LABEL: KERNEL: everything
# CHECK: s_0: type: float64, shape: (m, n), {{.*}}dim_names: (b, a)
# CHECK: for b
# CHECK-NEXT: for a
# CHECK-NEXT: s_0[b, a] = sin(x[a, b])
# CHECK: y[i + 1, j] = s_0[j, i] + s_0[j, i + 1] + s_0[j, i + 2]
add("everything", "s", ["i", "j"], storage_axes=["b", "a"])

# Names, tags and memory as given; the type, too.
# CHECK-LABEL: KERNEL: given
# CHECK: sines: type: float32, shape: (n), {{.*}}dim_names: (p) {{.*}}local
# CHECK: p: unr
# CHECK: sines[p] = float32(sin(x[p, j]))  {id=fill}
# CHECK: float64(sines[i])
add("given", "s", "i", precompute_inames="p", temporary_name="sines",
    compute_insn_id="fill", default_tag=None, dtype=np.float32,
    storage_axis_to_tag={"a": "unr"}, temporary_address_space="local")

# In loops around that the value does not need.
# CHECK-LABEL: KERNEL: within_more
# CHECK: s_0: type: float64, shape: (3), {{.*}}for each of: (j, i)
# CHECK: a: None
add("within_more", "s", "i", precompute_outer_inames=["i", "j"],
    default_tag=None)

# Inames that exist and have the range.
# CHECK-LABEL: KERNEL: twofold
# CHECK: u_store: {{.*}}shape: (n)
# CHECK: v_store: {{.*}}shape: (n)
# CHECK: for ii
# CHECK-DAG: u_store[ii] = 2.0d0*x[ii]
# CHECK-DAG: v_store[ii] = x[ii] + 1.0d0
# CHECK: end ii
# CHECK: y[i] = u_store[i] + v_store[n - i - 1]
twofold = kernels["twofold"]
for name in ("u", "v"):
    twofold = lp.assignment_to_subst(twofold, name)
    twofold = lp.precompute(twofold, name + "_subst", "i",
                            temporary_name=name + "_store",
                            precompute_inames="ii", default_tag=None)
RESULT.append(twofold)

# Some uses only; the others keep the rule.
# CHECK-LABEL: KERNEL: forms
# CHECK: square(t) := sin(t)**2
# CHECK: y[i + 1] = square(x[i + 1]) + square(x[i + 1] + 1.0d0)
# CHECK: square_0 = sin(x[i])**2
# CHECK: z[i + 1] = 2.0d0*square_0
forms = lp.extract_subst(kernels["forms"], "square", "sin(t)**2", "t")
RESULT.append(lp.precompute(forms, "square", within="writes:z",
                            temporary_name="square_0"))
