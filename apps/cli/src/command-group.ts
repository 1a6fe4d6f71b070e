import { Command } from 'commander';
import { EXAMPLES } from './examples.js';
import { failureLine } from './failure.js';

export function commandGroup(name: string, description: string): Command {
  return answersAlike(new Command(name).description(description));
}

export function answersAlike(command: Command): Command {
  return command.configureHelp({ showGlobalOptions: true }).configureOutput({
    outputError: (text, write) =>
      write(failureLine({ code: 'INVALID_USAGE', detail: text.trim().replace(/^error: /, '') })),
  });
}

export function addExamples(group: Command): void {
  for (const command of group.commands) {
    const words = EXAMPLES[`${group.name()} ${command.name()}`] ?? [];
    const lines = words.map((line) => `  npm run --silent cli -- ${line}`);
    if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
}
