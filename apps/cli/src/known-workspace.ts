import type { INestApplicationContext } from '@nestjs/common';
import { Workspaces } from '@app/workspace';
import { CommandFailed } from './failure.js';

/** Refuses an id that no workspace has, before anything is done in its name. */
export async function requireWorkspace(app: INestApplicationContext, id: string): Promise<void> {
  if (!(await app.get(Workspaces).exists(id))) throw new CommandFailed(`There is no workspace ${id}.`);
}
