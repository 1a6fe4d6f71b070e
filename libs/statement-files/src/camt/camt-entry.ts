import { refuseLongText } from '../limits/growing-text.js';
import { dayOfStamp } from '../cells/zoned-time.js';
import { exactFigure } from '../cells/workbook-cells.js';

type Fields = Map<string, string>;

/** Placeholders that banks write instead of an ID. */
const NO_ID = /^(NOTPROVIDED|NONREF|NOT PROVIDED)$/i;
const MAX_PARTS = 200;
/** Maximum fields per entry. The standard defines fewer. */
const MAX_FIELDS = 100;

export class CamtEntry {
  private readonly fields: Fields = new Map();
  private readonly details: Fields[] = [];
  private detail: Fields | null = null;

  constructor(readonly line: number) {}

  beginDetail(): void {
    this.detail = new Map();
    if (this.details.length < MAX_PARTS) this.details.push(this.detail);
  }

  endDetail(): void {
    this.detail = null;
  }

  see(name: string, value: string, path: readonly string[]): void {
    const [parent, grandparent] = [path.at(-2)!, path.at(-3)!];
    const key = keyOf(name, parent, grandparent, this.detail !== null);
    if (key === null) return;
    const fields = this.detail ?? this.fields;
    const before = fields.get(key);
    if (before === undefined) {
      if (fields.size < MAX_FIELDS) fields.set(key, value);
    } else if (key === 'Ustrd' || key.startsWith('Addtl')) {
      const joined = `${before} ${value}`;
      refuseLongText(joined, this.line);
      fields.set(key, joined);
    }
  }

  get reasonToSkip(): string | null {
    const status = this.fields.get('Sts') ?? 'BOOK';
    if (status === 'BOOK') return null;
    return status === 'INFO' ? 'information' : 'pending';
  }

  read(): { cells: string[]; raw: string[] } {
    const of = (key: string) => this.fields.get(key) ?? '';
    const [date, amount, direction] = [of('BookgDt') || of('ValDt'), of('Amt'), of('CdtDbtInd')];
    const figure = exactFigure(amount) ?? amount;
    const signed =
      direction === 'CRDT' ? figure : direction === 'DBIT' ? `-${figure}` : `${figure} ${direction || '?'}`;
    const description = this.description();
    const notes = this.notes(description);
    const rest = [of('AcctSvcrRef')];
    return {
      cells: [dayOfStamp(date) ?? date.slice(0, 10), signed, direction, of('Ccy'), description, notes, ...rest],
      raw: [date, amount, direction, of('Ccy'), description, notes, ...rest],
    };
  }

  /**
   * Returns the remittance text of the payer or the text of the bank. For a batch, prefers the text of the bank. If
   * both are missing, returns the counterparty, the transaction code, or `Cargo` or `Abono`.
   */
  private description(): string {
    const [first] = this.details;
    const own = [this.fields.get('AddtlNtryInf'), first?.get('AddtlTxInf')];
    const remittance = [first?.get('Ustrd'), first?.get('Strd')];
    const words = this.details.length > 1 ? [...own, ...remittance] : [...remittance, ...own];
    const side = this.fields.get('CdtDbtInd') === 'DBIT' ? 'Cargo' : 'Abono';
    return [...words, first && this.counterparty(first), this.fields.get('BkTxCd')].find(Boolean) ?? side;
  }

  private notes(description: string): string {
    const { fields, details } = this;
    const lines = [
      fields.get('RvslInd') === 'true' || fields.get('RvslInd') === '1' ? 'Reversa' : '',
      fields.get('AddtlNtryInf') ?? '',
      ...(details.length > 1
        ? details.map((detail) => this.partLine(detail))
        : details.flatMap((detail) => this.lines(detail))),
      labelled('Referencia del banco', fields.get('AcctSvcrRef')),
    ];
    return [...new Set(lines)].filter((line) => line !== '' && line !== description).join('\n');
  }

  private lines(detail: Fields): string[] {
    return [
      detail.get('AddtlTxInf') ?? '',
      labelled('Contraparte', this.counterparty(detail)),
      labelled('Referencia', detail.get('EndToEndId')),
    ];
  }

  private partLine(detail: Fields): string {
    const words = [detail.get('Amt'), this.counterparty(detail)].filter(Boolean).join(' ');
    return [words, detail.get('Ustrd') ?? detail.get('Strd') ?? ''].filter((part) => part !== '').join(': ');
  }

  private counterparty(detail: Fields): string {
    return (this.fields.get('CdtDbtInd') === 'CRDT' ? detail.get('Dbtr') : detail.get('Cdtr')) ?? '';
  }
}

function labelled(label: string, value: string | undefined): string {
  return value === undefined || value === '' || NO_ID.test(value) ? '' : `${label}: ${value}`;
}

function keyOf(name: string, parent: string, grandparent: string, inDetail: boolean): string | null {
  if (name === 'Dt' || name === 'DtTm') return parent === 'BookgDt' || parent === 'ValDt' ? parent : null;
  if (name === 'Nm') {
    const party = parent === 'Pty' ? grandparent : parent;
    return party === 'Cdtr' || party === 'Dbtr' ? party : null;
  }
  if (inDetail) return detailKey(name, parent, grandparent);
  if (name === 'Ccy') return parent === 'Ntry' ? name : null;
  if (name === 'Cd') return parent === 'Sts' ? 'Sts' : parent === 'Prtry' && grandparent === 'BkTxCd' ? 'BkTxCd' : null;
  return parent === 'Ntry' && name !== 'BookgDt' && name !== 'ValDt' ? name : null;
}

function detailKey(name: string, parent: string, grandparent: string): string | null {
  if (name === 'Ustrd' || name === 'AddtlTxInf') return name;
  if (name === 'AddtlRmtInf' || (name === 'Ref' && parent === 'CdtrRefInf')) return 'Strd';
  if (name === 'EndToEndId') return parent === 'Refs' ? name : null;
  return name === 'Amt' && (parent === 'TxDtls' || grandparent === 'AmtDtls') ? name : null;
}
