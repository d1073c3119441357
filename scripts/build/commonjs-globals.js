// What the engine uses and Node has, but not the DOM that Jest puts in its place for tests of pages.

const here = globalThis;
const util = require('node:util');
const { MessageChannel, receiveMessageOnPort } = require('node:worker_threads');

export const TextDecoder = here.TextDecoder ?? util.TextDecoder;
export const TextEncoder = here.TextEncoder ?? util.TextEncoder;

function clone(value, { transfer } = {}) {
  const { port1, port2 } = new MessageChannel();
  try {
    port1.postMessage(value, transfer);
    return receiveMessageOnPort(port2).message;
  } finally {
    port1.close();
  }
}
export const structuredClone = here.structuredClone ?? clone;
