import { BUDGETING_TABLES } from '@app/budgeting';
import { CARDS_TABLES } from '@app/cards';
import { CATEGORISING_TABLES } from '@app/categorising';
import { CONTACTS_TABLES } from '@app/contacts';
import { FX_TABLES } from '@app/fx';
import { IMPORTING_TABLES } from '@app/importing';
import type { ExportedTable } from '@app/kernel';
import { LEDGER_TABLES } from '@app/ledger';
import { PLANNING_TABLES } from '@app/planning';

/** All that a workspace holds besides its own row, in the order in which it can be entered: what is referred to, first. */
export const SECTIONS: readonly ExportedTable[] = [
  ...FX_TABLES,
  ...CONTACTS_TABLES,
  ...LEDGER_TABLES,
  ...BUDGETING_TABLES,
  ...CATEGORISING_TABLES,
  ...IMPORTING_TABLES,
  ...PLANNING_TABLES,
  ...CARDS_TABLES,
];

/** The section of a name that is known to be there. */
export function sectionNamed(name: string): ExportedTable {
  const found = SECTIONS.find(({ section }) => section === name);
  if (found === undefined) throw new Error(`there is no section ${name}`);
  return found;
}
