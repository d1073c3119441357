export { ApOpenedUpdate } from './opened.js';
