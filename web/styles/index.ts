export { base } from './base.js';
export { flow } from './flow.js';
export { host } from './host.js';
export { tokens } from './tokens.js';
