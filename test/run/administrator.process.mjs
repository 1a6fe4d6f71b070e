import 'reflect-metadata';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../dist/apps/api/src/app.module.js';
import { commandLine } from '../../dist/apps/cli/src/command-line.js';
import { failureLine, failureOf } from '../../dist/apps/cli/src/failure.js';
import { createLog, readSettings } from '../../dist/libs/kernel/src/index.js';
import { LedgerVerification } from '../../dist/libs/ledger/src/index.js';

// Verifies ledgers and runs CLI commands for all test files, which saves starting hundreds of processes. Responds to
// each line that it receives on a connection with one line. Ends when its standard input closes.

class Exit extends Error {}

const exit = process.exit.bind(process);
// The CLI calls `exit` after a usage error and after printing its help.
process.exit = (code) => {
  process.exitCode = code;
  throw new Exit();
};

/** Commands read `process.argv` and `process.env`, so only one command runs at a time. */
let running = Promise.resolve();

/** Verifies ledgers for one connection. Opens the database at the first verification and closes it with the connection. */
class Verifier {
  #opened;

  async verify({ env, workspaceId, repair }) {
    this.#opened ??= openApplication(env);
    return (await this.#opened).get(LedgerVerification).verify(workspaceId, repair);
  }

  async close() {
    await (await this.#opened)?.close();
  }
}

function openApplication(env) {
  const settings = readSettings(env);
  const module = AppModule.with(settings, settings.databaseUrl, createLog('silent'));
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

/** Runs a command as `dist/programs/cli.js` does, but without starting a process. */
async function runCommand({ env, words }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(2, Infinity, ...words);
  const [output, errors] = [[], []];
  process.stdout.write = collectorOf(output);
  process.stderr.write = collectorOf(errors);
  try {
    await commandLine().parseAsync();
  } catch (error) {
    if (!(error instanceof Exit)) {
      process.stderr.write(failureLine(failureOf(error)));
      process.exitCode = 1;
    }
  } finally {
    delete process.stdout.write;
    delete process.stderr.write;
  }
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() };
}

function collectorOf(chunks) {
  return (chunk, ...more) => {
    chunks.push(Buffer.from(chunk));
    more.find((argument) => typeof argument === 'function')?.();
    return true;
  };
}

function inTurn(work) {
  const ended = running.then(work);
  running = ended.catch(() => undefined);
  return ended;
}

const server = createServer((socket) => {
  const verifier = new Verifier();
  socket.on('error', () => undefined);
  socket.on('close', () => void verifier.close().catch(() => undefined));
  createInterface({ input: socket }).on('line', async (line) => {
    const request = JSON.parse(line);
    const work = request.words ? inTurn(() => runCommand(request)) : verifier.verify(request);
    const answer = await work.catch((error) => ({ error: String(error.stack) }));
    // readline treats these separators as line ends, but JSON does not escape them.
    socket.write(`${JSON.stringify(answer).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`);
  });
});
server.listen(process.env.ADMINISTRATOR_SOCKET, () => process.stdout.write('ready\n'));
process.stdin.on('end', () => exit(0)).resume();
