import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class SecondFactors extends Migration {
  override up(): void {
    this.addSql(`
      create table identity_second_factors (
        user_id uuid primary key references identity_users,
        sealed_secret bytea not null,
        confirmed_at timestamptz(3),
        -- The latest step of thirty seconds whose code was taken: a code is good once.
        last_step bigint not null
      );
      create table identity_recovery_codes (
        user_id uuid not null references identity_users,
        code_hash bytea not null,
        primary key (user_id, code_hash)
      );
      grant select, insert, update, delete on identity_second_factors, identity_recovery_codes to centavo_app, centavo_operator;`);
  }

  override down(): void {
    this.addSql(`drop table identity_recovery_codes, identity_second_factors;`);
  }
}

/** Codes of authenticator apps as a second factor, with recovery codes. */
export const secondFactors: NamedMigration = { name: '0080-identity-second-factors', class: SecondFactors };
