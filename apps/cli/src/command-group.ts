import { Command } from 'commander';
import { EXAMPLES } from './examples.js';
import { failureLine } from './failure.js';

/** A group of commands, such as `migrate`; the help of each shows `--json`, which belongs to the whole line. */
export function commandGroup(name: string, description: string): Command {
  return answersAlike(new Command(name).description(description));
}

/** The whole line and each group show their help and say their errors in the same way. */
export function answersAlike(command: Command): Command {
  return command.configureHelp({ showGlobalOptions: true }).configureOutput({
    outputError: (text, write) =>
      write(failureLine({ code: 'INVALID_USAGE', detail: text.trim().replace(/^error: /, '') })),
  });
}

/** Ends the help of each command with an example of it. */
export function addExamples(group: Command): void {
  for (const command of group.commands) {
    const words = EXAMPLES[`${group.name()} ${command.name()}`] ?? [];
    const lines = words.map((line) => `  npm run --silent cli -- ${line}`);
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
}
