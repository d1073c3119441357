// Training against a slow worker that answers in any order: what the page says is what runs, and nothing is lost or leaked.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachSeed } from './support/slow.mjs';
import { SlowTrainer } from './support/slow-trainer.mjs';

const { CurrentRun, Keeper, OwnPairsController, SettingsController, configOf, renderBar, texts } =
  await importWeb(
    'panels/training/run/current-run.ts',
    'panels/training/keep/keeper.ts',
    'panels/training/keep/own-pairs-controller.ts',
    'panels/training/run/settings-controller.ts',
    'panels/training/run/config.ts',
    'panels/training/run/bar.ts',
    'panels/training/texts/en.ts',
  );
const { texts: chinese } = await importWeb('panels/training/texts/zh.ts');

const withTrainer = (patch) => (config) => ({
  ...config,
  trainer: { ...config.trainer, ...patch },
});
const withModel = (patch) => (config) => ({ ...config, model: { ...config.model, ...patch } });
const canBe = ({ model, trainer }) => model.dModel % model.heads === 0 && trainer.lr >= 0;

/** What the first button of the bar says, and what it does. */
function trainButton(run) {
  let pressed;
  const done = (what) => () => (pressed = what);
  const act = { train: done('train'), pause: done('pause'), startAnew: done('startAnew') };
  const { strings, values } = renderBar({ t: texts, run }, { task: 'phrases', ...act });
  const at = strings.findIndex((text) => /primary train/.test(text));
  values[at]();
  return { text: values[at + 1], does: pressed };
}

/** The panel without its page. */
class Panel {
  problems = [];

  constructor(world) {
    this.world = world;
    this.worker = new SlowTrainer(world);
    this.current = new CurrentRun(this.worker, {
      adopt: (run) => this.hold(run),
      follow: (run) => this.hold(run),
    });
    this.settings = new SettingsController(this, () => this.choose('phrases'));
    this.worker.onUpdate = (trainer) => {
      const { run } = this;
      if (trainer !== run?.learner?.trainer) return;
      assert.ok(run.training, 'trains without saying so');
      if (this.paused === run) assert.ok((this.since += 1) < 2, 'trains on after a pause');
    };
  }

  get run() {
    return this.current.run;
  }

  requestUpdate() {
    if (this.run) this.hold(this.run);
  }

  /** What holds whenever the page is drawn. */
  hold(run) {
    assert.equal(run, this.run);
    assert.ok(run.update <= run.config.steps, 'beyond its end');
    const { text, does } = trainButton(run);
    const said = { [texts.pause]: 'pause', [texts.trainAnew]: 'startAnew' }[text] ?? 'train';
    assert.equal(said, does);
    if (does === 'pause') return;
    assert.ok(!run.training);
    this.paused = undefined;
  }

  request(find) {
    this.settings.forget();
    return this.current.request(find);
  }

  edit(edit) {
    return this.current.edit(edit);
  }

  async ask(find) {
    await this.request(find).catch((error) => this.problems.push(error));
  }

  foundFor(task) {
    return configOf({ task }, this.worker.found(task));
  }

  async choose(task) {
    const find = async () => ({ config: configOf({ task }, await this.worker.task(task)) });
    await this.ask(find);
  }
}

/** One thing that a person does; returns what is then asked of the settings. */
function click(panel) {
  const { world, run, settings } = panel;
  const { random } = world;
  const edit = (field, edit) => {
    settings.change(field, '', edit);
    return { edit };
  };
  const clicks = [
    () => {
      const { does } = trainButton(run);
      if (does === 'startAnew') {
        const { config } = run;
        panel.ask(() => Promise.resolve({ config }));
        return { config };
      }
      if (does === 'pause') Object.assign(panel, { paused: run, since: 0 });
      run[does]();
      return {};
    },
    () => (run.training || run.finished ? {} : (run.train(random.whole(1, 3)), {})),
    () => (run.rewind(world.pick(run.moments.all)), {}),
    () => {
      const moment = world.pick(run.moments.all);
      run.pin(moment, true);
      return { pin: moment.snapshot };
    },
    () => edit('lr', withTrainer({ lr: world.pick([0.1, 0.2, 0.3, -1]) })),
    () => edit('warmup', withTrainer({ warmup: random.whole(0, 9) })),
    () => edit('heads', withModel({ heads: world.pick([1, 2, 4, 3]) })),
    () => edit('dModel', withModel({ dModel: world.pick([8, 16, 15]) })),
    () => {
      const task = world.pick(SlowTrainer.tasks);
      panel.choose(task);
      return { task };
    },
    () => (run.save({}).catch((error) => panel.problems.push(error)), {}),
    () => {
      panel.request(() => world.later(() => assert.fail('no file'))).catch(() => undefined);
      return { nothing: true };
    },
  ];
  return world.pick(clicks)();
}

describe('training in a slow worker', () => {
  test('says what runs, forgets no setting, goes no step too far and frees everything', () =>
    eachSeed(300, async (world) => {
      const panel = new Panel(world);
      await Promise.all([panel.choose('phrases'), world.rest()]);
      let expected = panel.run.config;
      let pins = [];
      for (let i = 0; i < 10; i += 1) {
        const { run } = panel;
        const { edit, task, config, pin, nothing } = click(panel);
        if (edit && canBe(edit(expected))) expected = edit(expected);
        if (task) expected = panel.foundFor(task);
        if (config) expected = config;
        // What was asked for before has been taken back, or may be there already.
        if (nothing) expected = undefined;
        if (pin) pins.push([run, pin]);
        await world.pass();
        if (nothing) {
          await world.rest();
          expected = panel.run.config;
        }
      }
      await world.rest();
      const { run, settings, worker } = panel;
      assert.deepEqual(panel.problems, []);
      assert.equal(run.training, false);
      assert.equal(run.problem, undefined);
      assert.deepEqual(settings.shown(run.config), run.config);
      assert.deepEqual(run.config, expected);
      for (const [of, pin] of pins) {
        if (of !== run) continue;
        const moment = run.moments.all.find(({ snapshot }) => snapshot === pin);
        assert.ok(!moment || moment.pinned, 'a pin is lost');
      }
      assert.ok(worker.handles.size <= 2, `${worker.handles.size} handles`);
      // Left at any moment, it ends without a word.
      click(panel);
      await world.pass();
      panel.current.close();
      await world.rest();
      assert.equal(worker.handles.size, 0);
    }));
});

describe('what is refused', () => {
  test('is said in the language that the page has then', async () => {
    const refusal = Object.assign(new RangeError('lr'), {
      code: 'range',
      argument: 'lr',
      actual: '-1',
      expected: '0 or more',
    });
    const host = { edit: () => Promise.reject(refusal), requestUpdate() {} };
    const settings = new SettingsController(host);
    await settings.change('lr', '-1', (config) => config);
    assert.match(settings.refused.sentence(texts), /the rate is -1/);
    assert.match(settings.refused.sentence(chinese), /学习率/);
    const own = new OwnPairsController(host, async () => own.read(texts));
    await own.give(async () => 'a b');
    assert.match(own.wrong(texts), /^Line 1, /);
    assert.match(own.wrong(chinese), /^第 1 行/);
  });
});

describe('kept runs', () => {
  /** A browser that keeps one record, slowly. */
  class Storage {
    record = undefined;

    constructor(world) {
      this.world = world;
    }

    kept = () => this.world.later(() => this.record);
    keep = (_name, value) =>
      this.world.later(() => {
        this.record = structuredClone(value);
        return true;
      });
  }

  const config = configOf({ task: 'phrases' }, new SlowTrainer(undefined).found('phrases'));
  const curve = { kept: () => ({ losses: new Float32Array(0), points: [] }) };
  const run = (id, update, training = false) => ({
    config: { ...config, seed: id },
    curve,
    training,
    now: { update, snapshot: { updates: update } },
  });
  const idOf = ({ recipe }) => recipe.seed;

  test('of earlier visits stay beside the present one until a person takes or drops them', () =>
    eachSeed(300, async (world) => {
      const storage = new Storage(world);
      let waiting = [];
      for (let visit = 0; visit < 4; visit += 1) {
        const keeper = new Keeper({ id: '', task: '' }, storage);
        const finding = keeper.find();
        // What is trained before they are found takes the place of none.
        const early = world.random.coin() ? run(visit, 1) : undefined;
        if (early) keeper.follow(early);
        await Promise.all([finding, world.rest()]);
        assert.deepEqual(keeper.offers.map(idOf), waiting.slice(0, 3));
        if (world.random.coin()) keeper.follow(run(visit, 2, true));
        for (const offer of keeper.offers) {
          if (world.random.unit() > 0.3) continue;
          keeper.answer(offer);
          waiting = waiting.filter((id) => id !== idOf(offer));
          await world.pass();
        }
        if (world.random.coin()) {
          keeper.follow(run(visit, 3));
          keeper.follow(run(visit, 4));
        }
        await world.rest();
        const { last } = keeper;
        if (last) waiting = [idOf(last), ...waiting];
        waiting = waiting.slice(0, 4);
        assert.deepEqual((storage.record?.runs ?? []).map(idOf), waiting);
        if (last) assert.equal(storage.record.runs[0].snapshot.updates, last.snapshot.updates);
        waiting = waiting.slice(0, 3);
      }
    }));

  test('of another task of the same visit are offered, and come before those of earlier visits', async () => {
    const storage = { record: undefined, kept: async () => storage.record, keep };
    function keep(_name, record) {
      storage.record = record;
      return Promise.resolve(true);
    }
    const keeper = new Keeper({ id: '', task: '' }, storage);
    await keeper.find();
    const other = run(1, 7);
    const tasks = ['copy', 'reverse', 'sort', 'copy'];
    for (const task of tasks) await keeper.follow({ ...other, config: { ...config, task } });
    const names = (runs) => runs.map((one) => one.recipe.task);
    assert.deepEqual(names(keeper.offers), ['sort', 'reverse', 'copy']);
    assert.deepEqual(names(storage.record.runs), ['copy', 'sort', 'reverse', 'copy']);
    await keeper.answer(keeper.offers[1]);
    assert.deepEqual(names(storage.record.runs), ['copy', 'sort', 'copy']);
  });

  test('of the form before are found', async () => {
    const { snapshot } = run(1, 5).now;
    const one = { version: 1, recipe: config, snapshot, curve: curve.kept() };
    const keeper = new Keeper({ id: '', task: '' }, { kept: async () => one });
    await keeper.find();
    assert.deepEqual(keeper.offers, [{ recipe: config, snapshot, curve: curve.kept() }]);
  });
});
