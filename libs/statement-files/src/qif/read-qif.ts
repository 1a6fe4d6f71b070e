import { decodeText } from '../text/decode-text.js';
import { theOneAccount } from '../records/one-account.js';
import { LIMITS } from '../limits/limits.js';
import { type SourceHints, type SourceRecord, type SourceTable } from '../records/source-table.js';
import { refuseTooMany } from '../limits/table-size.js';
import type { StatementWarning } from '../records/statement-warning.js';
import { cutOff, StatementUnreadable } from '../limits/unreadable.js';
import type { SkippedLine, SourcePart } from '../records/source-table.js';

const FIELDS = ['D', 'T', 'P', 'M', 'L', 'N', 'S'] as const;
const MAPPING = { date: 0, amount: 1, description: 2, notes: 3, category: 4, reference: 5 };
const MOVEMENTS = /^(bank|ccard|cash|oth a|oth l)$/;
/**
 * Maximum number of splits to read from a transaction. It is more than a transaction can have or its notes can list.
 */
const MAX_SPLITS = 200;

interface AccountStatement {
  readonly account: string;
  readonly records: SourceRecord[];
}

/**
 * Parses the Quicken Interchange Format of 1997. A category in brackets is another account; the notes mention it.
 * @throws StatementUnreadable unless exactly one bank, card or cash account has transactions
 */
export function readQif(bytes: Uint8Array, hints: SourceHints): SourceTable {
  const { text, ...read } = decodeText(bytes, hints.encoding);
  const scan = new QifScan();
  for (const { line, content } of linesOf(text)) scan.see(line, content);
  const statements = scan.end(/[\r\n]\s*$/.test(text.slice(-100)));
  if (statements.length === 0) throw new StatementUnreadable('the QIF file contains no bank, card or cash account');
  const { records } = theOneAccount(statements);
  return {
    format: 'qif',
    ...read,
    delimiter: null,
    records,
    layout: {
      headings: FIELDS,
      mapping: MAPPING,
      plainAmounts: false,
      skipped: scan.skipped,
      warnings: scan.isEndMissing ? [END_MISSING] : [],
      openingBalance: null,
      closingBalance: null,
    },
  };
}

function* linesOf(source: string): Generator<{ line: number; content: string }> {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  for (let at = 0, line = 1; at < text.length; line += 1) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    if (end - at > LIMITS.lineLength) throw new StatementUnreadable('a line is longer than 1 MB', `line ${line}`);
    yield { line, content: text.slice(at, end).trimEnd() };
    at = end + 1;
  }
}

class QifMovement {
  readonly fields = new Map<string, string>();
  readonly splits: Record<'S' | 'E' | '$', string>[] = [];

  constructor(readonly line: number) {}

  see(mark: string, value: string): void {
    if (mark === 'S' || mark === 'E' || mark === '$') this.seeSplit(mark, value);
    else if (!this.fields.has(mark)) this.fields.set(mark, value);
  }

  private seeSplit(mark: 'S' | 'E' | '$', value: string): void {
    if (mark === 'S' && this.splits.length <= MAX_SPLITS) this.splits.push({ S: value, E: '', $: '' });
    const split = this.splits.at(-1);
    if (split !== undefined && mark !== 'S') split[mark] ||= value;
  }
}

const END_MISSING: StatementWarning = {
  code: 'LINES_SKIPPED',
  detail: 'The last transaction does not end with "^". If the file was cut off there, transactions are missing.',
};

class QifScan {
  readonly skipped: SkippedLine[] = [];
  private readonly statements = new Map<string, AccountStatement>();
  private account = '';
  private mode: 'headless' | 'movements' | 'account' | 'other' = 'headless';
  private movement: QifMovement | null = null;
  private marksBefore = '';
  isEndMissing = false;

  see(line: number, content: string): void {
    if (content === '') return;
    const [mark, value] = [content[0]!.toUpperCase(), content.slice(1).trim()];
    if (this.mode === 'headless' && mark !== '!') this.begin('type:bank');
    if (mark === '!') this.begin(value.toLowerCase());
    else if (this.mode === 'account' && mark === 'N') this.account = value;
    else if (this.mode !== 'movements') return;
    else if (mark === '^') this.endMovement();
    else (this.movement ??= new QifMovement(line)).see(mark, value);
  }

  /**
   * Ends the scan and returns the statements. Accepts a last transaction without `^` if it has the same fields as the
   * previous one. If it is the only transaction, it must have a date, an amount and a payee.
   * @throws StatementUnreadable if the file may be truncated within a transaction
   */
  end(isLastLineWhole: boolean): AccountStatement[] {
    const marks = [...(this.movement?.fields.keys() ?? [])].join('');
    const isWhole = this.marksBefore === '' ? /D.*[TU].*P/.test(marks) : marks === this.marksBefore;
    this.isEndMissing = isLastLineWhole && isWhole;
    if (this.isEndMissing) this.endMovement();
    if (this.movement) throw cutOff('its last transaction has no end', this.movement.line);
    return [...this.statements.values()];
  }

  private begin(header: string): void {
    this.endMovement();
    const type = /^type\s*:\s*(.*)$/.exec(header)?.[1];
    this.mode = header.startsWith('account') ? 'account' : type && MOVEMENTS.test(type) ? 'movements' : 'other';
    if (this.mode === 'movements' && !this.statements.has(this.account)) {
      this.statements.set(this.account, { account: this.account, records: [] });
    }
  }

  private endMovement(): void {
    const { movement } = this;
    this.movement = null;
    if (!movement || movement.fields.size === 0) return;
    const { records } = this.statements.get(this.account)!;
    const { line, fields } = movement;
    this.marksBefore = [...fields.keys()].join('');
    if (isOpening(fields)) this.skipped.push({ line, reason: 'opening-balance' });
    else records.push({ line, ...cellsOf(movement) });
    refuseTooMany('transactions', records.length + this.skipped.length, `line ${line}`);
  }
}

/** True for an opening balance, which Quicken writes as a transfer from the account to itself. */
function isOpening(fields: ReadonlyMap<string, string>): boolean {
  return /^(opening balance|saldo inicial)$/i.test(fields.get('P') ?? '') && /^\[.*\]$/.test(fields.get('L') ?? '');
}

function cellsOf({ fields, splits }: QifMovement): Omit<SourceRecord, 'line'> {
  const of = (mark: string) => fields.get(mark) ?? '';
  const [amount, category] = [of('T') || of('U'), of('L')];
  const transfer = /^\[(.*)\]/.exec(category)?.[1];
  const parts = splits.map(partOf);
  const notes = [of('P') === '' ? '' : of('M'), transfer && parts.length === 0 ? `Traspaso: ${transfer}` : ''];
  const rest = [of('N'), parts.map(({ text }) => text).join('\n')];
  return {
    cells: [
      qifDate(of('D')),
      amount,
      of('P') || of('M') || wordsOf(of('N'), category, amount),
      notes.filter((note) => note !== '').join('\n'),
      transfer === undefined && parts.length === 0 ? categoryName(category) : '',
      ...rest,
    ],
    raw: [of('D'), amount, of('P'), of('M'), category, ...rest],
    ...(parts.length > 0 && { parts }),
  };
}

function partOf({ S: category, E: memo, $: amount }: Record<'S' | 'E' | '$', string>): SourcePart {
  const transfer = /^\[(.*)\]/.exec(category)?.[1];
  return {
    amount,
    category: transfer === undefined ? categoryName(category) : '',
    notes: [memo, transfer ? `Traspaso: ${transfer}` : ''].filter((note) => note !== '').join('\n'),
    text: [category, memo, amount].filter((text) => text !== '').join(' '),
    ...(transfer !== undefined && { transfer }),
  };
}

function wordsOf(number: string, category: string, amount: string): string {
  if (/^\d+$/.test(number)) return `Cheque ${number}`;
  return categoryName(category.replace(/^\[(.*)\]/, '$1')) || number || (amount.startsWith('-') ? 'Cargo' : 'Abono');
}

/**
 * Returns the last name in a category path: Restaurantes for `Comida:Restaurantes/Viaje`. The part after the slash is a
 * class and does not count.
 */
function categoryName(category: string): string {
  if (category.startsWith('--')) return '';
  return category.replace(/\/.*$/, '').split(':').at(-1)!.trim();
}

/** Normalizes Quicken's dates since 2000, such as `10/ 2'26` and `1/5' 0`. */
function qifDate(text: string): string {
  const year = (_: string, digits: string) => `/${digits.length < 4 ? digits.padStart(2, '0') : digits}`;
  return text.replace(/\s+/g, '').replace(/['’](\d{1,4})$/, year);
}
