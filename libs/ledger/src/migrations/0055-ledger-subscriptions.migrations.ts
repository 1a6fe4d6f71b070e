import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** The workspaces whose new transactions somebody above subscribes to have a table by that name. */
class Subscriptions extends Migration {
  override up(): void {
    this.addSql(`
      alter table ledger_followed_workspaces rename to ledger_subscriptions;
      alter table ledger_subscriptions rename column follower to subscriber;
      alter table ledger_subscriptions rename constraint ledger_followed_workspaces_pkey to ledger_subscriptions_pkey;`);
  }

  override down(): void {
    this.addSql(`
      alter table ledger_subscriptions rename constraint ledger_subscriptions_pkey to ledger_followed_workspaces_pkey;
      alter table ledger_subscriptions rename column subscriber to follower;
      alter table ledger_subscriptions rename to ledger_followed_workspaces;`);
  }
}

export const subscriptions: NamedMigration = { name: '0055-ledger-subscriptions', class: Subscriptions };
