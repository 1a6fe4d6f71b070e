import { eventType } from '@app/kernel/pure';
import type { Import } from './imports/import.entity.js';
import type { ImportStatsView } from './imports/import.view.js';
import { statsOf } from './imports/import.view.js';

/** The account of an import, and how its rows stand. */
interface ImportFacts {
  readonly accountId: string;
  readonly stats: ImportStatsView;
}

/** What is announced of imports. Source: contract section 16. */
export const importEvents = {
  created: eventType<ImportFacts>('import.created', 'A statement file was read into a draft.'),
  updated: eventType<ImportFacts>('import.updated', 'A draft was read in another way, or a row of it was edited.'),
  committed: eventType<ImportFacts & { readonly transactionsCreated: number }>(
    'import.committed',
    'The rows of a draft that were ready became transactions.',
  ),
  undone: eventType<ImportFacts & { readonly transactionsRemoved: number }>(
    'import.undone',
    'The transactions of an import were put into the trash.',
  ),
  deleted: eventType<ImportFacts>('import.deleted', 'A draft was deleted.'),
};

export function factsOf(statementImport: Import): ImportFacts {
  return { accountId: statementImport.accountId, stats: statsOf(statementImport) };
}
