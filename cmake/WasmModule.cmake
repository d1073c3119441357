# attention-playground.js and .wasm: the core and its embind bindings, for web/engine.

file(GLOB binding_sources CONFIGURE_DEPENDS src/bindings/*.cpp)
if(NOT binding_sources)
  return()
endif()

add_executable(attention-playground ${binding_sources})
target_link_libraries(attention-playground PRIVATE attention_core)
target_compile_options(attention-playground PRIVATE -Os)
target_link_options(attention-playground PRIVATE
  --bind
  "SHELL:-s MODULARIZE=1"
  "SHELL:-s EXPORT_ES6=1"
  "SHELL:-s EXPORT_NAME=createModule"
  "SHELL:-s ENVIRONMENT=web,worker"
  "SHELL:-s FILESYSTEM=0"
  # Without generated functions the page needs no 'unsafe-eval' in its content security policy.
  "SHELL:-s DYNAMIC_EXECUTION=0"
  "SHELL:-s EXPORTED_RUNTIME_METHODS=['HEAPF32','HEAP32','HEAPU8']"
  "SHELL:-s ${attention_stack_setting}=1048576")

# web/engine finds the .wasm itself. A second search in the glue would only make bundlers look for
# a file that is not beside it. Later versions have no such setting.
if(EMSCRIPTEN_VERSION VERSION_LESS 4)
  target_link_options(attention-playground PRIVATE "SHELL:-s USE_ES6_IMPORT_META=0")
endif()
