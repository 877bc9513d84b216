# RUN: %loopyc %inputs/stages.f90 --transform=%s --emit=ir -o - | FileCheck %s
# RUN: %loopyc %inputs/stages.f90 --transform=%s --set CASE=errors -fsyntax-only
knl, = lp.parse_fortran(SOURCE, FILENAME)
RESULT = knl


def refused(message, *args, **kwargs):
    try:
        lp.concatenate_arrays(*args, **kwargs)
    except lp.LoopyError as error:
        assert message in str(error), str(error)
    else:
        assert False, "accepted"


if globals().get("CASE") == "errors":
    refused("no array is given", knl, [])
    refused("has no temporary 'tt'; did you mean 't'?", knl, ["t", "tt"])
    refused("has no temporary 'x'", knl, ["t", "x"])
    refused("'t' is given twice", knl, ["t", "t"])
    refused("'v' and 't' must have the same type", knl, ["t", "v"])
    refused("'x' is already a name in kernel 'stages'", knl, ["t", "u"], "x")
    refused("array 't' has 1 axes and none is '1'", knl, ["t", "u"],
            axis_nr=1)
    refused("'scalar' and 't' must have the same number of axes", knl,
            ["t", "scalar"])
    refused("'u' shares storage with others",
            lp.alias_temporaries(knl, ["u", "w"]), ["t", "u"])
    refused("'u' and 't' must have the same address space",
            lp.set_temporary_scope(knl, "u", "local"), ["t", "u"])
    split = lp.split_array_axis(knl, [("t", 0, "F"), ("few", 0, "F")], 4)
    refused("'few' and 't' must have the same extents, but for the axis along "
            "which they are joined", split, ["t", "few"], axis_nr=0)

# Lengths may differ along the axis.
# CHECK-LABEL: KERNEL: stages
# CHECK: TEMPORARIES:
# CHECK-NEXT: all: type: float32, shape: (20)
# CHECK-NOT: {{^(t|u|few):}}
# CHECK: all[i] = x[i, j]
# CHECK: y[i_1, j] = all[-i_1 + 7] + w[i_1]
# CHECK: all[i_2 + 8] = x[i_2, j] + 1.0
# CHECK: all[i_5 + 16] = float32(v[-i_5 + 7])
# CHECK: scalar = all[16]
RESULT = [lp.concatenate_arrays(knl, ["t", "u", "few"], "all")]

# Along any axis, by number or name; the first one's name, if none is given.
# CHECK-LABEL: KERNEL: rows
# CHECK: t: type: float32, shape: (2, 12),
# CHECK: t[i % 2, i // 2] = x[i, j]
# CHECK: t[i % 2, i // 2 + 8] = 2.0*x[i, j]
# CHECK: t[i_2 % 2, i_2 // 2 + 4] = x[i_2, j] + 1.0
rows = lp.set_array_axis_names(knl, "t, u, w", "point")
rows = lp.split_array_axis(
    rows, [(name, "point", "F") for name in "tuw"], 2)
rows = lp.concatenate_arrays(rows, "t, u, w", axis_nr="point_outer")
RESULT.append(rows.copy(name="rows"))
