import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { counted } from './0130-ledger-tagged-parts.migrations.js';

/**
 * The parts of a split transaction are found by its id, each time: of a workspace that its statistics have never seen, the planner
 * expects one part, and would go through all of them for each transaction.
 */
class PartsOfEach extends Migration {
  override up(): void {
    this.addSql(
      `create or replace function ledger_counted_parts() ${counted(TRANSACTIONS, TRANSACTIONS, PARTS_OF_ONE)}`,
    );
  }

  override down(): void {
    this.addSql(
      `create or replace function ledger_counted_parts() ${counted(TRANSACTIONS, TRANSACTIONS, 'ledger_splits')}`,
    );
  }
}

const TRANSACTIONS = 'ledger_transactions';

const PARTS_OF_ONE = `lateral (
          select * from ledger_splits o where o.workspace_id = t.workspace_id and o.transaction_id = t.id offset 0)`;

export const partsOfEach: NamedMigration = { name: '0197-ledger-parts-of-each', class: PartsOfEach };
