import { Injectable } from '@nestjs/common';
import { BulkChanges, Database } from '@app/kernel';

/** Counts the transactions of a workspace, including trashed ones, to tell large bulk changes from small ones. */
@Injectable()
export class LedgerBulkSize {
  constructor(changes: BulkChanges, database: Database) {
    changes.measureBy(async (workspaceId, limit) => {
      const [row] = await database.read<{ count: number }>(workspaceId, {
        name: 'ledger.bulk-size',
        text: `
          select count(*)::int as count from (
            select from ledger_transactions where workspace_id = $1 limit $2::int + 1) counted`,
        values: [workspaceId, limit],
      });
      return row!.count;
    });
  }
}
