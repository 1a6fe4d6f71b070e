import 'reflect-metadata';
import { commandLine } from './command-line.js';
import { failureText } from './failure.js';

try {
  await commandLine().parseAsync();
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
}
