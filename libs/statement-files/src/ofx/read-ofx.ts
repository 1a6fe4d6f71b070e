import { declaredEncoding } from '../text/declared-encoding.js';
import { decodeText } from '../text/decode-text.js';
import { GrowingText } from '../limits/growing-text.js';
import { MarkupScanner } from '../markup/markup-scanner.js';
import { theOneAccount } from '../records/one-account.js';
import {
  type SourceHints,
  type SourceRecord,
  type SourceTable,
  type StatementBalance,
} from '../records/source-table.js';
import { listed } from '../records/skipped-lines.js';
import type { SkippedLine } from '../records/source-table.js';
import { refuseTooMany } from '../limits/table-size.js';
import { cutOff, StatementUnreadable } from '../limits/unreadable.js';
import { statementBalance } from '../balances/statement-balance.js';
import { dayOfStamp } from '../cells/zoned-time.js';
import { exactFigure, soundText } from '../cells/workbook-cells.js';

const FIELDS = ['DTPOSTED', 'TRNAMT', 'NAME', 'MEMO', 'FITID', 'TRNTYPE', 'REFNUM', 'CURRENCY'] as const;
const MAPPING = { date: 0, amount: 1, description: 2, notes: 3, externalId: 4, reference: 6, currency: 7 };

/** What is said of one account. An account is named by its bank or broker, its number and its type together. */
interface AccountStatement {
  readonly names: Map<string, string>;
  readonly isInvestment: boolean;
  currency: string;
  closingBalance: StatementBalance | null;
  readonly records: SourceRecord[];
  /** Trades, which are no bank movements, and movements that are pending. */
  readonly others: SkippedLine[];
  readonly corrections: Corrections;
}

const ACCOUNT_NAMES = new Set(['BANKID', 'BROKERID', 'ACCTID', 'ACCTTYPE']);

/**
 * Takes an OFX file apart, of version 1 (SGML, most tags never closed) or 2 (XML), and its variant QFX.
 *
 * Every STMTTRN of a bank or card account is a record. In a file without such an account those of the cash in an investment
 * account are; trades, investments beside a bank account and pending movements are listed as skipped. A time with a zone is the day in Mexico City; its id is FITID. Source: OFX 1.6 and 2.2, section 11.
 * @throws StatementUnreadable when there is no statement, none with movements, or more than one account has some
 */
export function readOfx(bytes: Uint8Array, hints: SourceHints): SourceTable {
  const { text, ...read } = decodeText(bytes, hints.encoding, declaredEncoding(bytes));
  const begin = text.search(/<OFX\b/i);
  const statements = new OfxScan(new MarkupScanner(text, 'ofx')).read();
  if (begin < 0 || statements.length === 0) {
    throw new StatementUnreadable('the OFX file holds no statement of a bank or card account');
  }
  const found = statements.map((statement) => ({ ...statement, account: accountOf(statement) }));
  const ofBank = found.filter(({ isInvestment, records }) => !isInvestment && records.length > 0);
  const { account, records: told, closingBalance } = theOneAccount(ofBank.length > 0 ? ofBank : found);
  const { records, left, warnings } = corrected(told, new Map(found.flatMap(({ corrections }) => [...corrections])));
  const passedOver = found.flatMap((statement) => {
    const isRead = statement.account === account && (ofBank.length === 0 || !statement.isInvestment);
    return isRead
      ? statement.others
      : [...statement.records.map(({ line }) => ({ line, reason: 'investment' })), ...statement.others];
  });
  return {
    format: 'ofx',
    ...read,
    delimiter: null,
    records,
    typedDates: true,
    layout: {
      headings: FIELDS,
      mapping: MAPPING,
      plainAmounts: true,
      skipped: listed([...passedOver, ...left].sort((a, b) => a.line - b.line)),
      warnings,
      openingBalance: null,
      closingBalance,
    },
  };
}

/** What a movement corrects, by the line on which it begins: the other's FITID, and whether it takes it back altogether. */
type Corrections = Map<number, { readonly corrected: string; readonly isDeletion: boolean }>;

/**
 * The movements that stand once those of the file that correct others have done so. What they correct may have come in an earlier
 * file: a replacement is then read as it stands, a deletion is left out, and the caller is told. Source: OFX 2.2, section 11.4.4.1.
 */
function corrected(records: readonly SourceRecord[], corrections: Corrections) {
  if (corrections.size === 0) return { records, left: [], warnings: [] };
  const byId = new Map(records.map((record) => [record.cells[MAPPING.externalId]!, record.line]));
  const gone = new Set<number>();
  const elsewhere: number[] = [];
  for (const [line, { corrected: id, isDeletion }] of corrections) {
    const other = byId.get(id);
    if (other === undefined) elsewhere.push(line);
    else gone.add(other);
    if (isDeletion) gone.add(line);
  }
  const detail = `Movements correct others that are not in this file, on line ${elsewhere.slice(0, 5).join(', ')}. Move those to the trash if they were imported before.`;
  return {
    records: records.filter(({ line }) => !gone.has(line)),
    left: [...gone].map((line) => ({ line, reason: 'corrected' })),
    warnings: elsewhere.length === 0 ? [] : [{ code: 'CORRECTION_ELSEWHERE' as const, detail }],
  };
}

function accountOf({ names }: AccountStatement): string {
  return [...ACCOUNT_NAMES].map((name) => names.get(name) ?? '').join(' ');
}

type Fields = Map<string, string>;

/** Aggregates inside a movement whose fields have the names of the movement's own. */
const INNER = new Set(['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'BANKACCTTO', 'CCACCTTO', 'IMAGEDATA']);

/** The fields of a movement that something is made of. */
const USED = new Set(
  'DTPOSTED TRNAMT NAME PAYEE.NAME MEMO FITID TRNTYPE REFNUM CHECKNUM CURRENCY.CURSYM CORRECTFITID CORRECTACTION'.split(
    ' ',
  ),
);

/** Any of these shows that a file is whole; no bank leaves out all of them. */
const ENDS = new Set(['BANKTRANLIST', 'INVTRANLIST', 'STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'OFX']);

const STATEMENTS = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS']);

/** What an investment account tells of its securities. Source: OFX 2.2, section 13.9.2.4. */
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

  constructor(private readonly scanner: MarkupScanner) {}

  read(): AccountStatement[] {
    const { scanner } = this;
    for (let token = scanner.next(); token !== null; token = scanner.next()) {
      if (token === 'text') {
        if (this.field !== '') this.value.add(scanner.text, this.fieldLine);
        continue;
      }
      this.endField();
      if (token === 'open') this.open(scanner.name);
      else this.close(scanner.name);
    }
    const isInMovement = this.movement !== null;
    this.endField();
    this.endMovement();
    if (isInMovement || !this.isEnded) throw cutOff('the list of movements has no end', scanner.line);
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
      closingBalance: null,
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
    refuseTooMany('movements', records.length + others.length, `line ${this.scanner.line}`);
  }

  /** A field ends at whatever tag comes next. Of two of one name the first counts. */
  private endField(): void {
    const [name, value] = [this.field, soundText(this.value.take()).trim()];
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
    // Some banks write a movement's own id here, which corrects nothing.
    if (corrected !== undefined && corrected !== fields.get('FITID')) {
      corrections.set(line, { corrected, isDeletion: fields.get('CORRECTACTION')?.toUpperCase() === 'DELETE' });
    }
    records.push({ line, ...cellsOf(movement.fields, currency) });
    refuseTooMany('movements', records.length, `line ${line}`);
  }

  private endBalance(): void {
    const [amount, date] = [this.balance?.get('BALAMT') ?? '', this.balance?.get('DTASOF') ?? ''];
    this.balance = null;
    if (this.statement) this.statement.closingBalance = statementBalance(ofxAmount(amount), ofxDay(date));
  }
}

/** What a movement without any words is called, by its type. Source: OFX 2.2, section 11.4.4.3. */
const TYPES: Readonly<Record<string, string>> = {
  CREDIT: 'Abono',
  DEBIT: 'Cargo',
  INT: 'Intereses',
  DIV: 'Dividendos',
  FEE: 'Comisión',
  SRVCHG: 'Cargo por servicio',
  DEP: 'Depósito',
  ATM: 'Cajero automático',
  POS: 'Punto de venta',
  XFER: 'Traspaso',
  CHECK: 'Cheque',
  PAYMENT: 'Pago',
  CASH: 'Retiro de efectivo',
  DIRECTDEP: 'Depósito directo',
  DIRECTDEBIT: 'Domiciliación',
  REPEATPMT: 'Pago recurrente',
};

function typeWords(type: string, reference: string, amount: string): string {
  const words = TYPES[type.toUpperCase()] ?? (amount.startsWith('-') ? 'Cargo' : 'Abono');
  return type.toUpperCase() === 'CHECK' && reference !== '' ? `${words} ${reference}` : words;
}

/** The words of a movement: its name, or the payee's, and the memo beside it, or the memo alone, or its type. */
function cellsOf(fields: Fields, currency: string): { cells: string[]; raw: string[] } {
  const of = (name: string) => fields.get(name) ?? '';
  const name = of('NAME') || of('PAYEE.NAME');
  const memo = of('MEMO') === name ? '' : of('MEMO');
  const reference = of('REFNUM') || of('CHECKNUM');
  // Only CURRENCY says that the amount itself is in another one; ORIGCURRENCY says from which one it was converted.
  const own = of('CURRENCY.CURSYM') || currency;
  const rest = [of('FITID'), of('TRNTYPE'), reference, own];
  const amount = ofxAmount(of('TRNAMT'));
  const words = name || memo || typeWords(of('TRNTYPE'), reference, amount);
  return {
    cells: [ofxDay(of('DTPOSTED')), amount, words, name === '' ? '' : memo, ...rest],
    raw: [of('DTPOSTED'), of('TRNAMT'), name, of('MEMO'), ...rest],
  };
}

/** The day in `20261002120000[-6:CST]`, as a day in Mexico City; anything else as it stands. */
function ofxDay(text: string): string {
  return dayOfStamp(text) ?? text.replace(/^(\d{4})(\d\d)(\d\d).*$/s, '$1-$2-$3');
}

/**
 * An amount with a decimal point or comma, and with groups where a bank writes them in spite of the standard. `1,234` alone
 * could be either, and is left with its third decimal to be refused.
 */
function ofxAmount(text: string): string {
  const bare = text.replace(/\s+/g, '').replace(/^\+/, '');
  const [whole, decimals] = /^-?\d{1,3}(,\d{3})+\./.test(bare)
    ? bare.replaceAll(',', '').split('.')
    : /^-?\d{1,3}(\.\d{3})+,/.test(bare)
      ? bare.replaceAll('.', '').split(',')
      : bare.replace(',', '.').split('.');
  return exactFigure(decimals === undefined ? bare : `${whole}.${decimals}`) ?? text;
}
