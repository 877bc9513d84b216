// How Fortran text lies on its lines, and what a file's name says of it.
#ifndef LOOPYC_SOURCE_FORTRAN_FORM_H
#define LOOPYC_SOURCE_FORTRAN_FORM_H

#include "loopyc/Source/Options.h"

#include <string>

namespace loopyc {
namespace fortran {

enum class Form { Free, Fixed };

// gfortran's suffix rules: .f90 .f95 .f03 .f08 .floopy and no known suffix
// are free form; .f .for .ftn fixed form; a capital suffix, or .fpp, is
// preprocessed. What the options say goes before.
Form formOf(const std::string &fileName, const source::Options &options = {});
bool isPreprocessed(const std::string &fileName,
                    const source::Options &options = {});
// May a compiler be given it alone, and not as a part of another?
bool isSourceName(const std::string &fileName);

} // namespace fortran
} // namespace loopyc

#endif
