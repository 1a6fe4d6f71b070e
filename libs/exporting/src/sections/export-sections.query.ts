import { BUDGETING_TABLES } from '@app/budgeting';
import { CARDS_TABLES } from '@app/cards';
import { CATEGORISING_TABLES } from '@app/categorising';
import { CONTACTS_TABLES } from '@app/contacts';
import { FILES_TABLES } from '@app/files';
import { FX_TABLES } from '@app/fx';
import { GOALS_TABLES } from '@app/goals';
import { HOUSEHOLD_TABLES } from '@app/household';
import { IDENTITY_TABLES } from '@app/identity';
import { IMPORTING_TABLES } from '@app/importing';
import { INVOICING_TABLES } from '@app/invoicing';
import type { ExportedTable } from '@app/kernel';
import { LEDGER_TABLES } from '@app/ledger';
import { PLANNING_TABLES } from '@app/planning';

/** All sections except the workspace, in insertion order: rows come before the rows that reference them. */
export const SECTIONS: readonly ExportedTable[] = [
  ...IDENTITY_TABLES,
  ...FX_TABLES,
  ...CONTACTS_TABLES,
  ...LEDGER_TABLES,
  ...BUDGETING_TABLES,
  ...CATEGORISING_TABLES,
  ...FILES_TABLES,
  ...IMPORTING_TABLES,
  ...PLANNING_TABLES,
  ...CARDS_TABLES,
  ...GOALS_TABLES,
  ...INVOICING_TABLES,
  ...HOUSEHOLD_TABLES,
];

export function sectionNamed(name: string): ExportedTable {
  const table = SECTIONS.find(({ section }) => section === name);
  if (table === undefined) throw new Error(`there is no section ${name}`);
  return table;
}
