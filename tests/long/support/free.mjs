// How much wasm memory is free, to a few hundred bytes: what can still be taken, largest pieces first.

/** The engine must have a limit that is near: all of it is taken for a moment. */
export function freeBytes(ap) {
  const held = [];
  let bytes = 0;
  for (let floats = 2 ** 20; floats >= 2 ** 6; floats /= 2) {
    for (let tensor = take(ap, floats); tensor; tensor = take(ap, floats)) {
      held.push(tensor);
      bytes += 4 * floats;
    }
  }
  for (const tensor of held) tensor.dispose();
  return bytes;
}

function take(ap, floats) {
  try {
    return ap.tensor([floats]);
  } catch (error) {
    if (error.code === 'memory') return undefined;
    throw error;
  }
}
