import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Proof extends Migration {
  override up(): void {
    this.addSql(`
      alter table importing_imports
        add column proof_facts json,
        add column proof json,
        add column card_statement json,
        add column recorded_statement json;
      alter table importing_rows add column page integer;`);
  }

  override down(): void {
    this.addSql(`
      alter table importing_rows drop column page;
      alter table importing_imports
        drop column proof_facts, drop column proof, drop column card_statement, drop column recorded_statement;`);
  }
}

/** Adds the proof and the card figures of PDF statements, and the pages of their rows (decision 0118). */
export const proof: NamedMigration = { name: '0021-importing-proof', class: Proof };
