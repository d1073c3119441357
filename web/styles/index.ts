export { base } from './base.js';
export { tokens } from './tokens.js';
