import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { Clock, createLog, newId, runAudited } from '@app/kernel';
import type { AuditContext, Log, Settings } from '@app/kernel';
import type { DatabaseServer } from '@app/bootstrap';
import { nestLogger, prepareDatabase, settingsOfProcess, withDatabaseServer } from '@app/bootstrap';
import { Workspaces } from '@app/workspace';
import { CommandFailed } from './failure.js';

export function withDatabase<T>(
  use: (database: DatabaseServer, settings: Settings, log: Log) => Promise<T>,
): Promise<T> {
  const settings = settingsOfProcess();
  // By default, logs only warnings and errors, because standard error is for failures.
  const log = createLog(process.env['LOG_LEVEL'] ? settings.logLevel : 'warn');
  return withDatabaseServer(settings, log, (database) => use(database, settings, log));
}

/**
 * Runs a command with all contexts. Migrates the schema first, so that a new database does not need a separate command.
 */
export function withApplication<T>(
  use: (app: INestApplicationContext) => Promise<T>,
  workspaceId?: string,
): Promise<T> {
  return withDatabase(async (database, settings, log) => {
    await prepareDatabase(database);
    const { NestFactory } = await import('@nestjs/core');
    const { CommandLineModule } = await import('./command-line.module.js');
    const app = await NestFactory.createApplicationContext(CommandLineModule.with(settings, database.url, log), {
      logger: nestLogger(log),
      abortOnError: false,
    });
    try {
      if (workspaceId !== undefined && !(await app.get(Workspaces).exists(workspaceId))) {
        throw new CommandFailed(`There is no workspace ${workspaceId}.`);
      }
      return await runAudited(actOfCommand(app.get(Clock).now()), () => use(app));
    } finally {
      await app.close();
    }
  });
}

/** Returns an audit context whose actor is the operating system user. */
function actOfCommand(at: Date): AuditContext {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  return {
    id: newId(),
    at,
    actor: { kind: 'command_line', id: null, name: accountName() },
    action: words.slice(0, 2).join(' '),
    resourceId: null,
    fields: [],
    requestId: null,
  };
}

/** Returns the name of the operating system user. Null in a container whose user has an ID but no name. */
function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
