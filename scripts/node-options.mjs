import { readFileSync } from 'node:fs';

/**
 * How Node.js runs the service, as `npm start` does. A heap of 512 MB is several times what the service needs: with the
 * default of gigabytes V8 lets garbage pile up to twice the memory. With up to 24 MB for young objects
 * it collects them so rarely that hardly any is still needed.
 */
export const NODE_OPTIONS = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.match(/--\S+/g);
