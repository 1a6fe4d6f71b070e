import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { commandLine } from './command-line.js';
import { EXAMPLES } from './examples.js';

function commandsOf(line: Command): [string, Command][] {
  return line.commands.flatMap((group) =>
    group.commands.map((command): [string, Command] => [`${group.name()} ${command.name()}`, command]),
  );
}

describe('the examples in the help', () => {
  it('every command has examples, and every example belongs to a command', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(
      commandsOf(commandLine())
        .map(([name]) => name)
        .toSorted(),
    );
  });

  it.each(Object.entries(EXAMPLES))('the command %s parses its examples', async (name, examples) => {
    const parsed: string[] = [];
    for (const example of examples) {
      const line = commandLine();
      for (const [commandName, command] of commandsOf(line))
        command.exitOverride().action(() => void parsed.push(commandName));
      await line.parseAsync(example.split(' '), { from: 'user' });
    }
    expect(parsed).toEqual(examples.map(() => name));
  });
});
