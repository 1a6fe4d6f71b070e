// Runs Jest with the flags of Node.js that it needs; what is given on the command line goes to it. What the tests need is
// started by test/run/global-setup.mjs.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    // Each test file leaves much behind that is young: it is collected less often.
    '--max-semi-space-size=64',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
// Ctrl-C reaches Jest too; a signal for this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => jest.kill(signal));
jest.on('close', (code, signal) => (process.exitCode = code ?? 128 + constants.signals[signal]));
