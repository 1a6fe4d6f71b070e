import { Command } from 'commander';

/** A group of commands, such as `migrate`; the help of each shows `--json`, which belongs to the whole line. */
export function commandGroup(name: string, description: string): Command {
  return new Command(name).description(description).configureHelp({ showGlobalOptions: true });
}
