import { readFileSync } from 'node:fs';

/** Node.js options of `npm start`. Without them, V8 would use twice the memory before collecting garbage. */
export const NODE_OPTIONS = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.match(/--\S+/g);
