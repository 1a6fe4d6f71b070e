import 'reflect-metadata';
import './clock.process.mjs';

await import('../../dist/apps/cli/src/main.js');
