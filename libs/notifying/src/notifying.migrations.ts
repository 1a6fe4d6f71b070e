import type { NamedMigration } from '@app/kernel';
import { webhooks } from './migrations/0111-notifying-webhooks.migrations.js';
import { webhooksPosition } from './migrations/0112-notifying-webhooks-position.migrations.js';
import { deliveriesToldApart } from './migrations/0150-notifying-deliveries-told-apart.migrations.js';
import { pastSubscriptions } from './migrations/0151-notifying-past-subscriptions.migrations.js';
import { moves } from './migrations/0196-notifying-moves.migrations.js';
import { consumers } from './migrations/0102-notifying-consumers.migrations.js';
import { checks } from './migrations/0103-notifying-checks.migrations.js';
import { uniqueWebhookIds } from './migrations/0203-notifying-unique-webhook-ids.migrations.js';

/** The migrations of notifying; each stands in a file of its own name. */
export const notifyingMigrations: readonly NamedMigration[] = [
  consumers,
  checks,
  webhooks,
  webhooksPosition,
  deliveriesToldApart,
  pastSubscriptions,
  moves,
  uniqueWebhookIds,
];
