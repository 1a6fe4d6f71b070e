import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { FeedName, FetchedRates } from '@app/fx';
import { FeedFailed, FeedRates, RateFeeds, readRatesFile } from '@app/fx';
import { Clock, day, Settings } from '@app/kernel';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed, failureLine } from './failure.js';
import { valueOf } from './option-value.js';

export function ratesCommand(): Command {
  const group = commandGroup('rates', 'exchange rates');
  group
    .command('import')
    .description(
      'import rates from a CSV file with the columns date,quote,base,rate; imports nothing if a line is invalid',
    )
    .argument('<file>', 'CSV file in UTF-8')
    .action(async (file: string, _, command: Command) => {
      const { rates, accepted, rejected } = readRatesFile(await readText(file));
      if (rejected.length > 0) return refuse(command, rejected);
      await withApplication((app) => app.get(FeedRates).enter('file', rates));
      return answer(command, { imported: accepted, rejected: 0 }, [`imported ${accepted} rates`]);
    });
  group
    .command('fetch')
    .description('fetch rates from the public feeds, since the latest stored day or for a range of days')
    .addOption(
      new Option('--feed <feed>', 'only this feed (default: all feeds in FX_FEEDS)').choices(['banxico', 'ecb']),
    )
    .option('--from <day>', 'first day', valueOf(day()))
    .option('--to <day>', 'last day (default: today in Mexico)', valueOf(day()))
    .action(async (options: FetchOptions, command: Command) => {
      const { fetched, failures } = await fetchRates(options);
      if (failures.length > 0) {
        process.stderr.write(failureLine({ code: 'FEED_FAILED', detail: failures.join('\n') }));
        process.exitCode = 1;
      }
      const imported = fetched.reduce((sum, feed) => sum + feed.imported, 0);
      const total = fetched.reduce((sum, feed) => sum + feed.fetched, 0);
      answer(command, { fetched: total, imported, feeds: fetched }, [
        ...fetched.map(
          (result) =>
            `${result.feed}: fetched ${result.fetched} rates from ${result.from} to ${result.to}, ${result.imported} new`,
        ),
        `imported ${imported} rates`,
      ]);
    });
  return group;
}

interface FetchOptions {
  readonly feed?: FeedName;
  readonly from?: string;
  readonly to?: string;
}

/** Fetches the rates of each feed, even if another feed fails. */
function fetchRates({ feed, from, to }: FetchOptions): Promise<{ fetched: FetchedRates[]; failures: string[] }> {
  if (from === undefined && to !== undefined) throw new CommandFailed('--to requires --from.');
  return withApplication(async (app) => {
    const feeds = feed === undefined ? app.get(Settings).fxFeeds : [feed];
    if (feeds.length === 0) throw new CommandFailed('FX_FEEDS is empty. Choose a feed with --feed.');
    const days = from === undefined ? undefined : { from, to: to ?? app.get(Clock).today() };
    if (days && days.from > days.to) throw new CommandFailed(`--from ${days.from} comes after --to ${days.to}.`);
    const fetched: FetchedRates[] = [];
    const failures: string[] = [];
    for (const name of feeds) {
      try {
        fetched.push(await app.get(RateFeeds).fetch(name, new AbortController().signal, days));
      } catch (error) {
        if (!(error instanceof FeedFailed)) throw error;
        failures.push(error.message);
      }
    }
    await app.get(FeedRates).revaluePending();
    return { fetched, failures };
  });
}

function refuse(command: Command, rejected: readonly { line: number; reason: string }[]): void {
  const lines = rejected.map(({ line, reason }) => `line ${line}: ${reason}`);
  process.stderr.write(failureLine({ code: 'RATES_INVALID', detail: lines.join('\n') }));
  answer(command, { imported: 0, rejected: rejected.length }, [
    `imported nothing: ${rejected.length} ${rejected.length === 1 ? 'line is' : 'lines are'} invalid`,
  ]);
  process.exitCode = 1;
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(
      `${file} cannot be read: ${error.code === 'ENOENT' ? 'the file does not exist' : error.message}.`,
    );
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandFailed(`${file} is not UTF-8 text.`);
  }
}
