import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** Descriptions tell a merchant. */
class Merchants extends Migration {
  override up(): void {
    // A word is looked for between spaces, so that what is left keeps exactly those between its own words.
    this.addSql(`
      -- The merchant that a folded description names: its words without those that contain a digit, * or #, which number
      -- the branch or the purchase. Where nothing is left, all of them.
      create function ledger_merchant(folded text) returns text language sql immutable parallel safe as $$
        select case when folded ~ '[0-9*#]'
          then coalesce(nullif(trim(regexp_replace(' ' || folded, ' [^ ]*[0-9*#][^ ]*', '', 'g')), ''), folded)
          else folded end
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function ledger_merchant;`);
  }
}

export const merchants: NamedMigration = { name: '0091-ledger-merchants', class: Merchants };
