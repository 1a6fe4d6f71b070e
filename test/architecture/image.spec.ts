import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { nodeOptions } from '../e2e/support/api-process.js';

it('the image runs Node.js as npm start does', () => {
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8'))!;
  expect(JSON.parse(command!)).toEqual(['node', ...nodeOptions(), 'dist/programs/api.js']);
});
