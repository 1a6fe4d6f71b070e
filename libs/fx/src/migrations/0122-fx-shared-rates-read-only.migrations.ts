import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class SharedRatesReadOnly extends Migration {
  override up(): void {
    this.addSql('revoke insert, update, delete on fx_feed_rates from centavo_app');
  }

  override down(): void {
    this.addSql('grant insert, update, delete on fx_feed_rates to centavo_app');
  }
}

/** Rates that all workspaces share are read by requests, and written by jobs and administrators alone (decision 0056). */
export const sharedRatesReadOnly: NamedMigration = {
  name: '0122-fx-shared-rates-read-only',
  class: SharedRatesReadOnly,
};
