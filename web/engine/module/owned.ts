// Handles of the core, each with one owner in JavaScript, which frees it as it is disposed of. What nobody disposes of is
// freed some time after nobody holds its owner any more; when, the JavaScript engine decides, which does not see how
// large it is in wasm memory.

interface Freed {
  delete(): void;
}

const forgotten = new FinalizationRegistry<Freed>((handle) => handle.delete());

/** Makes an object the owner of a handle, which must not refer to it. */
export function own(owner: object, handle: Freed): void {
  forgotten.register(owner, handle, handle);
}

/** Frees a handle that has an owner. */
export function free(handle: Freed): void {
  forgotten.unregister(handle);
  handle.delete();
}
