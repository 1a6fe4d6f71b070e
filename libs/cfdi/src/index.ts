export * from './cfdi.js';
export { readCfdi } from './read-cfdi.js';
