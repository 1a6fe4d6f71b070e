import { Command } from 'commander';
import { VERSION } from '@app/bootstrap';
import { clientCommand } from './client.command.js';
import { addExamples, answersAlike } from './command-group.js';
import { demoCommand } from './demo.command.js';
import { asksForJson } from './failure.js';
import { keyCommand } from './key.command.js';
import { ledgerCommand } from './ledger.command.js';
import { memberCommand } from './member.command.js';
import { migrateCommand } from './migrate.command.js';
import { ratesCommand } from './rates.command.js';
import { reportCommand } from './report.command.js';
import { signingKeyCommand } from './signing-key.command.js';
import { trashCommand } from './trash.command.js';
import { userCommand } from './user.command.js';
import { workspaceCommand } from './workspace.command.js';

export function commandLine(): Command {
  const line = answersAlike(new Command('cli'))
    .description('Administers Centavo with the same settings as the service, whether it is running or not.')
    .version(asksForJson() ? JSON.stringify({ version: VERSION }) : VERSION, '--version', 'print the version')
    .option('--json', 'print exactly one JSON value to standard output, and errors as JSON to standard error');
  const groups = [
    migrateCommand(),
    workspaceCommand(),
    userCommand(),
    memberCommand(),
    keyCommand(),
    clientCommand(),
    signingKeyCommand(),
    ratesCommand(),
    trashCommand(),
    ledgerCommand(),
    reportCommand(),
    demoCommand(),
  ];
  for (const group of groups) {
    addExamples(group);
    line.addCommand(group);
  }
  return line;
}
