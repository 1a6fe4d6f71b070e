import type { NamedMigration } from '@app/kernel';
import { keysAndUsers } from './migrations/0002-identity-keys-and-users.migrations.js';
import { sessionsGrantsAndLimits } from './migrations/0021-identity-sessions-grants-and-limits.migrations.js';
import { oauthServer } from './migrations/0022-developers-oauth-server.migrations.js';
import { presentedKeys } from './migrations/0035-identity-presented-keys.migrations.js';
import { renameOAuthTables } from './migrations/0045-identity-rename-oauth-tables.migrations.js';
import { provenAddresses } from './migrations/0078-identity-proven-addresses.migrations.js';
import { secondFactors } from './migrations/0080-identity-second-factors.migrations.js';
import { secretsApart } from './migrations/0121-identity-secrets-apart.migrations.js';
import { devicesOfPeople } from './migrations/0079-identity-devices.migrations.js';
import { fineScopes } from './migrations/0186-identity-fine-scopes.migrations.js';
import { requestLogOfKeys } from './migrations/0187-identity-request-log.migrations.js';
import { actorNames } from './migrations/0101-identity-actor-names.migrations.js';
import { uniqueKeyIds } from './migrations/0202-identity-unique-key-ids.migrations.js';

/** The migrations of identity; each stands in a file of its own name. */
export const identityMigrations: readonly NamedMigration[] = [
  keysAndUsers,
  sessionsGrantsAndLimits,
  oauthServer,
  presentedKeys,
  renameOAuthTables,
  provenAddresses,
  devicesOfPeople,
  secondFactors,
  actorNames,
  secretsApart,
  fineScopes,
  requestLogOfKeys,
  uniqueKeyIds,
];
