// In place of web/playground/take/script-file.ts: the script knows its text, or where it came from.

import { address, text } from './here.js';

export const scriptFile = () =>
  text === undefined ? new URL(address) : Promise.resolve(new TextEncoder().encode(text));
