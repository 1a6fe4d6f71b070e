import type { NamedMigration } from '@app/kernel';
import { imports } from './migrations/0008-importing-imports.migrations.js';
import { draftKnowledge } from './migrations/0012-importing-draft-knowledge.migrations.js';
import { judgements } from './migrations/0025-importing-judgements.migrations.js';
import { rewrittenRows } from './migrations/0032-importing-rewritten-rows.migrations.js';
import { warnings } from './migrations/0065-importing-warnings.migrations.js';
import { standardTerms } from './migrations/0066-importing-standard-terms.migrations.js';
import { narrowerRows } from './migrations/0076-importing-narrower-rows.migrations.js';
import { addedTags } from './migrations/0141-importing-added-tags.migrations.js';
import { installmentParts } from './migrations/0185-importing-installment-parts.migrations.js';
import { likeness } from './migrations/0210-importing-likeness.migrations.js';
import { partRows } from './migrations/0216-importing-part-rows.migrations.js';
import { dividedRows } from './migrations/0241-importing-divided-rows.migrations.js';

/** The migrations of importing; each stands in a file of its own name. */
export const importingMigrations: readonly NamedMigration[] = [
  imports,
  draftKnowledge,
  judgements,
  rewrittenRows,
  warnings,
  standardTerms,
  narrowerRows,
  addedTags,
  installmentParts,
  likeness,
  partRows,
  dividedRows,
];
