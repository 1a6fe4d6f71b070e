import { columnContents, sampleRows } from './column-content.js';
import { columnsByContent } from './columns-by-content.js';
import { columnsByHeading, type StatementAccount } from './columns-by-heading.js';
import type { FoundTable } from '../tables/find-table.js';
import { EMPTY_MAPPING, type Mapping } from '../records/mapping.js';

/**
 * Which column holds what: as the header says where the cells bear it out, and by the cells where it says nothing.
 * Formats are not decided here, and `externalId` and `invertSign` are never found in delimited text.
 */
export function detectColumns(table: FoundTable, account: StatementAccount): Mapping {
  const sample = sampleRows(table);
  const contents = columnContents(sample, table.width);
  const headed = table.header ? columnsByHeading(table.header.cells, contents, account) : {};
  return { ...EMPTY_MAPPING, ...columnsByContent(headed, contents, sample, account) };
}
