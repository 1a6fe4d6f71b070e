import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { FeedRates, readRatesFile } from '@app/fx';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';

/** Exchange rates. */
export function ratesCommand(): Command {
  const group = commandGroup('rates', 'exchange rates');
  group
    .command('import')
    .description('enter the rates of a CSV file with the columns date,quote,base,rate: all of them, or none')
    .argument('<file>', 'the CSV file, in UTF-8')
    .action(async (file: string, _, command: Command) => {
      const { rates, rejected } = readRatesFile(await readText(file));
      if (rejected.length > 0) return refuse(command, rejected);
      await withApplication((app) => app.get(FeedRates).enter('file', rates));
      return answer(command, { imported: rates.length, rejected: 0 }, [`imported ${rates.length} rates`]);
    });
  return group;
}

function refuse(command: Command, rejected: readonly { line: number; reason: string }[]): void {
  for (const { line, reason } of rejected) process.stderr.write(`line ${line}: ${reason}\n`);
  answer(command, { imported: 0, rejected: rejected.length }, [
    `imported nothing: ${rejected.length} ${rejected.length === 1 ? 'line is' : 'lines are'} not valid`,
  ]);
  process.exitCode = 1;
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(
      `${file} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
    );
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed(`${file} is not text in UTF-8.`);
  }
}
