# xtensor, xtl and Catch2, each seen through a link in the build folder.
#
# em++ must never be given -I/usr/include: the host's C library would leak into the wasm build. So
# only the headers that we use are linked into a folder of our own, for native builds as well. What is
# not there is named in attention_missing_headers.

set(links ${PROJECT_BINARY_DIR}/headers)
set(attention_missing_headers "")

function(link_headers folder anchor hint)
  # `anchor` is a header that marks the place, the further arguments what to link beside it.
  string(MAKE_C_IDENTIFIER "${anchor}_ROOT" found)
  find_path(${found} ${anchor} PATHS /usr/include /usr/local/include /opt/homebrew/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${found})
    string(APPEND attention_missing_headers
      "${anchor} was not found. Install it (Debian: ${hint}), or give its folder with -D${found}=… ")
    set(attention_missing_headers ${attention_missing_headers} PARENT_SCOPE)
    return()
  endif()
  file(MAKE_DIRECTORY ${links}/${folder})
  foreach(name IN LISTS ARGN)
    if(EXISTS ${${found}}/${name})
      file(CREATE_LINK ${${found}}/${name} ${links}/${folder}/${name} SYMBOLIC COPY_ON_ERROR)
    endif()
  endforeach()
endfunction()

link_headers(xtensor xtensor/xtensor_config.hpp libxtensor-dev xtensor xtensor.hpp)
link_headers(xtensor xtl/xtl_config.hpp xtl-dev xtl)
add_library(xtensor_headers INTERFACE)
target_include_directories(xtensor_headers SYSTEM INTERFACE ${links}/xtensor)

# Catch2 version 2 is headers alone; version 3 is a library, with its own CMake package.
add_library(catch2_headers INTERFACE)
find_package(Catch2 3 QUIET)
if(Catch2_FOUND)
  target_link_libraries(catch2_headers INTERFACE Catch2::Catch2)
else()
  link_headers(catch2 catch2/catch.hpp catch2 catch2)
  target_include_directories(catch2_headers SYSTEM INTERFACE ${links}/catch2)
  # No try block around each assertion: a tenth off the compilation, and what is thrown still fails its test.
  target_compile_definitions(catch2_headers INTERFACE CATCH_CONFIG_FAST_COMPILE)
endif()
