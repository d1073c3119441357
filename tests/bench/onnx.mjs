// A writer for ONNX models: the few protocol-buffer messages of onnx.proto that a small graph needs.

const utf8 = new TextEncoder();

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest ? low | 0x80 : low);
  } while (rest);
  return Uint8Array.from(bytes);
}

function join(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const tag = (field, wireType) => varint((field << 3) | wireType);
const integer = (field, value) => join([tag(field, 0), varint(value)]);
const bytes = (field, value) => join([tag(field, 2), varint(value.length), value]);
const text = (field, value) => bytes(field, utf8.encode(value));
const message = (field, ...parts) => bytes(field, join(parts));
const single = (field, value) =>
  join([tag(field, 5), new Uint8Array(Float32Array.of(value).buffer)]);

const dataTypes = { Float32Array: 1, BigInt64Array: 7 };
const attributeTypes = { float: 1, integer: 2, integers: 7 };

function attribute(name, value) {
  const type = (kind) => integer(20, attributeTypes[kind]);
  if (Array.isArray(value)) {
    return message(5, text(1, name), ...value.map((each) => integer(8, each)), type('integers'));
  }
  // A number stands for a float only where it is said: 1 could be either.
  if (typeof value === 'object') {
    return message(5, text(1, name), single(2, value.float), type('float'));
  }
  return message(5, text(1, name), integer(3, value), type('integer'));
}

function writeNode({ op, inputs, outputs, attributes = {}, domain = '' }, index) {
  return message(
    1,
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(3, `${op}_${index}`),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    text(7, domain),
  );
}

function writeInitializer([name, { shape, data }]) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(
    5,
    ...shape.map((size) => integer(1, size)),
    integer(2, dataTypes[data.constructor.name]),
    text(8, name),
    bytes(9, raw),
  );
}

function writeValue(field, [name, shape]) {
  const dims = shape.map((size) => message(1, integer(1, size)));
  const tensorType = message(1, integer(1, dataTypes.Float32Array), message(2, ...dims));
  return message(field, text(1, name), message(2, tensorType));
}

/** The bytes of a model; inputs and outputs are floats: `{ name: shape }`. */
export function writeModel({ nodes, inputs, outputs, initializers = {}, opset = 17 }) {
  const graph = message(
    7,
    ...nodes.map(writeNode),
    text(2, 'bench'),
    ...Object.entries(initializers).map(writeInitializer),
    ...Object.entries(inputs).map((value) => writeValue(11, value)),
    ...Object.entries(outputs).map((value) => writeValue(12, value)),
  );
  const set = (domain, version) => message(8, text(1, domain), integer(2, version));
  return join([integer(1, 10), graph, set('', opset), set('com.microsoft', 1)]);
}
