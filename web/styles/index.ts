export { base } from './base.js';
export { host } from './host.js';
export { tokens } from './tokens.js';
