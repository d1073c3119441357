// A worker that trains nothing, slowly: it counts updates, refuses what the engine would refuse, and knows what it has handed out.

class Refused extends RangeError {
  constructor(code, argument) {
    super(`${argument}: refused`);
    Object.assign(this, { code, argument, actual: 'refused', expected: 'another' });
  }
}

const evaluation = { loss: 1, labels: 0, sentences: 0, heads: [] };

const example = (word) => ({ source: [word], target: ['<sos>', word], labels: [word, '<eos>'] });

const tasks = ['four-pairs', 'phrases', 'translation'];

export class SlowTrainer {
  /** Handles that are not disposed. */
  handles = new Set();
  ended = false;
  /** Called before each update with its trainer. */
  onUpdate = () => undefined;
  fallback = undefined;

  constructor(world, { steps = 12 } = {}) {
    this.world = world;
    this.steps = steps;
  }

  static tasks = tasks;

  task(name, { heldOut = 0 } = {}) {
    return this.#call(() => this.found(name, heldOut));
  }

  /** What `task` resolves to. */
  found(name, heldOut = 0) {
    return {
      model: {
        architecture: 'encoder-decoder',
        vocabulary: ['a', 'b'],
        numEncoderLayers: 1,
        numDecoderLayers: 1,
        nhead: 2,
        dModel: 8,
        normFirst: false,
        positions: 'learned',
        rawValues: false,
      },
      optimizer: { name: 'adamw', lr: 0.1, weightDecay: 0, maxNorm: 1 },
      schedule: { name: 'constant', warmup: 0, steps: this.steps },
      batchSize: 4,
      heldOut: Array.from({ length: Math.min(heldOut, 1) }, () => example(String(name))),
      uniformLoss: 1,
    };
  }

  transformer({ nhead, dModel }) {
    return this.#call(() => {
      if (dModel % nhead !== 0) throw new Refused('heads', 'nhead');
      const handle = this.#handle();
      const { world } = this;
      return Object.assign(handle, {
        vocabulary: ['a', 'b'],
        save: () => this.#of(handle, () => new Uint8Array(1)),
        generate: async function* () {
          await world.later(() => undefined);
          yield { token: '<eos>' };
        },
      });
    });
  }

  trainer({ optimizer, model }) {
    return this.#call(() => {
      if (!this.handles.has(model)) throw new Refused('disposed', 'model');
      if (optimizer.lr < 0) throw new Refused('range', 'lr');
      const handle = this.#handle();
      const { onUpdate } = this;
      const of = (answer) => this.#of(handle, answer);
      let updates = 0;
      return Object.defineProperties(handle, {
        updates: { get: () => of(() => updates) },
        restore: { value: (from) => of(() => void (updates = from.updates ?? 0)) },
        snapshot: { value: () => of(() => ({ updates, parameters: {} })) },
        evaluate: { value: () => of(() => evaluation) },
        save: { value: () => of(() => new Uint8Array(1)) },
        run: {
          value: async function* (count) {
            for (let i = 0; i < count; i += 1) {
              await of(() => {
                onUpdate(handle);
                updates += 1;
              });
              yield { update: updates, losses: new Float32Array(1) };
            }
          },
        },
      });
    });
  }

  /** A file of a run holds its config alone here; one byte of 0 is none. */
  readSafetensors(bytes) {
    return this.#call(() => {
      if (bytes[0] === 0) throw new Refused('file', 'bytes');
      return { metadata: { training_run: new TextDecoder().decode(bytes) } };
    });
  }

  terminate() {
    this.ended = true;
    this.handles.clear();
  }

  #handle() {
    const handle = {};
    this.handles.add(handle);
    handle.dispose = () => this.world.later(() => void this.handles.delete(handle));
    return handle;
  }

  #of(handle, answer) {
    return this.#call(() => {
      if (!this.handles.has(handle)) throw new Refused('disposed', 'handle');
      return answer();
    });
  }

  #call(answer) {
    return this.world.later(() => {
      if (this.ended) throw new Refused('disposed', 'worker');
      return answer();
    });
  }
}
