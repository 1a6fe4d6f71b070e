import { declaredEncoding } from '../text/declared-encoding.js';
import { decodeText } from '../text/decode-text.js';
import { GrowingText } from '../limits/growing-text.js';
import { hasMinorUnit } from '../cells/currency-name.js';
import { ofxAmounts } from './ofx-amounts.js';
import { cellsOf, FIELDS, MAPPING, ofxDay, USED, type Fields } from './ofx-movement.js';
import { gapFor, isMarkup, isOwnLine, withoutTags } from './ofx-tags.js';
import { MarkupScanner } from '../markup/markup-scanner.js';
import { theOneAccount } from '../records/one-account.js';
import { type SourceHints, type SourceRecord, type SourceTable } from '../records/source-table.js';
import { listed } from '../records/skipped-lines.js';
import type { SkippedLine } from '../records/source-table.js';
import { refuseTooMany } from '../limits/table-size.js';
import { cutOff, StatementUnreadable } from '../limits/unreadable.js';
import type { StatementWarning } from '../records/statement-warning.js';
import { statementBalance } from '../balances/statement-balance.js';
import { soundText } from '../cells/workbook-cells.js';

/** Statement of one account. The bank or broker, the number and the type identify the account. */
interface AccountStatement {
  readonly names: Map<string, string>;
  readonly isInvestment: boolean;
  currency: string;
  balance: Fields;
  readonly records: SourceRecord[];
  /** Skipped entries: pending transactions and trades. */
  readonly others: SkippedLine[];
  readonly corrections: Corrections;
}

const ACCOUNT_NAMES = new Set(['BANKID', 'BROKERID', 'ACCTID', 'ACCTTYPE']);

/**
 * Parses OFX 1 (SGML), OFX 2 (XML) and QFX. Source: OFX 1.6 and 2.2, section 11. If no bank or card account has
 * transactions, returns the cash transactions of an investment account. Skips trades and pending transactions.
 * @throws StatementUnreadable if the file has no transactions, or has transactions of several accounts
 */
export function readOfx(bytes: Uint8Array, hints: SourceHints): SourceTable {
  const { text, ...read } = decodeText(bytes, hints.encoding, declaredEncoding(bytes));
  const statements = new OfxScan(new MarkupScanner(text, 'ofx')).read();
  if (!/<(?:OFX|BANKTRANLIST|STMTTRN)\b/i.test(text) || statements.length === 0) {
    throw new StatementUnreadable('the OFX file contains no statement of a bank or card account');
  }
  const accounts = statements.map((statement) => ({ ...statement, account: accountOf(statement) }));
  const ofBank = accounts.filter(({ isInvestment, records }) => !isInvestment && records.length > 0);
  const { account, records: listedRecords, balance, currency } = theOneAccount(ofBank.length > 0 ? ofBank : accounts);
  const { records, left, warnings } = corrected(
    listedRecords,
    new Map(accounts.flatMap(({ corrections }) => [...corrections])),
  );
  const amounts = ofxAmounts(
    records.map(({ cells }) => cells[MAPPING.amount]!),
    balance.get('BALAMT') ?? '',
    hints.mapping?.decimalSeparator ?? null,
    hasMinorUnit(currency),
  );
  const passedOver = accounts.flatMap((statement) => {
    const isRead = statement.account === account && (ofBank.length === 0 || !statement.isInvestment);
    return isRead
      ? statement.others
      : [...statement.records.map(({ line }) => ({ line, reason: 'investment' })), ...statement.others];
  });
  return {
    format: 'ofx',
    ...read,
    delimiter: null,
    records: records.map(({ cells, ...record }) => ({
      ...record,
      cells: cells.with(MAPPING.amount, amounts.of(cells[MAPPING.amount]!)),
    })),
    typedDates: true,
    layout: {
      headings: FIELDS,
      mapping: MAPPING,
      plainAmounts: true,
      skipped: listed([...passedOver, ...left].sort((a, b) => a.line - b.line)),
      warnings: amounts.isScaleUnlikely ? [...warnings, UNLIKELY_SCALE] : warnings,
      openingBalance: null,
      closingBalance: statementBalance(amounts.of(balance.get('BALAMT') ?? ''), ofxDay(balance.get('DTASOF') ?? '')),
    },
  };
}

const UNLIKELY_SCALE: StatementWarning = {
  code: 'SCALE_UNLIKELY',
  detail:
    'Amounts have one separator followed by three digits, which may be decimals or thousands. ' +
    'Points were read as decimal points; commas are errors. Set mapping.decimalSeparator.',
};

/** Corrections, by the line of the transaction that makes the correction. */
type Corrections = Map<number, { readonly corrected: string; readonly isDeletion: boolean }>;

/**
 * Applies corrections to transactions in the file. Warns about corrections to transactions in other files. Source: OFX
 * 2.2, section 11.4.4.1.
 */
function corrected(records: readonly SourceRecord[], corrections: Corrections) {
  if (corrections.size === 0) return { records, left: [], warnings: [] };
  const byId = new Map(records.map((record) => [record.cells[MAPPING.externalId]!, record.line]));
  const dropped = new Set<number>();
  const elsewhere: number[] = [];
  for (const [line, { corrected: id, isDeletion }] of corrections) {
    const correctedLine = byId.get(id);
    if (correctedLine === undefined) elsewhere.push(line);
    else dropped.add(correctedLine);
    if (isDeletion) dropped.add(line);
  }
  const detail = `Transactions correct others that are not in this file (line ${elsewhere.slice(0, 5).join(', ')}). If you imported the others before, move them to the trash.`;
  return {
    records: records.filter(({ line }) => !dropped.has(line)),
    left: [...dropped].map((line) => ({ line, reason: 'corrected' })),
    warnings: elsewhere.length === 0 ? [] : [{ code: 'CORRECTION_ELSEWHERE' as const, detail }],
  };
}

function accountOf({ names }: AccountStatement): string {
  return [...ACCOUNT_NAMES].map((name) => names.get(name) ?? '').join(' ');
}

/** Nested elements whose field names also occur in the transaction itself. */
const INNER = new Set(['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO', 'IMAGEDATA']);

/** Closing tags. A complete file has at least one of them. */
const ENDS = new Set(['BANKTRANLIST', 'INVTRANLIST', 'STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'OFX']);

const TEXTS = new Set(['NAME', 'MEMO']);

const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS']);

/** Securities transactions of an investment account. Source: OFX 2.2, section 13.9.2.4. */
const TRADE = /^(BUY|SELL)(DEBT|MF|OPT|OTHER|STOCK)$|^(INCOME|REINVEST|INVEXPENSE|MARGININTEREST|RETOFCAP|CLOSUREOPT)$/;

class OfxScan {
  private readonly statements: AccountStatement[] = [];
  private statement: AccountStatement | null = null;
  private movement: { readonly line: number; readonly fields: Fields } | null = null;
  private balance: Fields | null = null;
  private inner = '';
  private isEnded = false;
  private field = '';
  private fieldLine = 1;
  private readonly value = new GrowingText();
  /** True if no line has ended since the last tag or text. */
  private isInline = true;

  constructor(private readonly scanner: MarkupScanner) {}

  read(): AccountStatement[] {
    const { scanner } = this;
    for (let token = scanner.next(); token !== null; token = scanner.next()) {
      if (token === 'text') {
        if (this.field !== '') this.value.add(scanner.text, this.fieldLine);
        this.isInline = !isOwnLine(scanner.text);
        continue;
      }
      if (TEXTS.has(this.field) && this.movement && isMarkup(scanner.name, this.isInline)) {
        this.value.add(gapFor(scanner.name, scanner.markup), this.fieldLine);
        continue;
      }
      this.isInline = true;
      this.endField();
      if (token === 'open') this.open(scanner.name);
      else this.close(scanner.name);
    }
    const isInMovement = this.movement !== null;
    this.endField();
    this.endMovement();
    if (isInMovement || !this.isEnded) throw cutOff('the list of transactions has no end', scanner.line);
    return this.statements;
  }

  private open(name: string): void {
    if (STATEMENTS.has(name)) this.begin(name === 'INVSTMTRS');
    if (TRADE.test(name) || name === 'STMTTRNP') this.addOther(name === 'STMTTRNP' ? 'pending' : 'investment');
    if (name === 'LEDGERBAL') this.balance = new Map();
    if (name === 'STMTTRN') {
      this.endMovement();
      this.movement = { line: this.scanner.line, fields: new Map() };
    } else if (this.movement && INNER.has(name)) this.inner = name;
    this.field = name;
    this.fieldLine = this.scanner.line;
  }

  private close(name: string): void {
    if (name === this.inner) this.inner = '';
    if (ENDS.has(name)) this.isEnded = true;
    if (name === 'STMTTRN' || name === 'BANKTRANLIST' || name === 'INVTRANLIST') this.endMovement();
    if (name === 'LEDGERBAL') this.endBalance();
  }

  private begin(isInvestment = false): AccountStatement {
    this.endMovement();
    const names = new Map<string, string>();
    this.statement = {
      names,
      isInvestment,
      currency: '',
      balance: new Map(),
      records: [],
      others: [],
      corrections: new Map(),
    };
    this.statements.push(this.statement);
    return this.statement;
  }

  private addOther(reason: string): void {
    this.endMovement();
    const { records, others } = this.statement ?? this.begin();
    others.push({ line: this.scanner.line, reason });
    refuseTooMany('transactions', records.length + others.length, `line ${this.scanner.line}`);
  }

  /**
   * Stores the field that ends at the next tag. If a transaction has several fields with the same name, the first one
   * wins.
   */
  private endField(): void {
    const name = this.field;
    const text = soundText(this.value.take()).trim();
    const value = TEXTS.has(name) ? withoutTags(text) : text;
    this.field = '';
    if (name === '' || value === '') return;
    const key = this.inner === '' ? name : `${this.inner}.${name}`;
    if (this.movement) {
      if (USED.has(key) && !this.movement.fields.has(key)) this.movement.fields.set(key, value);
    } else if (this.balance) {
      if (name === 'BALAMT' || name === 'DTASOF') this.balance.set(name, value);
    } else if (name === 'CURDEF' && this.statement) this.statement.currency = value;
    else if (ACCOUNT_NAMES.has(name) && this.statement && !this.statement.names.has(name)) {
      this.statement.names.set(name, value);
    }
  }

  private endMovement(): void {
    const { movement } = this;
    this.movement = null;
    this.inner = '';
    if (!movement) return;
    const { records, currency, corrections } = this.statement ?? this.begin();
    const { line, fields } = movement;
    const corrected = fields.get('CORRECTFITID');
    // Some banks write the ID of the transaction itself here, which is not a correction.
    if (corrected !== undefined && corrected !== fields.get('FITID')) {
      corrections.set(line, { corrected, isDeletion: fields.get('CORRECTACTION')?.toUpperCase() === 'DELETE' });
    }
    records.push({ line, ...cellsOf(movement.fields, currency) });
    refuseTooMany('transactions', records.length, `line ${line}`);
  }

  private endBalance(): void {
    if (this.statement && this.balance) this.statement.balance = this.balance;
    this.balance = null;
  }
}
