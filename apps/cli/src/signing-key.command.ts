import type { Command } from 'commander';
import { SigningKeys } from '@app/identity';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';

/** The keys that access tokens are signed with. */
export function signingKeyCommand(): Command {
  const group = commandGroup('signing-key', 'the keys that access tokens are signed with');
  group
    .command('rotate')
    .description('sign with a new key from now on; tokens signed with the old key stay valid until they expire')
    .option('--at-once', 'for a key that has become known: its tokens are refused from the next request on')
    .action(async (options: { atOnce?: true }, command: Command) => {
      const rotated = await withApplication((app) => app.get(SigningKeys).rotate(options.atOnce ?? false));
      answer(command, rotated, [`signs    ${rotated.id}`, ...rotated.retired.map((id) => `retired  ${id}`)]);
    });
  return group;
}
