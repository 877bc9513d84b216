// Array arguments that the device reads through the hardware of its images, its
// texture units (lp.ImageArg). To all that asks for accesses, order and memory
// they are arrays that nothing writes; code generation alone reads them
// otherwise. They are one of the kernel's options.
#ifndef LOOPYC_IR_IMAGES_H
#define LOOPYC_IR_IMAGES_H

#include "loopyc/IR/Kernel.h"

#include <set>
#include <string>
#include <vector>

namespace loopyc {

// Names of arguments; what is none any more is left out.
std::set<std::string> images(const Kernel &kernel);
bool isImage(const Kernel &kernel, const std::string &variable);
void setImages(Kernel &kernel, const std::set<std::string> &names);

// The array's axes as an image has them: the one whose elements are neighbours
// is the first, x.
std::vector<size_t> imageAxes(const Variable &array);

// Why the array cannot be an image of the kernel, and what to do: nothing
// writes an image, it has one to three axes that lie packed, and numbers as
// elements, each of one component. "" if it can; open types are let pass.
std::string obstacleToImage(const Kernel &kernel, const Variable &array);

// Throws UserError for the first image that cannot be one.
void requireImages(const Kernel &kernel);

} // namespace loopyc

#endif
