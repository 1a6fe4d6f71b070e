import type { NamedMigration } from './database/named-migration.migrations.js';
import { foundations } from './migrations/0001-kernel-foundations.migrations.js';
import { jobs } from './migrations/0010-kernel-jobs.migrations.js';
import { idempotency } from './migrations/0023-kernel-idempotency.migrations.js';
import { audit } from './migrations/0027-kernel-audit.migrations.js';
import { encryptionKeyInDatabase } from './migrations/0110-kernel-encryption-key.migrations.js';
import { plainCasesFirst } from './migrations/0075-kernel-plain-cases-first.migrations.js';
import { outbox } from './migrations/0100-kernel-outbox.migrations.js';
import { shardsOfWorkspaces } from './migrations/0190-kernel-shards.migrations.js';
import { movesOfWorkspaces } from './migrations/0195-kernel-moves.migrations.js';
import { clearingHoldsState } from './migrations/0198-kernel-clearing.migrations.js';
import { workspacesWithoutStatistics } from './migrations/0199-kernel-workspaces-without-statistics.migrations.js';
import { foldCaseVariants } from './migrations/0214-kernel-fold-case-variants.migrations.js';
import { noMoves } from './migrations/0230-kernel-no-moves.migrations.js';
import { noShards } from './migrations/0231-kernel-no-shards.migrations.js';
import { serviceRoles } from './migrations/0120-kernel-service-roles.migrations.js';

/** The migrations of the kernel; each stands in a file of its own name. */
export const kernelMigrations: readonly NamedMigration[] = [
  foundations,
  jobs,
  idempotency,
  audit,
  plainCasesFirst,
  outbox,
  encryptionKeyInDatabase,
  serviceRoles,
  shardsOfWorkspaces,
  movesOfWorkspaces,
  clearingHoldsState,
  workspacesWithoutStatistics,
  foldCaseVariants,
  noMoves,
  noShards,
];
