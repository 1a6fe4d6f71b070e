import 'reflect-metadata';
import './clock.process.mjs';

// The command line as it is delivered, but for its clock.
await import('../../dist/apps/cli/src/main.js');
