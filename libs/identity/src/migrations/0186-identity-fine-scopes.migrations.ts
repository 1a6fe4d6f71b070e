import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class FineScopes extends Migration {
  override up(): void {
    this.addSql(`
      -- Scopes as OAuth writes them, with spaces between; which there are is known to the code.
      alter table identity_grants drop constraint identity_grants_scope_check;
      -- Null where the person lets the app in until they take it back.
      alter table identity_grants alter expires_at drop not null;
      -- Until when the metadata that an app publishes under its id are good; null for one that registered itself.
      alter table identity_oauth_clients add fetched_until timestamptz(3);`);
  }

  override down(): void {
    this.addSql(`
      delete from identity_oauth_clients where fetched_until is not null;
      alter table identity_oauth_clients drop fetched_until;
      update identity_grants set expires_at = created_at + interval '365 days' where expires_at is null;
      alter table identity_grants alter expires_at set not null;
      -- What the version before cannot tell apart ends.
      update identity_grants set ended_at = coalesce(ended_at, now()), scope = 'read_only'
        where scope not in ('read_only', 'read_write');
      alter table identity_grants add constraint identity_grants_scope_check check (scope in ('read_only', 'read_write'));`);
  }
}

/** Grants with scopes in fine grain and an end that the person chooses, and apps known by the address of their metadata. */
export const fineScopes: NamedMigration = { name: '0186-identity-fine-scopes', class: FineScopes };
