import { CamtEntry } from './camt-entry.js';
import { declaredEncoding } from '../text/declared-encoding.js';
import { decodeText } from '../text/decode-text.js';
import { GrowingText } from '../limits/growing-text.js';
import { MarkupScanner } from '../markup/markup-scanner.js';
import type { SkippedLine } from '../records/source-table.js';
import { theOneAccount } from '../records/one-account.js';
import {
  type SourceHints,
  type SourceRecord,
  type SourceTable,
  type StatementBalance,
} from '../records/source-table.js';
import { refuseTooMany } from '../limits/table-size.js';
import { cutOff, StatementUnreadable } from '../limits/unreadable.js';
import { statementBalance } from '../balances/statement-balance.js';
import { dayOfStamp } from '../cells/zoned-time.js';
import { soundText } from '../cells/workbook-cells.js';

const FIELDS = ['BookgDt', 'Amt', 'CdtDbtInd', 'Ccy', 'RmtInf', 'NtryDtls', 'AcctSvcrRef'] as const;
const MAPPING = { date: 0, amount: 1, currency: 3, description: 4, notes: 5, reference: 6 };
const DEEPEST = 100;

interface AccountStatement {
  account: string;
  openingBalance: StatementBalance | null;
  closingBalance: StatementBalance | null;
  readonly records: SourceRecord[];
  readonly skipped: SkippedLine[];
}

/**
 * Parses CAMT.053 of any version (ISO 20022 camt.053.001.02 to .13). Lists the transactions of a batch in the notes.
 * @throws StatementUnreadable if the file is damaged or another document, or unless exactly one account has
 * transactions
 */
export function readCamt053(bytes: Uint8Array, hints: SourceHints): SourceTable {
  const { text, ...read } = decodeText(bytes, hints.encoding, declaredEncoding(bytes));
  const scan = new CamtScan(new MarkupScanner(text, 'xml'));
  const { first, records, closingBalance, account } = theOneAccount(scan.read());
  const ofAccount = scan.statements.filter((statement) => statement.account === account);
  return {
    format: 'camt053',
    ...read,
    delimiter: null,
    records,
    typedDates: true,
    layout: {
      headings: FIELDS,
      mapping: MAPPING,
      plainAmounts: true,
      skipped: ofAccount.flatMap(({ skipped }) => skipped),
      openingBalance: first.openingBalance,
      closingBalance,
    },
  };
}

class CamtScan {
  readonly statements: AccountStatement[] = [];
  private readonly path: string[] = [];
  private entry: CamtEntry | null = null;
  private balance: Map<string, string> | null = null;
  private readonly value = new GrowingText();
  private root = '';
  private from = 1;

  constructor(private readonly scanner: MarkupScanner) {}

  read(): readonly AccountStatement[] {
    const { scanner } = this;
    for (let token = scanner.next(); token !== null; token = scanner.next()) {
      if (token === 'text') this.value.add(scanner.text, this.from);
      else if (token === 'open') this.open(scanner.name, scanner.isEmpty);
      else this.close(scanner.name);
    }
    if (this.path.length > 0 && this.root !== '') throw cutOff(`<${this.path.at(-1)}> is never closed`, scanner.line);
    if (this.statements.length > 0) return this.statements;
    const isOtherReport = /^BkToCstmr(AcctRpt|DbtCdtNtfctn)$/.test(this.root);
    const what = isOtherReport
      ? 'the document is a CAMT.052 or CAMT.054 report, not a CAMT.053 statement'
      : 'the XML document is not a CAMT.053 statement';
    throw new StatementUnreadable(what);
  }

  private get statement(): AccountStatement | undefined {
    return this.path.includes('Stmt') ? this.statements.at(-1) : undefined;
  }

  private open(name: string, isEmpty: boolean): void {
    this.value.take();
    this.from = this.scanner.line;
    if (this.path.length === 1) this.root ||= name;
    if (isEmpty) return;
    this.path.push(name);
    if (this.path.length > DEEPEST) throw new StatementUnreadable('the elements are nested too deeply', this.where);
    if (name === 'Stmt') this.statements.push(emptyStatement());
    if (!this.statement) return;
    if (name === 'Bal') this.balance = new Map();
    if (name === 'Ntry') this.entry = new CamtEntry(this.scanner.line);
    if (name === 'TxDtls') this.entry?.beginDetail();
    if (name === 'Amt') this.see('Ccy', this.scanner.attribute('Ccy') ?? '');
  }

  private close(name: string): void {
    const open = this.path.lastIndexOf(name);
    if (open < 0) return;
    const value = soundText(this.value.take()).trim();
    this.path.length = open + 1;
    if (value !== '') this.see(name, value);
    if (name === 'Ntry') this.endEntry();
    if (name === 'Bal') this.endBalance();
    if (name === 'TxDtls') this.entry?.endDetail();
    this.path.pop();
  }

  private get where(): string {
    return `line ${this.scanner.line}`;
  }

  private see(name: string, value: string): void {
    if (this.entry) this.entry.see(name, value, this.path);
    else if (this.balance) {
      if (OF_BALANCE.has(name) && isOfBalance(name, this.path)) this.balance.set(name, value);
    } else if (this.path.includes('Acct') && (name === 'IBAN' || (name === 'Id' && this.path.at(-2) === 'Othr'))) {
      if (this.statement) this.statement.account ||= value;
    }
  }

  private endEntry(): void {
    const { entry, statement } = this;
    this.entry = null;
    if (!entry || !statement) return;
    const { line } = entry;
    const reason = entry.reasonToSkip;
    if (reason !== null) statement.skipped.push({ line, reason });
    else statement.records.push({ line, ...entry.read() });
    refuseTooMany('entries', statement.records.length + statement.skipped.length, this.where);
  }

  /**
   * Keeps the first opening balance and the last closing balance, because statements may contain intermediate balances.
   */
  private endBalance(): void {
    const { balance, statement } = this;
    this.balance = null;
    if (!balance || !statement) return;
    const sign = balance.get('CdtDbtInd') === 'DBIT' ? '-' : '';
    const day = balance.get('Dt') ?? balance.get('DtTm') ?? '';
    const read = statementBalance(`${sign}${balance.get('Amt') ?? ''}`, dayOfStamp(day) ?? day.slice(0, 10));
    const code = balance.get('Cd');
    if (code === 'OPBD' || code === 'PRCD') statement.openingBalance ??= read;
    if (code === 'CLBD') statement.closingBalance = read;
  }
}

const OF_BALANCE = new Set(['Amt', 'CdtDbtInd', 'Dt', 'DtTm', 'Cd']);

/** True if the element belongs to the balance itself rather than to a credit line or an available amount within it. */
function isOfBalance(name: string, path: readonly string[]): boolean {
  if (name === 'Cd') return path.at(-2) === 'CdOrPrtry';
  return name === 'Dt' || name === 'DtTm' ? path.at(-3) === 'Bal' : path.at(-2) === 'Bal';
}

function emptyStatement(): AccountStatement {
  return { account: '', openingBalance: null, closingBalance: null, records: [], skipped: [] };
}
