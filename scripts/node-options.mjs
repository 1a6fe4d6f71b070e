import { readFileSync } from 'node:fs';

/** Options of `npm start`. By default, V8 would use twice the memory before it collects garbage. */
export const NODE_OPTIONS = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.match(/--\S+/g);
