import 'reflect-metadata';
import { commandLine } from './command-line.js';
import { failureLine, failureOf } from './failure.js';

try {
  await commandLine().parseAsync();
} catch (error) {
  process.stderr.write(failureLine(failureOf(error)));
  process.exitCode = 1;
}
