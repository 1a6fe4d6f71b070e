import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';

class ServiceRoles extends Migration {
  override up(): void {
    this.addSql(`
      do $$ begin create role centavo_identity nologin; exception when duplicate_object or unique_violation then null; end $$;
      do $$ begin
        if not pg_has_role(session_user, 'centavo_identity', 'member') then
          execute format('grant centavo_identity to %I', session_user);
        end if;
        -- It works in workspaces too: whoever signs up gets one.
        if not pg_has_role('centavo_identity', 'centavo_app', 'member') then grant centavo_app to centavo_identity; end if;
      -- Another database of this server may be doing the same.
      exception when unique_violation or internal_error then null; end $$;`);
    // Whether the schema is current is asked by whoever serves, who can change nothing of it.
    this.addSql('grant select on centavo_migrations to centavo_app');
    // What has happened stays so: events end by their age, which is no request's doing.
    this.addSql('revoke delete on kernel_outbox from centavo_app');
  }

  override down(): void {
    this.addSql('grant delete on kernel_outbox to centavo_app');
    this.addSql('revoke select on centavo_migrations from centavo_app');
  }
}

/** The role that identity works as with what people sign in with (decision 0056). How roles log in: see `prepareRoles`. */
export const serviceRoles: NamedMigration = { name: '0120-kernel-service-roles', class: ServiceRoles };
