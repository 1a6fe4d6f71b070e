import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { newId } from '../../../libs/kernel/src/id/id.js';

/** Adds a member by SQL. Returns the ID. */
export async function aMember(database: TestDatabase, workspaceId: string, name: string): Promise<string> {
  const id = newId();
  await database.query(
    `insert into identity_members (workspace_id, id, name, role, joined_at) values ($1, $2, $3, 'editor', now())`,
    [workspaceId, id, name],
  );
  return id;
}

/** Adds two members. */
export async function twoMembers(database: TestDatabase, workspaceId: string): Promise<string[]> {
  return [await aMember(database, workspaceId, 'Ana'), await aMember(database, workspaceId, 'Luis')];
}

export async function removeMember(database: TestDatabase, id: string): Promise<void> {
  await database.query(`update identity_members set left_at = now() where id = $1`, [id]);
}
