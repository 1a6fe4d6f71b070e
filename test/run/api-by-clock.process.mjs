import 'reflect-metadata';
import './clock.process.mjs';

await import('../../dist/apps/api/src/main.js');
