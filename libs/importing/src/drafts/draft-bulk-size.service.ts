import { Injectable } from '@nestjs/common';
import { BulkChanges, Database } from '@app/kernel';

/** Reads the rows of the largest draft of a workspace, to tell large bulk changes from small ones. */
@Injectable()
export class DraftBulkSize {
  constructor(changes: BulkChanges, database: Database) {
    changes.measureBy(async (workspaceId) => {
      const [row] = await database.read<{ rows: number }>(workspaceId, {
        name: 'importing.bulk-size',
        text: `
          select coalesce(max(total), 0)::int as rows from importing_imports
          where workspace_id = $1 and status = 'draft'`,
        values: [workspaceId],
      });
      return row!.rows;
    });
  }
}
