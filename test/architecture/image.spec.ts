import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { nodeOptions } from '../e2e/support/api-process.js';

it('the image starts Node.js with the options of npm start', () => {
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8'))!;
  expect(JSON.parse(command!)).toEqual(['node', ...nodeOptions(), 'dist/programs/api.js']);
});
