// Trained models on a slow network. They know what `learned` makes of their name.

export class SlowModels {
  #there = new Map();

  constructor(world, learned) {
    this.world = world;
    this.learned = learned;
  }

  of(name) {
    return this.#there.get(name);
  }

  lacks(name) {
    return name !== 'random' && !this.#there.has(name);
  }

  fetch() {
    return this.world.later(() => undefined);
  }

  /** `numbers` cannot be had. */
  load(_engine, name) {
    if (!this.lacks(name)) return Promise.resolve();
    return this.world.later(() => {
      if (name === 'numbers') return { code: 'network', argument: '', actual: '', expected: '' };
      this.#there.set(name, this.learned(name));
    });
  }
}
