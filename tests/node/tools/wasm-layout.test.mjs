import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'node:test';
import {
  laidOut,
  withJoinedData,
  withOrderedFunctions,
} from '../../../scripts/build/wasm-layout.mjs';
import { sectionsOf, section } from '../../../scripts/build/wasm-binary.mjs';

const text = (words) => [words.length, ...Buffer.from(words)];
const head = [0, ...Buffer.from('asm'), 1, 0, 0, 0];
const one = (id, ...content) => [id, content.length, ...content];

// Each adds a number to what the one before it gives, by a call or through the table; the first asks the host. Some
// have bytes in a constant that would be a call elsewhere.
const constant = (value) => [0x41, value];
const call = (index) => [0x10, index];
const body = (...code) => [code.length + 2, 0, ...code, 0x0b];
const bodies = [
  body(...call(0)),
  body(...constant(1), ...call(1), 0x6a),
  body(...constant(9), 0xfd, 12, ...Array(16).fill(0x10), 0x1a, ...call(2), 0x6a),
  body(...constant(3), ...constant(1), 0x11, 0, 0, 0x6a),
  body(0x06, 0x7f, ...call(4), 0x19, ...constant(9), 0x0b),
  body(0x43, 0x10, 0x10, 0x10, 0x10, 0x1a, 0x23, 0, ...call(5), 0x6a),
];

/** A small module; `more` are sections at its end. */
function small(...more) {
  const sections = [
    one(1, 2, 0x60, 0, 1, 0x7f, 0x60, 0, 0),
    one(2, 1, ...text('host'), ...text('seven'), 0, 0),
    one(3, bodies.length, ...bodies.map(() => 0)),
    one(4, 1, 0x70, 0, 2),
    one(6, 1, 0x7f, 0, ...constant(32), 0x0b),
    one(7, 2, ...text('last'), 0, 6, ...text('second'), 0, 2),
    one(9, 1, 0, ...constant(0), 0x0b, 2, 2, 3),
    one(10, bodies.length, ...bodies.flat()),
    ...more,
  ];
  return Buffer.from([...head, ...sections.flat()]);
}

/** A module with only a memory, which it exports, and data. */
const withData = (...sections) =>
  Buffer.from([...head, one(5, 1, 0, 1), one(7, 1, ...text('m'), 2, 0), ...sections].flat());

const resultsOf = (module) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {
    host: { seven: () => 7 },
  });
  return [exports.last(), exports.second()];
};

describe('the layout of a wasm module', () => {
  test('calls, exports and the table name the same functions as before', () => {
    const module = small();
    const ordered = withOrderedFunctions(module, 0.5);
    assert.equal(ordered.length, module.length);
    assert.notDeepEqual(ordered, module);
    assert.deepEqual(resultsOf(ordered), resultsOf(module));
    assert.deepEqual(resultsOf(ordered), [7 + 1 + 9 + 3 + 32, 7 + 1]);
  });

  test('what it does not know is named', () => {
    const names = one(0, ...text('name'));
    assert.throws(() => withOrderedFunctions(small(names), 0.5), /names of functions/);
    const elements = small();
    elements[elements.indexOf(Buffer.from([9, 8, 1, 0])) + 3] = 1;
    assert.throws(() => withOrderedFunctions(elements, 0.5), /elements of other forms/);
    const unknown = small();
    unknown[unknown.lastIndexOf(0x6a)] = 0xfe;
    assert.throws(() => withOrderedFunctions(unknown, 0.5), /the instruction 0xfe/);
  });

  test('data that few zeros separate is one piece', () => {
    const piece = (address, ...bytes) => [0, ...constant(address), 0x0b, bytes.length, ...bytes];
    const far = [0x41, 0x80, 2]; // 256
    const module = withData(
      one(12, 3),
      one(11, 3, ...piece(2, 5, 6), ...piece(9, 7), 0, ...far, 0x0b, 1, 8),
    );
    const joined = withJoinedData(module);
    const memoryOf = (bytes) =>
      new Uint8Array(new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.m.buffer);
    assert.deepEqual(memoryOf(joined), memoryOf(module));
    assert.deepEqual([...memoryOf(joined).subarray(0, 11)], [0, 0, 5, 6, 0, 0, 0, 0, 0, 7, 0]);
    const { bytes } = sectionsOf(joined).find(({ id }) => id === section.data);
    assert.equal(bytes[0], 2);
    assert.equal(memoryOf(joined)[256], 8);
    const passive = withData(one(12, 1), one(11, 1, 1, 1, 7));
    assert.throws(() => withJoinedData(passive), /data of other forms/);
  });

  test('the module that pages load has that layout, and each function once', () => {
    const module = readFileSync('web/engine/wasm/attention-playground.wasm');
    const again = laidOut(module);
    assert.ok(WebAssembly.validate(again));
    const sizes = [module, again].map((bytes) => gzipSync(bytes, { level: 9 }).length);
    assert.ok(Math.abs(sizes[0] / sizes[1] - 1) < 0.01, `${sizes}`);
    const counts = [module, again].map(
      (bytes) => sectionsOf(bytes).find(({ id }) => id === section.function).bytes.length,
    );
    assert.equal(counts[0], counts[1]);
  });
});
