import { eventType } from '@app/kernel/pure';
import type { Import } from './imports/import.entity.js';
import type { ImportStatsView } from './imports/import.view.js';
import { statsOf } from './imports/import.view.js';

interface ImportFacts {
  readonly accountId: string;
  readonly stats: ImportStatsView;
}

export const importEvents = {
  created: eventType<ImportFacts>('import.created', 'A statement file was read into a draft.'),
  updated: eventType<ImportFacts>(
    'import.updated',
    'A draft was read again with other options, or one of its rows was edited.',
  ),
  committed: eventType<ImportFacts & { readonly transactionsCreated: number }>(
    'import.committed',
    'The ready rows of a draft became transactions.',
  ),
  undone: eventType<ImportFacts & { readonly transactionsRemoved: number }>(
    'import.undone',
    'The transactions of an import were moved to the trash.',
  ),
  deleted: eventType<ImportFacts>('import.deleted', 'A draft was deleted.'),
};

export function factsOf(statementImport: Import): ImportFacts {
  return { accountId: statementImport.accountId, stats: statsOf(statementImport) };
}
