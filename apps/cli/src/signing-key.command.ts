import type { Command } from 'commander';
import { SigningKeys } from '@app/identity';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';

export function signingKeyCommand(): Command {
  const group = commandGroup('signing-key', 'signing keys of access tokens');
  group
    .command('rotate')
    .description('create a new signing key; tokens of the old key stay valid until they expire')
    .option('--at-once', 'reject the tokens of the old key immediately, for a leaked key')
    .action(async (options: { atOnce?: true }, command: Command) => {
      const rotated = await withApplication((app) => app.get(SigningKeys).rotate(options.atOnce ?? false));
      answer(command, rotated, [`signs    ${rotated.id}`, ...rotated.retired.map((id) => `retired  ${id}`)]);
    });
  return group;
}
