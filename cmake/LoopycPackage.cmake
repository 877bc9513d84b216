# `cpack -G DEB` makes a Debian package of what is installed.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME loopyc)
set(CPACK_PACKAGE_VENDOR "The loopyc developers")
set(CPACK_PACKAGE_CONTACT "The loopyc developers <loopyc@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# loopyc-fc is in Python, and scripts have the library of the interpreter that is
# linked; generated code is compiled with what the others bring.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "python3, libpython${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}-stdlib")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, gfortran, ocl-icd-opencl-dev")
include(CPack)
