// Loaded by Node before the wasm test program. Emscripten's glue fetches its .wasm wherever there is
// a global fetch, and Node's refuses file paths; without it the glue reads the file.
delete globalThis.fetch;
