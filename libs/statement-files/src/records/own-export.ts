import { formatAmount, isAmount, parseAmount, textOfCell } from '@app/kernel/pure';
import { StatementUnreadable } from '../limits/unreadable.js';
import { shortened } from '../text/cell-text.js';
import { foldText, isBlank } from '../text/fold-text.js';
import type { SkippedLine, SourceRecord, SourceTable } from './source-table.js';
import type { StatementWarning } from './statement-warning.js';

/** Headings of Centavo's CSV export of transactions. Later versions may append columns. */
const HEADINGS = [
  ...['Fecha', 'Tipo', 'Estado', 'Descripción', 'Cuenta', 'Moneda', 'Importe', 'Categoría', 'Contacto', 'Notas'],
  ...['Referencia', 'Transacción'],
];
const [STATE, ACCOUNT, AMOUNT, CATEGORY, NOTES, ID] = [2, 4, 6, 7, 9, 11] as const;
const MAPPING = {
  date: 0,
  description: 3,
  currency: 5,
  amount: AMOUNT,
  category: CATEGORY,
  notes: NOTES,
  externalId: 10,
};

/**
 * Selects the rows of one account from Centavo's CSV export. Returns other files unchanged.
 * @throws StatementUnreadable if the account has no transaction outside the trash
 */
export function withOwnExport(source: SourceTable, account = ''): SourceTable {
  const start = source.layout ? -1 : source.records.findIndex(({ cells }) => !cells.every(isBlank));
  const header = source.records[start];
  if (!header || !HEADINGS.every((heading, at) => header.cells[at] === heading)) return source;
  const skipped: SkippedLine[] = [];
  const others = new Set<string>();
  const entries = new Map<string, SourceRecord[]>();
  for (const { line, cells: raw } of source.records.slice(start + 1)) {
    const cells = header.cells.map((_, at) => textOfCell(raw[at] ?? ''));
    const [id, named] = [cells[ID]!, cells[ACCOUNT]!];
    if (cells.every(isBlank)) skipped.push({ line, reason: 'blank' });
    else if (cells[STATE] === 'En la papelera') skipped.push({ line, reason: 'trashed' });
    else if (foldText(named) === foldText(account)) {
      const key = id === '' ? `line ${line}` : id;
      entries.set(key, [...(entries.get(key) ?? []), { line, cells, raw }]);
    } else {
      others.add(named);
      skipped.push({ line, reason: 'other-account' });
    }
  }
  if (entries.size === 0) {
    throw new StatementUnreadable(
      `the export has no transactions of the account "${shortened(account)}" outside the trash`,
    );
  }
  return {
    ...source,
    records: [...entries.values()].flatMap(wholeMovement),
    layout: {
      ...{ header, headings: header.cells, mapping: MAPPING, plainAmounts: true, skipped },
      ...{ openingBalance: null, closingBalance: null },
      warnings: others.size > 0 ? [otherAccounts([...others])] : [],
    },
  };
}

/**
 * Joins the lines of a split transaction, unless an amount is malformed. The transaction gets notes only if all lines
 * have the same ones.
 */
function wholeMovement(lines: readonly SourceRecord[]): readonly SourceRecord[] {
  if (lines.length === 1 || !lines.every(({ cells }) => isAmount(cells[AMOUNT]))) return lines;
  const total = lines.reduce((sum, { cells }) => sum + parseAmount(cells[AMOUNT]!), 0n);
  const isShared = new Set(lines.map(({ cells }) => cells[NOTES])).size === 1;
  const whole = lines[0]!.cells.with(AMOUNT, formatAmount(total)).with(CATEGORY, '');
  const parts = lines.map(({ cells }) => ({
    ...{ amount: cells[AMOUNT]!, category: cells[CATEGORY]!, notes: isShared ? '' : cells[NOTES]! },
    text: [cells[CATEGORY]!, cells[NOTES]!, cells[AMOUNT]!].filter((text) => text !== '').join(' '),
  }));
  return [{ ...lines[0]!, cells: isShared ? whole : whole.with(NOTES, ''), parts }];
}

function otherAccounts(names: readonly string[]): StatementWarning {
  const listed = names.slice(0, 5).map((name) => (name === '' ? 'no account' : `"${shortened(name)}"`));
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const detail = `Lines of other accounts were skipped: ${listed.join(', ')}${more}. To import them, import the file into those accounts as well.`;
  return { code: 'OTHER_ACCOUNT', detail };
}
