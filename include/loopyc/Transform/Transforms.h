// All transformations.
#ifndef LOOPYC_TRANSFORM_TRANSFORMS_H
#define LOOPYC_TRANSFORM_TRANSFORMS_H

#include "loopyc/Transform/Arrays.h"
#include "loopyc/Transform/FuseKernels.h"
#include "loopyc/Transform/Inames.h"
#include "loopyc/Transform/Instructions.h"
#include "loopyc/Transform/Parameters.h"

#endif
