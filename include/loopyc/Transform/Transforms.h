// All transformations.
#ifndef LOOPYC_TRANSFORM_TRANSFORMS_H
#define LOOPYC_TRANSFORM_TRANSFORMS_H

#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/Expressions.h"
#include "loopyc/Transform/FuseKernels.h"
#include "loopyc/Transform/History.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/Parameters.h"
#include "loopyc/Transform/Precompute.h"
#include "loopyc/Transform/Privatize.h"
#include "loopyc/Transform/Reductions.h"
#include "loopyc/Transform/Rules.h"
#include "loopyc/Transform/Storage.h"

#endif
