// An engine whose models write the same word for ever, slowly: it knows what it has handed out.

export class SlowWriter {
  /** Models and traces that are not disposed. */
  open = new Set();
  /** Whether it has memory for another model. */
  hasMemory = () => true;

  constructor(world) {
    this.world = world;
  }

  transformer({ vocabulary = ['a', '<eos>'] }) {
    if (!this.hasMemory()) throw refused('memory', 'model');
    const { world } = this;
    const of = (handle) => {
      if (!this.open.has(handle)) throw refused('disposed', 'model');
    };
    const weights = new Map();
    const model = this.#hold({
      vocabulary,
      cachedTokens: 0,
      clearCache: () => of(model),
      parameter: (path) => ({ shape: [1, 1], data: Float32Array.of(weights.get(path) ?? 0) }),
      set: (path, _index, value) => {
        of(model);
        weights.set(path, Math.fround(value));
        return { cacheEmptied: false };
      },
      generate: ({ prompt, temperature }) =>
        this.#tokens({ of: () => of(model), prompt, temperature, world, weights }),
    });
    return model;
  }

  async *#tokens({ of, prompt, world, weights }) {
    await world.later(of);
    yield {
      tokens: [...prompt, prompt[0]],
      token: prompt[0],
      id: 0,
      cache: { kept: 0, computed: prompt.length },
      multiplyAdds: { done: 1, withoutCache: 1 },
      retain: () => this.#trace(new Map(weights)),
    };
  }

  #trace(weights) {
    const trace = this.#hold({
      weights,
      edits: [],
      steps: [step],
      tensor: () => ({ shape: [1], data: Float32Array.of(0) }),
      compare: () => [{ path: 'next.logits', maxDifference: 0 }],
      sequence: () => {
        if (!this.open.has(trace)) throw refused('disposed', 'trace');
        return this.#trace(weights);
      },
    });
    return trace;
  }

  #hold(handle) {
    this.open.add(handle);
    handle.dispose = () => void this.open.delete(handle);
    return handle;
  }
}

const step = {
  path: 'next.token',
  name: 'token',
  kind: 'token',
  axes: ['batch'],
  shape: [1],
  scope: { part: 'choice' },
  inputs: [],
  op: 'sample',
  role: 'output',
  edits: 0,
};

function refused(code, argument) {
  return Object.assign(new RangeError(argument), { code, argument, actual: '', expected: '' });
}
