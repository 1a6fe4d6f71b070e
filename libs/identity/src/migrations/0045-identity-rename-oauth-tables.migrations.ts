import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** The OAuth server belongs to identity, and so do its tables. The job that purges them is renamed with them. */
class RenameOAuthTables extends Migration {
  override up(): void {
    this.addSql(`
      alter table developers_oauth_clients rename to identity_oauth_clients;
      alter index developers_oauth_clients_pkey rename to identity_oauth_clients_pkey;
      alter table developers_oauth_records rename to identity_oauth_records;
      alter index developers_oauth_records_pkey rename to identity_oauth_records_pkey;
      alter index developers_oauth_records_grant rename to identity_oauth_records_grant;
      alter index developers_oauth_records_end rename to identity_oauth_records_end;
      delete from centavo_jobs.schedule where name = 'developers.purge';`);
  }

  override down(): void {
    this.addSql(`
      alter table identity_oauth_clients rename to developers_oauth_clients;
      alter index identity_oauth_clients_pkey rename to developers_oauth_clients_pkey;
      alter table identity_oauth_records rename to developers_oauth_records;
      alter index identity_oauth_records_pkey rename to developers_oauth_records_pkey;
      alter index identity_oauth_records_grant rename to developers_oauth_records_grant;
      alter index identity_oauth_records_end rename to developers_oauth_records_end;
      delete from centavo_jobs.schedule where name = 'identity.purge-expired';`);
  }
}

export const renameOAuthTables: NamedMigration = {
  name: '0045-identity-rename-oauth-tables',
  class: RenameOAuthTables,
};
