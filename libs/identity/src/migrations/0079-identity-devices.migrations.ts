import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class DevicesOfPeople extends Migration {
  override up(): void {
    this.addSql(`
      create table identity_devices (
        user_id uuid not null references identity_users,
        token_hash bytea not null,
        name text not null,
        created_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        primary key (user_id, token_hash)
      );
      grant select, insert, update, delete on identity_devices to centavo_app, centavo_operator;

      alter table identity_sessions
        add column id uuid not null default gen_random_uuid(),
        add column device_name text not null default '',
        add column address text not null default '';`);
  }

  override down(): void {
    this.addSql(`
      alter table identity_sessions drop column id, drop column device_name, drop column address;
      drop table identity_devices;`);
  }
}

/** The browsers that a person has signed in with, and what the list of their sessions says of each. */
export const devicesOfPeople: NamedMigration = { name: '0079-identity-devices', class: DevicesOfPeople };
