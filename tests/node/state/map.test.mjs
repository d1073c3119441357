// The map's picture, without a page: all that is in the steps is drawn, and nothing else.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { trainingWasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { taskNames, taskPass } from '../support/tasks.mjs';
import { engine, modules } from './support/store.mjs';

const { blocksOf, mapModel, mapLayout, mapEdges, mapPicture, MapDrawing, nextKey, isStack } =
  await importWeb(
    'trace/blocks.ts',
    'figures/map/model.ts',
    'figures/map/layout.ts',
    'figures/map/edges.ts',
    'figures/map/routes.ts',
    'figures/map/drawing.ts',
    'figures/map/keys.ts',
  );

const wasmBinary = readFileSync(join(root, trainingWasmFile));
const training = await modules.load({ training: true, wasmBinary });

const source = [['I', 'am', 'a', 'student']];
const target = [['<sos>', '我', '是', '一个', '学生']];

function stepsOf(options) {
  const given =
    options.architecture === 'encoder-only'
      ? { source }
      : options.architecture === 'decoder-only'
        ? { target }
        : { source, target };
  const trace = engine.traceTransformer({ dModel: 8, nhead: 2, ...given, ...options });
  const { steps } = trace;
  trace.dispose();
  return steps;
}

/** Everything unfolded: unfolding a stack gives its blocks other keys. */
function unfoldAll(blocks) {
  let unfolded = new Set(['encoder', 'decoder']);
  const { shared, columns } = mapModel(blocks, unfolded, {});
  for (const entry of [...shared, ...columns.flat()]) {
    const list = isStack(entry) ? entry.layers.flatMap((layer) => layer.blocks) : [entry];
    for (const { key } of list) unfolded = unfolded.add(key);
  }
  return unfolded;
}

const models = {
  'encoder–decoder': {},
  'encoder–decoder, pre-norm, tied, learned positions': {
    normFirst: true,
    tieWeights: true,
    positions: 'learned',
  },
  'encoder–decoder in training, with labels': {
    training: true,
    dropout: 0.1,
    labels: [['我', '是', '一个', '学生', '<eos>']],
  },
  'encoder alone': { architecture: 'encoder-only' },
  'decoder alone': { architecture: 'decoder-only' },
  'one layer': { numEncoderLayers: 1, numDecoderLayers: 1 },
  ...Object.fromEntries(taskNames.map((name) => [`the task ${name}`, taskPass(training, name)])),
};

const overlap = (a, b) =>
  a.x < b.x + b.width - 0.01 &&
  b.x < a.x + a.width - 0.01 &&
  a.y < b.y + b.height - 0.01 &&
  b.y < a.y + a.height - 0.01;

for (const [name, options] of Object.entries(models)) {
  describe(name, () => {
    const steps = stepsOf(options);
    const blocks = blocksOf(steps);
    const all = unfoldAll(blocks);

    for (const [width, single] of [
      [44, false],
      [26, true],
    ]) {
      const where = single ? 'in one column' : 'side by side';

      test(`all unfolded, every step is there once, ${where}`, () => {
        const layout = mapLayout(mapModel(blocks, all, {}), single);
        const drawn = layout.items.flatMap(({ step }) => (step ? [step.path] : []));
        assert.deepEqual(drawn.toSorted(), steps.map(({ path }) => path).sort());
        assert.equal(new Set(layout.items.map(({ key }) => key)).size, layout.items.length);
      });

      test(`every line is an input of a step, and no input is left out, ${where}`, () => {
        const layout = mapLayout(mapModel(blocks, all, {}), single);
        const found = mapEdges(blocks, layout).map(({ from, to }) => `${from.key} → ${to.key}`);
        const within = new Set(layout.items.filter((one) => one.within).map(({ key }) => key));
        const inputs = steps.flatMap(({ path, inputs }) =>
          inputs.filter((input) => !within.has(input)).map((input) => `${input} → ${path}`),
        );
        assert.deepEqual(found.toSorted(), [...new Set(inputs)].sort());
      });

      test(`no box lies on another, folded or not, ${where}`, () => {
        for (const unfolded of [new Set(), all]) {
          const drawing = new MapDrawing();
          drawing.draw(blocks, blocks[0], unfolded, width, single);
          const boxes = drawing.layout.items
            .filter(({ within }) => !within)
            .map((item) => [item.key, drawing.rectOf(item)]);
          for (const [i, [a, one]] of boxes.entries()) {
            assert.ok(one.x >= 0 && one.x + one.width <= width + 0.01, `${a} leaves the map`);
            assert.ok(one.y >= 0 && one.width > 2, a);
            for (const [b, other] of boxes.slice(i + 1)) {
              assert.ok(!overlap(one, other), `${a} lies on ${b}`);
            }
          }
        }
      });
    }

    test('every step has a place, whatever is folded', () => {
      const drawing = new MapDrawing();
      for (const block of blocks) {
        drawing.draw(blocks, block, new Set(), 40, false);
        for (const { path } of block.steps) assert.ok(drawing.item(drawing.keyOf(path)), path);
      }
    });
  });
}

describe('a folded encoder–decoder', () => {
  const blocks = blocksOf(stepsOf({ numEncoderLayers: 3, numDecoderLayers: 3 }));
  const at = (id) => blocks.find(({ steps }) => steps.some(({ path }) => path === id));
  const drawn = (path) => {
    const drawing = new MapDrawing();
    drawing.draw(blocks, at(path), new Set(), 40, false);
    return drawing;
  };

  test('shows the layer of the current step', () => {
    const drawing = drawn('decoder.2.cross_attention.weights');
    const cross = drawing.layout.items.filter(({ block }) => block?.name === 'cross_attention');
    assert.deepEqual(
      cross.map(({ block }) => [block.stack, block.layer]),
      [['decoder', 2]],
    );
    const stack = drawing.layout.items.find(({ key }) => key === 'decoder');
    assert.deepEqual([stack.stack.count, stack.stack.shown], [3, 2]);
  });

  test('has the encoder’s output go into cross-attention, in whichever layer', () => {
    for (const layer of [0, 1, 2]) {
      const { picture, layout } = drawn(`decoder.${layer}.cross_attention.weights`);
      const cross = layout.items.find(({ block }) => block?.name === 'cross_attention');
      const lines = picture.lines.filter(({ to }) => to === cross.key);
      assert.ok(
        lines.some(({ from }) => from === 'encoder out'),
        JSON.stringify(lines.map(({ from }) => from)),
      );
      assert.ok(lines.every(({ label }) => /^1×\d+×8$/.test(label.text)));
    }
  });

  test('has residual lines that go around what they skip', () => {
    const { picture } = drawn('encoder.0.norm_1');
    const residual = picture.lines.filter(({ from, to }) => {
      const [a, b] = [from, to].map((key) => Number(/encoder\.\*\.(\d)/.exec(key)?.[1]));
      return b - a === 2;
    });
    assert.equal(residual.length, 1, 'around the feed-forward network');
    assert.match(residual[0].path, /V.*H.*V.*H/);
    assert.equal(residual[0].label.turned, true);
  });

  test('is walked by arrows as it is drawn', () => {
    const drawing = drawn('decoder.0.cross_attention.weights');
    const here = drawing.item(drawing.keyOf('decoder.0.cross_attention.weights'));
    const go = (...directions) =>
      directions.reduce((key, each) => nextKey(drawing, drawing.item(key), each), here.key);
    assert.equal(drawing.item(go('up')).block.name, 'add_norm');
    assert.equal(drawing.item(go('up', 'down')).key, here.key);
    assert.match(go('left'), /^encoder/);
    assert.equal(go('first'), drawing.layout.items[0].key);
    assert.equal(nextKey(drawing, drawing.item(go('last')), 'up'), undefined);
  });
});

test('a picture of all steps takes no time to speak of', () => {
  const steps = stepsOf({ numEncoderLayers: 6, numDecoderLayers: 6 });
  const blocks = blocksOf(steps);
  const all = unfoldAll(blocks);
  const layout = mapLayout(mapModel(blocks, all, {}), false);
  // The processor's time: what else the machine does makes no difference.
  const start = process.cpuUsage();
  for (let i = 0; i < 5; i += 1) mapPicture(layout, mapEdges(blocks, layout), 40 + i);
  const { user, system } = process.cpuUsage(start);
  const each = (user + system) / 1000 / 5;
  assert.ok(each < 100, `${each} ms`);
});
