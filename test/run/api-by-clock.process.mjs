import 'reflect-metadata';
import './clock.process.mjs';

// The service as it is delivered, but for its clock.
await import('../../dist/apps/api/src/main.js');
