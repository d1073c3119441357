// What the engine uses and Node has, but not the DOM that a test runner may put in its place. Their tests run as others do.

const here = globalThis;
const util = require('node:util');

export const TextDecoder = here.TextDecoder ?? util.TextDecoder;
export const TextEncoder = here.TextEncoder ?? util.TextEncoder;
